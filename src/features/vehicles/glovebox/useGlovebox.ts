import { useQuery } from '@tanstack/react-query'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { useLoaded } from '#src/local-data/useFirstLoad.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useRefreshWhen } from '#src/local-data/useRefreshWhen.ts'
import { useReloadAfterSending } from '#src/local-data/useReloadAfterSending.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { gloveboxQuery } from './glovebox.queries.ts'

/** Returns the documents of a vehicle from this device. Refreshes them on mount and after each save or delete. */
export function useGlovebox(vehicleId: number): readonly LocalRow<GloveboxItem>[] | undefined {
  const items = useLocalRows(['glovebox', vehicleId], (cache) => cache.gloveboxOf(vehicleId))
  const query = gloveboxQuery(vehicleId)
  const { data } = useQuery(query)
  useReloadAfterSending(query.queryKey)
  useRefreshWhen(items !== undefined && data !== undefined && differs(items, data.glovebox_items), data)
  return useLoaded(items)
}

/** Checks whether the server's documents differ from the local ones, apart from the user's waiting changes. */
function differs(items: readonly LocalRow<GloveboxItem>[], server: readonly GloveboxItem[]): boolean {
  const revs = new Map(server.map((item) => [item.id, item.rev]))
  const isBehind = items.some(({ row, waiting }) => waiting === null && revs.get(row.id) !== row.rev)
  const known = new Set(items.map(({ row }) => row.id))
  return isBehind || server.some((item) => !known.has(item.id))
}
