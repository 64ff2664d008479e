import { queries } from '#src/api/client.ts'

export const DELETED_PER_PAGE = 25

/** One page of the vehicles that can be restored, most recently deleted first. */
export const deletedVehiclesQuery = (page: number) =>
  queries.deletedVehicles.list.queryOptions({ input: { page, per_page: DELETED_PER_PAGE }, staleTime: 0 })

/** One deleted vehicle. */
export const deletedVehicleQuery = (vehicleId: number) =>
  queries.deletedVehicles.list.queryOptions({
    input: { vehicle_id: vehicleId, page: 1, per_page: 1 },
    staleTime: 0,
    retry: false,
  })
