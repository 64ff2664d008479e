import { queries } from '#src/api/client.ts'

/** The schedule on the server (SCH-036). */
export const oemQuery = (vehicle_id: number) =>
  queries.schedules.oem.queryOptions({ input: { vehicle_id }, retry: false })

/** The advice provider (SCH-034). */
const PROVIDER = 'advice'
export const adviceQuery = (vehicle_id: number) =>
  queries.schedules.recommended.queryOptions({ input: { provider: PROVIDER, vehicle_id }, retry: false })
