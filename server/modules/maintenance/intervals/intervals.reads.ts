import type { Interval } from '#contract/maintenance/intervals.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'

/** Services of an interval `i` that are not done in its current cycle (SCH-052). */
export const openServices = sql`coalesce(i.open_service_ids, i.service_definition_ids)`

/** Returns intervals as sent to clients; `rest` follows `from maintenance_intervals i where` and includes the fleet. */
export function readIntervals(db: Queryable, rest: Query, distinct: Query = sql``): Promise<Interval[]> {
  return db.query<Interval>(sql`
    select ${distinct} i.id, i.vehicle_id, i.name, i.tag, i.due_status, i.due_at, i.due_date, i.unit,
      i.item_id as interval_id, i.every_months,
      (select coalesce(json_agg(json_build_object('service_id', s.id, 'name_en', s.name_en, 'name_fr', s.name_fr)
          order by array_position(i.service_definition_ids, s.id)), '[]')
        from service_definitions s where s.id = any(${openServices})) as services
    from maintenance_intervals i where ${rest}`)
}

/** Intervals of a fleet by id. */
export function intervalsByIds(db: Queryable, fleetId: number, ids: readonly number[]): Promise<Interval[]> {
  return readIntervals(db, sql`i.fleet_id = ${fleetId} and i.id = any(${ids}::bigint[])`)
}
