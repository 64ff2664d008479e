import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { KM_PER_MILE } from '#domain/vehicles/odometer-rules.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'

/** Distance of a reading, comparable across units. `reading`: the name of its table in the query. */
export const distanceOf = (reading: Query) =>
  sql`case when ${reading}.unit = 'mi' then ${reading}.value * ${KM_PER_MILE}::float8 else ${reading}.value end`

/** Order of the odometer log: latest day first, and within a day the longest distance, regardless of the units. */
export const latestFirst = (reading: Query) => sql`${reading}.read_on desc, ${distanceOf(reading)} desc`

/** Odometer of a finished order `o`; null: not recorded, or ignored (APR-070). Index: odometer_readings_source. */
export const orderOdometer = sql`case when not exists (select from odometer_readings i where i.source = 'order'
  and i.source_id = o.id::text and i.fleet_id = o.fleet_id and i.voided_at is not null) then o.odometer end`

/**
 * Odometer of a history entry `h`; null: not known. The copy of an order that followed its transferred vehicle has 0 if
 * none was known. Until it is edited, it follows the reading of its order, which may be ignored later (APR-070).
 */
export const historyOdometer = sql`case when h.source_order_id is null then h.odometer
  when not exists (select from odometer_readings i where i.source = 'order' and i.source_id = h.source_order_id::text
      and i.fleet_id = h.fleet_id and i.voided_at is not null and (i.value, i.unit) = (h.odometer, h.odometer_units))
    or exists (select from odometer_readings e where e.source = 'history' and e.source_id = h.id::text
      and e.fleet_id = h.fleet_id) then nullif(h.odometer, 0) end`

/** Reads readings for responses. `source` follows `from`, names the readings `r`, and limits the fleet. */
function readReadings(db: Queryable, source: Query): Promise<OdometerReading[]> {
  return db.query<OdometerReading>(sql`
    select r.id, r.vehicle_id, r.value, r.unit, r.read_on, r.source, r.is_doubtful, r.void_reason, r.created_at,
      (select u.first_name || ' ' || u.last_name from users u where u.id = r.user_id) as user_name
    from ${source}`)
}

const isValid = sql`not o.is_doubtful and o.voided_at is null`

/**
 * Returns the latest readings of each vehicle, newest first: up to `valid` valid ones, and `others` doubtful and void
 * ones. They are limited separately, because many doubtful readings would otherwise displace the valid ones.
 */
export function readingsOf(
  db: Queryable,
  fleetId: number,
  vehicleIds: readonly number[],
  limit: { valid: number; others: number },
): Promise<OdometerReading[]> {
  return readReadings(
    db,
    // Not `id in (…)`: right after a bulk upload, PostgreSQL evaluates that for every reading of the fleet.
    sql`unnest(${vehicleIds}::bigint[]) as v (id) cross join lateral (
        (select * from odometer_readings o where o.vehicle_id = v.id and o.fleet_id = ${fleetId} and ${isValid}
        order by ${latestFirst(sql`o`)}, o.id limit ${limit.valid})
        union all
        (select * from odometer_readings o where o.vehicle_id = v.id and o.fleet_id = ${fleetId}
          and (o.is_doubtful or o.voided_at is not null)
        order by o.read_on desc, o.id limit ${limit.others})) r
      order by r.vehicle_id, ${latestFirst(sql`r`)}, r.id`,
  )
}

interface DayOfVehicle {
  vehicle_id: number
  day: string
}

/** Returns the last valid reading of a vehicle until each day; index odometer_readings_vehicle. */
export async function readingsAt(
  db: Queryable,
  fleetId: number,
  days: readonly DayOfVehicle[],
): Promise<(DayOfVehicle & Pick<OdometerReading, 'value' | 'unit'>)[]> {
  if (days.length === 0) return []
  return db.query(sql`
    select d.vehicle_id, d.day, r.value, r.unit
    from json_to_recordset(${JSON.stringify(days)}) as d (vehicle_id bigint, day date) cross join lateral (
      select o.value, o.unit from odometer_readings o
      where o.fleet_id = ${fleetId} and o.vehicle_id = d.vehicle_id and o.read_on <= d.day and ${isValid}
      order by ${latestFirst(sql`o`)} limit 1) r`)
}

/**
 * Returns the day of the first valid reading above `distance` (in km) from a day on, under the index of its question; index
 * odometer_readings_vehicle.
 */
export async function firstDaysAbove(
  db: Queryable,
  fleetId: number,
  questions: readonly { vehicle_id: number; from: string; distance: number }[],
): Promise<Map<number, string>> {
  if (questions.length === 0) return new Map()
  const rows = await db.query<{ nth: number; read_on: string }>(sql`
    select q.nth, r.read_on
    from json_to_recordset(${JSON.stringify(questions.map((question, nth) => ({ ...question, nth })))})
      as q (nth int, vehicle_id bigint, "from" date, distance float8) cross join lateral (
      select o.read_on from odometer_readings o
      where o.fleet_id = ${fleetId} and o.vehicle_id = q.vehicle_id and o.read_on >= q."from" and ${isValid}
        and ${distanceOf(sql`o`)} > q.distance
      order by o.read_on limit 1) r`)
  return new Map(rows.map(({ nth, read_on }) => [nth, read_on]))
}

/** Returns one page of a vehicle's log, newest first. */
export function readingsPage(
  db: Queryable,
  vehicleKey: { fleetId: number; vehicleId: number },
  page: { page: number; per_page: number },
): Promise<OdometerReading[]> {
  return readReadings(
    db,
    sql`odometer_readings r where r.fleet_id = ${vehicleKey.fleetId} and r.vehicle_id = ${vehicleKey.vehicleId}
      order by ${latestFirst(sql`r`)}, r.id limit ${page.per_page} offset ${(page.page - 1) * page.per_page}`,
  )
}

export async function readingById(
  db: Queryable,
  fleetId: number,
  id: string,
): Promise<OdometerReading | undefined> {
  return (await readReadings(db, sql`odometer_readings r where r.fleet_id = ${fleetId} and r.id = ${id}`))[0]
}
