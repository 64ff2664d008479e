import { Id, Instant } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { VehicleDetail } from './vehicles.ts'

/** A vehicle that can still be restored. */
export const DeletedVehicle = z.object({
  id: Id,
  name: z.string(),
  vin: z.nullable(z.string()),
  deleted_at: Instant,
  deleted_by: z.string(),
  /** When it is removed permanently. */
  restorable_until: Instant,
})
export type DeletedVehicle = z.infer<typeof DeletedVehicle>

/** Deleted vehicles of the last 30 days (decision 58). The paths are our choice. */
export const deletedVehiclesContract = {
  /** Lists deleted vehicles, last deleted first; with `vehicle_id`, only that one. */
  list: call({ access: 'vehicles.edit' })
    .route({
      method: 'GET',
      path: v4('/deleted_vehicles'),
      tags: ['vehicles'],
      summary: 'Recently deleted vehicles',
    })
    .input(z.object({ vehicle_id: z.optional(Id), ...pageQuery(50, 200) }))
    .output(z.object({ deleted_vehicles: z.array(DeletedVehicle), ...pageFields })),
  /**
   * Restores a vehicle with everything that was deleted with it. 404: not deleted, or removed permanently. 422
   * `validation`, with vin `duplicate_vin`: another vehicle of the fleet has its VIN now.
   */
  restore: call({ access: 'vehicles.edit', kind: 'write', idempotent: true })
    .route({
      method: 'POST',
      path: v4('/deleted_vehicles/{id}/restore'),
      tags: ['vehicles'],
      summary: 'Restore a deleted vehicle',
    })
    .input(z.object({ id: Id }))
    .output(
      z.object({
        vehicle: VehicleDetail,
        /** Names of drivers who are no longer users of the fleet, and were not assigned again. */
        missing_drivers: z.array(z.string()),
      }),
    ),
}
