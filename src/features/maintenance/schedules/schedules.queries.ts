import { queries } from '#src/api/client.ts'

/** The schedule on the server (SCH-036). */
export const oemQuery = (vehicle_id: number) =>
  queries.schedules.oem.queryOptions({ input: { vehicle_id }, retry: false })

/** The advice provider (SCH-034). */
const PROVIDER = 'advice'
export const adviceQuery = (vehicle_id: number) =>
  queries.schedules.recommended.queryOptions({ input: { provider: PROVIDER, vehicle_id }, retry: false })

/** The date until which the reminders of a vehicle are snoozed (SVC-055). */
export const snoozedQuery = (vehicleId: number) =>
  queries.reminders.snoozedDates.queryOptions({
    input: { vehicle_ids: String(vehicleId) },
    retry: false,
    staleTime: 0,
  })
