import { useQueryClient } from '@tanstack/react-query'
import { useOffline } from '#src/local-data/useOffline.ts'
import { adviceQuery, oemQuery } from './schedules.queries.ts'
import { servicePagesKey } from './useServicePages.ts'

/** Returns a function that loads a vehicle's schedule again after a service was added or removed. */
export function useRefreshSchedule(vehicleId: number): () => Promise<void> {
  const client = useQueryClient()
  const { cache } = useOffline()
  return async () => {
    await cache.refresh()
    for (const { queryKey } of [oemQuery(vehicleId), adviceQuery(vehicleId)])
      void client.invalidateQueries({ queryKey })
    void client.resetQueries({ queryKey: servicePagesKey(vehicleId) })
  }
}
