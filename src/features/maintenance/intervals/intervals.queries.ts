import { queries } from '#src/api/client.ts'

/** The next interval of one vehicle as the server has it now (VEH-095). */
export const nextIntervalQuery = (vehicleId: number) =>
  queries.intervals.next.queryOptions({ input: { vehicleIds: String(vehicleId) }, retry: false })
