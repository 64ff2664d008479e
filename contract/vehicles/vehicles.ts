import { DistanceUnit, FileLanguage, Id, MoneySum, TicketToken } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { OrderRow } from '../orders/order-row.ts'
import { GloveboxItem } from './glovebox.ts'
import { Recall } from './recalls.ts'
import { NewVehicle, VehicleChange } from './vehicle-entry.ts'

/** Vehicle (VEH-074): the fields of list, search and detail, so that a device can store it. */
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
  /** Cost per mile (per km in Canada), four decimals. */
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

/** A complete vehicle (VEH-074): the list fields and more. */
export const VehicleDetail = z.extend(Vehicle, {
  /** Catalog numbers of make and model; null if they were typed. */
  motorMakeID: z.nullable(Id),
  motorModelID: z.nullable(Id),
  /** Names, because the catalog has no numbers for these. */
  motor_sub_model_id: z.nullable(z.string()),
  motorEngineID: z.nullable(z.string()),
  /** Where it is garaged. */
  address_id: z.nullable(Id),
  address: z.nullable(
    z.object({ address_line1: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
  ),
  drivers: z.array(z.object({ id: Id, name: z.string() })),
  active_order: z.nullable(z.object({ id: Id, status: z.string() })),
  /** Whether a maintenance policy covers it; without one, any user of the fleet may approve its orders (APR-036). */
  has_policy: z.boolean(),
  /** Rows that are deleted with the vehicle. */
  history_count: z.int(),
  /** Only with `include=all`: recalls of its model (ruling 21), and its glovebox. */
  recalls: z.optional(z.array(Recall)),
  glovebox_items: z.optional(z.array(GloveboxItem)),
})
export type VehicleDetail = z.infer<typeof VehicleDetail>

/** Identifying fields of a vehicle, for a search over many. */
export const VehicleName = z.pick(Vehicle, {
  id: true,
  vin: true,
  year: true,
  make: true,
  model: true,
  name_of_vehicle: true,
  license_plate_number: true,
  is_active: true,
})
export type VehicleName = z.infer<typeof VehicleName>
/** Vehicle with its open order (DSH-033, DSH-034). A vehicle has at most one. */
const VehicleInList = z.extend(Vehicle, { active_order: z.optional(OrderRow) })

/** Sort orders of the list; a leading '-' means descending. */
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
  /**
   * A page of the vehicles that the user may see (drivers: the assigned ones). `active_order`: only those with an open
   * order, which is included, soonest appointment first whatever `sort` is (DSH-034); false: only the others.
   */
  list: call({ access: 'vehicles.read' })
    .route({ method: 'GET', path: v4('/vehicles'), tags: ['vehicles'], summary: 'Vehicles' })
    .input(
      z.object({
        fleet_id: z.optional(Id),
        search: z.optional(z.string().check(z.maxLength(100, 'too_long'))),
        is_active: z.optional(z.boolean()),
        active_order: z.optional(z.boolean()),
        sort: z._default(z.enum(VEHICLE_SORTS), 'name'),
        ...pageQuery(100, 500),
      }),
    )
    .output(z.object({ vehicles: z.array(VehicleInList), ...pageFields })),
  show: call({ access: 'vehicles.read' })
    .route({ method: 'GET', path: v4('/vehicles/{id}'), tags: ['vehicles'], summary: 'One vehicle' })
    .input(
      z.object({
        id: Id,
        search: z.optional(z.string().check(z.maxLength(100))),
        include: z.optional(z.literal('all')),
      }),
    )
    .output(VehicleDetail),
  /** Identifying fields of every vehicle that the user may see (VEH-079), 1,000 per page. */
  all: call({ access: 'vehicles.read' })
    .route({ method: 'GET', path: v4('/vehicles/all_vehicles'), tags: ['vehicles'], summary: 'All vehicles' })
    .input(
      z.object({
        search: z.optional(z.string().check(z.maxLength(100, 'too_long'))),
        ...pageQuery(1000, 5000),
      }),
    )
    .output(z.object({ vehicles: z.array(VehicleName), ...pageFields })),
  /**
   * All of them by name, in the columns of the list. The browser downloads it by URL, with a ticket for 'download' as
   * `auth_token` (ruling 8).
   */
  csv: call({ access: 'vehicles.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/vehicles.csv'),
      tags: ['vehicles'],
      summary: 'Vehicles as a CSV file',
      outputStructure: 'detailed',
    })
    .input(
      z.object({
        /** 'EN' or 'FR' (VEH-014), or any language code. */
        language: FileLanguage,
        /** Kilometers, provinces, no plate expiration; defaults to the fleet's country. */
        is_canada: z.optional(z.boolean()),
        /** Sent by clients of the specification, without effect. */
        download: z.optional(z.boolean()),
        auth_token: z.optional(TicketToken),
      }),
    )
    .output(
      z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream<Uint8Array>) }),
    ),
  /** Users of the fleet to whom a vehicle can be assigned, by name; 50 at most. The path is our choice. */
  drivers: call({ access: 'drivers.assign' })
    .route({ method: 'GET', path: v4('/vehicles/drivers'), tags: ['vehicles'], summary: 'Possible drivers' })
    .input(
      z.object({
        search: z.optional(z.string().check(z.maxLength(100, 'too_long'))),
        /** Only users whom a policy can name as approvers (SET-036). */
        approvers: z.optional(z.boolean()),
      }),
    )
    .output(z.object({ drivers: z.array(z.object({ id: Id, name: z.string() })) })),
  /** 422 `validation`: missing fields, vin `duplicate_vin`, or vin `check_digit` until it is accepted (ruling 19). */
  create: call({ access: 'vehicles.edit', feature: 'addVehicles', kind: 'write', idempotent: true })
    .route({
      method: 'POST',
      path: v4('/vehicles'),
      tags: ['vehicles'],
      summary: 'Add a vehicle',
      successStatus: 201,
    })
    .input(NewVehicle)
    .output(VehicleDetail),
  /**
   * Fields that are left out stay unchanged. Users who may only assign drivers can change only `driver_ids`: 403
   * otherwise.
   */
  update: call({ access: 'drivers.assign', kind: 'write', idempotent: true, problems: ['not_offered'] })
    .route({ method: 'PUT', path: v4('/vehicles/{id}'), tags: ['vehicles'], summary: 'Change a vehicle' })
    .input(VehicleChange)
    .output(VehicleDetail),
  /**
   * Deletes a vehicle with its history and documents (VEH-056); `deletedVehicles.restore` restores it for 30 days. 409
   * `vehicle_in_order`: it has an active order.
   */
  destroy: call({ access: 'vehicles.edit', kind: 'write', idempotent: true, problems: ['vehicle_in_order'] })
    .route({ method: 'DELETE', path: v4('/vehicles/{id}'), tags: ['vehicles'], summary: 'Delete a vehicle' })
    .input(z.object({ id: Id }))
    .output(z.object({ success: z.literal(true), id: Id })),
  /** Deactivates a vehicle, or activates it again. Without `is_active` it toggles the current state (VEH-057). */
  deactivate: call({
    access: 'vehicles.edit',
    feature: 'deactivateVehicles',
    kind: 'write',
    idempotent: true,
  })
    .route({
      method: 'PUT',
      path: v4('/vehicles/{id}/deactivate'),
      tags: ['vehicles'],
      summary: 'Deactivate or activate a vehicle',
    })
    .input(z.object({ id: Id, is_active: z.optional(z.boolean()) }))
    .output(VehicleDetail),
}
