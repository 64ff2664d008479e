import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Interval } from '#contract/maintenance/intervals.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { afterPaint } from '#src/lib/after-paint.ts'
import type { OfflineCache } from '#src/offline/model/api/cache-api.ts'
import type { Live } from '#src/offline/model/live.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useOffline } from './useOffline.ts'
import { useOnline } from './useOnline.ts'

/**
 * What this device keeps, through the query client: a screen that was seen before shows it in its first paint, and
 * rows that did not change stay the same objects. Undefined until the first read is there.
 * @param key names the read within the user's data: ['vehicle', 5]
 * @param pick must read nothing but the cache and what stands in the key
 * @param isHuge thousands of deep rows: comparing each with what it was costs more than building the screen anew
 * @param isOptional the words can do without: where storage gives nothing it stays undefined instead of failing the screen
 */
export function useLocalRows<T>(
  key: readonly (string | number)[],
  pick: (cache: OfflineCache) => Live<T>,
  { isHuge = false, isOptional = false } = {},
) {
  const { cache } = useOffline()
  const { user } = useSession()
  const client = useQueryClient()
  const name = ['kept', user.fleet_id, user.id, ...key].join(':')
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
    // What was seen before is drawn first; whether it still holds is read behind that.
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
  // Thrown in render, so that the nearest boundary shows it with a way to try again; what was read before stays.
  if (failure && !data && !isOptional) throw failure.error
  return data?.value
}

/**
 * All vehicles that this device keeps; those that did not change stay the same objects. Undefined too while the first
 * load has brought none yet: nobody knows then how many there are. `isOptional`: see `useKept`.
 */
export function useVehicles(options: { isOptional?: boolean } = {}): Vehicle[] | undefined {
  const vehicles = useLocalRows(['vehicles'], (cache) => cache.vehicles, { isHuge: true, ...options })
  const loadedAt = useLocalRows(['loaded'], (cache) => cache.lastLoadedAt, { isOptional: true })
  const isOnline = useOnline()
  return vehicles?.length === 0 && !loadedAt && isOnline ? undefined : vehicles
}

/** All intervals that this device keeps, as for vehicles. */
export const useIntervals = (): Interval[] | undefined =>
  useLocalRows(['intervals'], (cache) => cache.intervals, { isHuge: true })
