import type { DistanceUnit } from '#contract/core/fields.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { READ_COLUMNS } from './vehicle-columns.ts'

type VehicleRow = Omit<Vehicle, 'miles' | 'kilometers' | 'last_maintenance_miles'> & {
  last_maintenance_odometer: number | null
}

/**
 * Reads vehicles for responses. `rest` follows `from vehicles v where`: conditions (including the fleet), order, limit.
 */
export async function readVehicles(db: Queryable, rest: Query): Promise<Vehicle[]> {
  const rows = await db.query<VehicleRow>(sql`
    select v.id, ${READ_COLUMNS}, v.odometer, v.odometer_units, v.cost_per_mile, v.ytd_maintenance_cost, v.is_active,
      v.fleetcor_enrolled, v.vehicle_type_id, v.last_maintenance_date, v.last_maintenance_odometer,
      v.dashboard_mobile_url, v.rev,
      array(select u.first_name || ' ' || u.last_name from vehicle_drivers d join users u on u.id = d.user_id
        where d.vehicle_id = v.id order by 1) as driver_names
    from vehicles v where ${rest}`)
  return rows.map(toVehicle)
}

/** Reads vehicles of a fleet by id, in any order. */
export function vehiclesByIds(db: Queryable, fleetId: number, ids: readonly number[]): Promise<Vehicle[]> {
  return readVehicles(db, sql`v.fleet_id = ${fleetId} and v.id = any(${ids}::bigint[])`)
}

function toVehicle({ last_maintenance_odometer, ...row }: VehicleRow): Vehicle {
  const inUnit = (value: number | null, unit: DistanceUnit) =>
    value === null ? null : convertDistance(value, row.odometer_units, unit)
  return {
    ...row,
    miles: inUnit(row.odometer, 'mi'),
    kilometers: inUnit(row.odometer, 'km'),
    last_maintenance_miles: inUnit(last_maintenance_odometer, 'mi'),
  }
}
