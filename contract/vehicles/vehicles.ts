import * as z from 'zod/mini'
import { DistanceUnit, Id, MoneySum } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'

/** Vehicle (doc1 §3, VEH-074): what list, search and detail need, whole, so that a phone can keep it. */
export const Vehicle = z.object({
  id: Id,
  vin: z.nullable(z.string()),
  year: z.nullable(z.int()),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  sub_model: z.nullable(z.string()),
  engine: z.nullable(z.string()),
  license_plate_number: z.nullable(z.string()),
  license_plate_state: z.nullable(z.string()),
  /** Null in Canada. */
  license_plate_expiration: z.nullable(z.string()),
  other_id: z.nullable(z.string()),
  department_number: z.nullable(z.string()),
  name_of_vehicle: z.nullable(z.string()),
  /** Latest valid reading, in `odometer_units`. */
  odometer: z.nullable(z.int()),
  odometer_units: DistanceUnit,
  miles: z.nullable(z.int()),
  kilometers: z.nullable(z.int()),
  /** Money per mile (per km in Canada), four decimals. */
  cost_per_mile: z.nullable(z.string()),
  ytd_maintenance_cost: MoneySum,
  is_active: z.boolean(),
  fleetcor_enrolled: z.boolean(),
  vehicle_type_id: z.enum(['light', 'medium_heavy']),
  last_maintenance_date: z.nullable(z.string()),
  last_maintenance_miles: z.nullable(z.int()),
  driver_names: z.array(z.string()),
  dashboard_mobile_url: z.nullable(z.string()),
  geotab_device_id: z.nullable(z.string()),
  rev: z.int(),
})
export type Vehicle = z.infer<typeof Vehicle>

/** Sort orders of the list; '-' in front: descending. */
export const VEHICLE_SORTS = [
  'name',
  '-name',
  'odometer',
  '-odometer',
  'last_maintenance',
  '-last_maintenance',
  'year',
  '-year',
] as const

export const vehiclesContract = {
  /** One page of the vehicles that the user may see (drivers: the assigned ones). */
  list: call({ access: 'vehicles.read' })
    .route({ method: 'GET', path: v4('/vehicles'), tags: ['vehicles'], summary: 'Vehicles' })
    .input(
      z.object({
        fleet_id: z.optional(Id),
        search: z.optional(z.string().check(z.maxLength(100, 'too_long'))),
        is_active: z.optional(z.boolean()),
        sort: z._default(z.enum(VEHICLE_SORTS), 'name'),
        ...pageQuery(100, 500),
      }),
    )
    .output(z.object({ vehicles: z.array(Vehicle), ...pageFields })),
  show: call({ access: 'vehicles.read' })
    .route({ method: 'GET', path: v4('/vehicles/{id}'), tags: ['vehicles'], summary: 'One vehicle' })
    .input(
      z.object({
        id: Id,
        search: z.optional(z.string().check(z.maxLength(100))),
        include: z.optional(z.literal('all')),
      }),
    )
    .output(Vehicle),
}
