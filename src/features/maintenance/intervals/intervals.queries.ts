import { queries } from '#src/api/client.ts'

/** The next interval of a vehicle, from the server (VEH-095). */
export const nextIntervalQuery = (vehicleId: number) =>
  queries.intervals.next.queryOptions({ input: { vehicleIds: String(vehicleId) }, retry: false })
