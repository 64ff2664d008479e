import { queries } from '#src/api/client.ts'

/** The schedule on the server (SCH-036). */
export const oemQuery = (vehicle_id: number) =>
  queries.schedules.oem.queryOptions({ input: { vehicle_id }, retry: false })

/** The advice provider (SCH-034). */
const PROVIDER = 'advice'
export const adviceQuery = (vehicle_id: number) =>
  queries.schedules.recommended.queryOptions({ input: { provider: PROVIDER, vehicle_id }, retry: false })

/** Maximum number of ids per request. */
const SNOOZED_MAX = 500
/** Dates until which reminders of vehicles are snoozed (SVC-055). */
export const snoozedQuery = (vehicleIds: readonly number[]) => {
  const ids = [...new Set(vehicleIds)].sort((a, b) => a - b).slice(0, SNOOZED_MAX)
  return queries.reminders.snoozedDates.queryOptions({
    input: { vehicle_ids: ids.join(',') },
    retry: false,
    enabled: ids.length > 0,
  })
}
/** Key of all such queries. */
export const snoozedKey = () => queries.reminders.snoozedDates.key()
