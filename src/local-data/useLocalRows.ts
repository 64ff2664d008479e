import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Interval } from '#contract/maintenance/intervals.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { afterPaint } from '#src/lib/after-paint.ts'
import type { OfflineCache } from '#src/offline/model/api/cache-api.ts'
import type { Live } from '#src/offline/model/live.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { queryKeyOfRows } from './rows/rows-key.ts'
import { useOffline } from './useOffline.ts'
import { useOnline } from './useOnline.ts'

/**
 * Reads local data through the query client: a screen that was seen before shows it in its first paint, and unchanged
 * rows stay the same objects. Undefined until the first read.
 * @param key names the read within the user's data: ['vehicle', 5]
 * @param pick must read nothing but the cache and the values in the key
 * @param isHuge thousands of deep rows: comparing each costs more than rendering the screen again
 * @param isOptional the screen works without it: on a storage failure it stays undefined instead of throwing
 */
export function useLocalRows<T>(
  key: readonly (string | number)[],
  pick: (cache: OfflineCache) => Live<T>,
  { isHuge = false, isOptional = false } = {},
) {
  const { cache } = useOffline()
  const { user } = useSession()
  const client = useQueryClient()
  const [name] = queryKeyOfRows(user, key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that `pick` depends on
  const live = useMemo(() => pick(cache), [cache, name])
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    const follow = () =>
      live.subscribe(
        (value) => {
          const known = client.getQueryData<{ value: T }>([name])
          if (!known || !Object.is(known.value, value)) client.setQueryData([name], { value })
        },
        (error) => setFailure({ error }),
      )
    if (!client.getQueryData([name])) return follow()
    // Renders the known value first and checks it afterwards.
    let stop = () => {}
    const callOff = afterPaint(() => {
      stop = follow()
    })
    return () => {
      callOff()
      stop()
    }
  }, [client, live, name])
  const { data } = useQuery<{ value: T }>({
    queryKey: [name],
    queryFn: skipToken,
    structuralSharing: !isHuge,
  })
  // Thrown in render, so that the nearest error boundary offers a retry; a value read before stays.
  if (failure && !data && !isOptional) throw failure.error
  return data?.value
}

/** When the first load was complete, or null before; undefined until the first read. `isOptional`: see `useLocalRows`. */
export const useLoadedAt = (options: { isOptional?: boolean } = {}) =>
  useLocalRows(['loaded'], (cache) => cache.lastLoadedAt, options)

/**
 * All local vehicles; unchanged ones stay the same objects. Also undefined while the first load has brought none yet,
 * because the number is unknown. `isOptional`: see `useLocalRows`.
 */
export function useVehicles(options: { isOptional?: boolean } = {}): Vehicle[] | undefined {
  const vehicles = useLocalRows(['vehicles'], (cache) => cache.vehicles, { isHuge: true, ...options })
  const loadedAt = useLoadedAt({ isOptional: true })
  const isOnline = useOnline()
  return vehicles?.length === 0 && !loadedAt && isOnline ? undefined : vehicles
}

/** All local intervals, as for vehicles. */
export const useIntervals = (): Interval[] | undefined =>
  useLocalRows(['intervals'], (cache) => cache.intervals, { isHuge: true })
