import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Fact } from './report-compliance.ts'

/**
 * Inserts completed and due intervals for generated fleets without computing them from histories, so that many fleets take
 * seconds: before, in and after the range, on time, late or not rated, some with a service twice or with services left to do.
 */
export async function generateIntervals(db: Database, ids: number[]): Promise<void> {
  const service = sql`(select min(id) from service_definitions) + floor(random() * 5)::int`
  await db.query(sql`
    insert into interval_completions (fleet_id, vehicle_id, item_id, closed_on, due_date, due_at, done_at, unit, in_time,
      service_definition_ids)
    select v.fleet_id, v.id, n, date '2025-11-10' + floor(random() * 380)::int, date '2026-06-01', 5000, 5100, 'mi',
      (array[true, false, null])[1 + floor(random() * 3)::int],
      case when random() < 0.5 then array[${service}] else array[${service}, ${service}] end
    from vehicles v, generate_series(1, 5) n where v.fleet_id = any(${ids}) and random() < 0.7`)
  await db.query(sql`
    insert into maintenance_intervals (fleet_id, vehicle_id, name, tag, due_status, unit, service_definition_ids, open_service_ids)
    select i.fleet_id, i.vehicle_id, 'Interval', case i.status when 'past_due' then 'Past Due' when 'due_soon' then 'Currently Due'
        else 'Upcoming' end, i.status, 'mi', i.services, case when random() < 0.3 then i.services[1:1] end
    from (select v.fleet_id, v.id as vehicle_id, (array['past_due', 'due_soon', null])[1 + floor(random() * 3)::int] as status,
        array[${service}, 5 + ${service}] as services
      from vehicles v, generate_series(1, 2) n where v.fleet_id = any(${ids}) and random() < 0.7) i`)
  await db.query(sql`update vehicles set is_active = false where fleet_id = any(${ids}) and random() < 0.1`)
}

/** Reads every completed interval of the days and every due one of an active vehicle, without any sum, for the reference. */
export async function readIntervalFacts(
  db: Database,
  ids: number[],
  { from, to }: { from: string; to: string },
): Promise<Map<number, Fact[]>> {
  const rows = await db.query<
    Omit<Fact, 'key'> & { vehicle: string; department: string; class: string; day: string }
  >(sql`
    select c.fleet_id as "fleetId", c.vehicle_id::text as vehicle, '~' || coalesce(v.department_number, '') as department,
      v.vehicle_type_id as class, c.closed_on::text as day, c.service_definition_ids::text[] as services,
      case c.in_time when true then 'in_time' when false then 'late' else 'not_judged' end as figure
    from interval_completions c join vehicles v on v.id = c.vehicle_id
    where c.fleet_id = any(${ids}) and c.closed_on >= ${from}::date and c.closed_on <= ${to}::date
    union all
    select i.fleet_id, i.vehicle_id::text, '~' || coalesce(v.department_number, ''), v.vehicle_type_id, '',
      coalesce(i.open_service_ids, i.service_definition_ids)::text[], i.due_status
    from maintenance_intervals i join vehicles v on v.id = i.vehicle_id
    where i.fleet_id = any(${ids}) and v.is_active and i.due_status is not null`)
  const facts = rows.map(({ vehicle, department, class: group, day, ...fact }) => ({
    ...fact,
    key: { vehicle, department, class: group, month: day.slice(0, 7) },
  }))
  return Map.groupBy(facts, ({ fleetId }) => fleetId)
}
