import type { DistanceUnit } from '#contract/core/fields.ts'
import type { Plate } from '#domain/vehicles/bulk-plates.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { latestFirst } from '../odometer/odometer.reads.ts'

/** A vehicle of a batch, identified by its VIN. Null keeps the stored value. */
export interface BatchVehicle {
  vin: string
  year: number | null
  make: string | null
  model: string | null
  sub_model: string | null
  engine: string | null
  vehicle_type_id: 'light' | 'medium_heavy'
  license_plate_number: string | null
  license_plate_state: string | null
  name_of_vehicle: string | null
  other_id: string | null
  department_number: string | null
  odometer: number | null
}

export interface KnownVehicle {
  id: number
  vin: string
  is_active: boolean
  odometer: number | null
  odometer_units: DistanceUnit
}

/** Writes thousands of vehicles in one statement. */
export const vehicleBatchesRepository = {
  /**
   * Locks and returns the fleet's vehicles with these VINs until the transaction ends, in order of id to avoid
   * deadlocks.
   */
  lock(tx: Transaction, fleetId: number, vins: readonly string[]): Promise<KnownVehicle[]> {
    // Index: vehicles_vin.
    return tx.query<KnownVehicle>(sql`
      select id, vin, is_active, odometer, odometer_units from vehicles
      where fleet_id = ${fleetId} and vin = any(${vins}::text[]) order by id for no key update`)
  },

  /**
   * Inserts new vehicles and updates changed ones. Decoded data is used only if the vehicle has no make and model. The
   * odometer is set only for new vehicles; known ones have a log. @returns the vehicles that were written
   */
  upsert(
    tx: Transaction,
    fleet: { id: number; unit: DistanceUnit },
    rows: readonly BatchVehicle[],
  ): Promise<{ id: number; vin: string; is_new: boolean }[]> {
    const all = <K extends keyof BatchVehicle>(key: K) => rows.map((row) => row[key])
    return tx.query(sql`
      insert into vehicles as v (fleet_id, odometer_units, vin, year, make, model, sub_model, engine, vehicle_type_id,
        license_plate_number, license_plate_state, name_of_vehicle, other_id, department_number, odometer)
      select ${fleet.id}, ${fleet.unit}, r.* from unnest(${all('vin')}::text[], ${all('year')}::int[],
        ${all('make')}::text[], ${all('model')}::text[], ${all('sub_model')}::text[], ${all('engine')}::text[],
        ${all('vehicle_type_id')}::text[], ${all('license_plate_number')}::text[],
        ${all('license_plate_state')}::text[], ${all('name_of_vehicle')}::text[], ${all('other_id')}::text[],
        ${all('department_number')}::text[], ${all('odometer')}::int[]) as r
      on conflict (fleet_id, vin) do update set
        year = case when ${isUnnamed} then coalesce(excluded.year, v.year) else v.year end,
        make = case when ${isUnnamed} then excluded.make else v.make end,
        model = case when ${isUnnamed} then excluded.model else v.model end,
        sub_model = case when ${isUnnamed} then coalesce(excluded.sub_model, v.sub_model) else v.sub_model end,
        engine = case when ${isUnnamed} then coalesce(excluded.engine, v.engine) else v.engine end,
        license_plate_number = case when ${isSamePlate} then v.license_plate_number
          else coalesce(excluded.license_plate_number, v.license_plate_number) end,
        license_plate_state = coalesce(excluded.license_plate_state, v.license_plate_state),
        name_of_vehicle = coalesce(excluded.name_of_vehicle, v.name_of_vehicle),
        other_id = coalesce(excluded.other_id, v.other_id),
        department_number = coalesce(excluded.department_number, v.department_number),
        rev = v.rev + 1, updated_at = now()
      where (${isUnnamed} and excluded.model is not null)
        or (not ${isSamePlate} and excluded.license_plate_number is not null)
        or excluded.license_plate_state <> coalesce(v.license_plate_state, '')
        or excluded.name_of_vehicle <> coalesce(v.name_of_vehicle, '')
        or excluded.other_id <> coalesce(v.other_id, '')
        or excluded.department_number <> coalesce(v.department_number, '')
      returning v.id, v.vin, (v.xmax = 0) as is_new`)
  },

  /** Returns the fleet's vehicles with these VINs, without locks. */
  find(tx: Transaction, fleetId: number, vins: readonly string[]): Promise<KnownVehicle[]> {
    return tx.query<KnownVehicle>(sql`
      select id, vin, is_active, odometer, odometer_units from vehicles
      where fleet_id = ${fleetId} and vin = any(${vins}::text[])`)
  },

  /** Returns the plates of the whole fleet. Jobs only: limits the fleet itself, without row-level security. */
  plates(db: Queryable, fleetId: number): Promise<(Plate & { vin: string | null })[]> {
    return db.query(sql`
      select vin, license_plate_number, license_plate_state from vehicles
      where fleet_id = ${fleetId} and license_plate_number is not null`)
  },

  /** Updates the odometers from their logs (ruling 20). Lock the vehicles first. @returns the vehicles that changed */
  async refreshOdometers(tx: Transaction, fleetId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(sql`
      update vehicles v set odometer = n.odometer, rev = v.rev + 1, updated_at = now()
      from (select i.id, round(r.value * case when r.unit = w.odometer_units then 1 when r.unit = 'mi' then 1.609344
            else 1 / 1.609344 end)::int as odometer
          from unnest(${ids}::bigint[]) as i (id) join vehicles w on w.id = i.id and w.fleet_id = ${fleetId}
          cross join lateral (select value, unit from odometer_readings o
            where o.vehicle_id = i.id and o.fleet_id = ${fleetId} and not o.is_doubtful and o.voided_at is null
            order by ${latestFirst(sql`o`)} limit 1) r) n
      where v.id = n.id and v.odometer is distinct from n.odometer returning v.id`)
    return rows.map(({ id }) => id)
  },
}

/** A difference in case is no change: files write plates in capitals. */
const isSamePlate = sql`upper(coalesce(v.license_plate_number, '')) = coalesce(excluded.license_plate_number, '')`
const isUnnamed = sql`v.make is null and v.model is null`
