import { queries } from '#src/api/client.ts'

/** The glovebox of a vehicle as the server has it now (GLV-024). */
export const gloveboxQuery = (vehicleId: number) =>
  queries.glovebox.list.queryOptions({ input: { vehicleId }, staleTime: 0, retry: false })
