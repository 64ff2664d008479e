import type { SyncEvent } from '#contract/vehicles/telematics.ts'
import { queries } from '#src/api/client.ts'

const options = { staleTime: 60_000, retry: false } as const

/** The four current readings of one vehicle (TEL-017). Offline, the snapshot is used. */
export const telematicsQueries = (id: number) =>
  [
    queries.telematics.engineOil.queryOptions({ input: { id }, ...options }),
    queries.telematics.batteryLife.queryOptions({ input: { id }, ...options }),
    queries.telematics.tirePressure.queryOptions({ input: { id }, ...options }),
    queries.telematics.faultData.queryOptions({ input: { id }, ...options }),
  ] as const

const POLL_MS = 3000

/** The last synchronizations. Polls while one is running. */
export const syncEventsQuery = () =>
  queries.telematics.syncEvents.queryOptions({
    input: { page: 1, per_page: 10 },
    refetchInterval: ({ state }) => (isSyncRunning(state.data?.sync_events[0]) ? POLL_MS : false),
  })

export const isSyncRunning = (event: SyncEvent | undefined): boolean =>
  event?.status === 'queued' || event?.status === 'running'
