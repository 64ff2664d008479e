import type { ComplianceDimension } from '#contract/home/compliance.ts'
import type { LogReading } from '#domain/maintenance/daily-use.ts'
import type { Completion, DueInput, ScheduleItem } from '#domain/maintenance/due-rules.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { slowResults } from '#tests/unit/due-rules.reference.ts'

/** Gives generated vehicles schedules, odometers of their work, and marks. A few get more than a schedule contains. */
export async function generateSchedules(db: Database, ids: number[]): Promise<void> {
  const of = sql`fleet_id = any(${ids})`
  await db.query(sql`
    insert into schedule_items (fleet_id, vehicle_id, service_definition_ids, every_miles, every_kilometers, every_months)
    select v.fleet_id, v.id, array(select s.id from service_definitions s where v.id is not null order by random()
        limit case when random() < 0.7 then 1 else 2 end),
      case when n = 2 then null else 2000 end, case when n = 2 then null else 3200 end,
      case when n = 1 then null else 1 + floor(random() * 4)::int end
    from vehicles v, generate_series(1, 3) n where v.fleet_id = any(${ids}) and random() < 0.8`)
  await db.query(sql`update vehicles set odometer_units = 'km' where ${of} and random() < 0.3`)
  await db.query(
    sql`update shop_orders set odometer = floor(random() * 20000) where ${of} and random() < 0.6`,
  )
  await db.query(sql`
    update manual_maintenance_histories set odometer = floor(random() * 20000),
      odometer_units = case when random() < 0.3 then 'km' else 'mi' end where ${of}`)
  await db.query(sql`
    insert into service_marks (fleet_id, vehicle_id, act_id, service_definition_id, day, odometer, unit)
    select v.fleet_id, v.id, gen_random_uuid(), (select min(id) from service_definitions) + floor(random() * 5)::int,
      date '2025-11-15' + floor(random() * 370)::int, case when random() < 0.5 then floor(random() * 20000) end, 'mi'
    from vehicles v, generate_series(1, 4) n where v.fleet_id = any(${ids})`)
  // Without readings, the first interval by distance cannot be judged.
  await db.query(sql`delete from odometer_readings where ${of} and vehicle_id % 5 = 0`)
  await db.query(sql`update vehicles set created_at = '2025-11-01T02:00:00Z' where ${of}`)
  // A void reading has a reason.
  await db.query(
    sql`update odometer_readings set void_reason = 'Wrong' where voided_at is not null and ${of}`,
  )
  const few = sql`vehicles v where v.fleet_id = any(${ids}) and v.id % 30 = 0`
  await db.query(sql`
    insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
    select v.fleet_id, v.id, 100 * n, 'mi', date '2025-06-01' + 8 * n, 'driver' from (select * from ${few}) v, generate_series(1, 60) n`)
  await db.query(sql`
    insert into service_marks (fleet_id, vehicle_id, act_id, service_definition_id, day, odometer, unit)
    select v.fleet_id, v.id, gen_random_uuid(), (select min(id) from service_definitions) + floor(random() * 5)::int,
      date '2025-11-01' + floor(random() * 370)::int, case when random() < 0.2 then floor(random() * 20000) end, 'mi'
    from (select * from ${few}) v, generate_series(1, 450) n`)
}

/** Edits and deletes what the schedules follow from. */
export async function editHistories(db: Database, ids: number[]): Promise<void> {
  const some = sql`fleet_id = any(${ids}) and random() < 0.15`
  await db.query(
    sql`update manual_maintenance_histories set date_of_completion = date_of_completion - 20 where ${some}`,
  )
  await db.query(
    sql`update manual_maintenance_histories set odometer = odometer + 3000, deleted_at = null where ${some}`,
  )
  await db.query(sql`update manual_maintenance_histories set deleted_at = now() where ${some}`)
  await db.query(sql`update shop_orders set status = 'cancel' where status = 'complete' and ${some}`)
  await db.query(sql`delete from service_marks where ${some}`)
  await db.query(sql`update odometer_readings set voided_at = now(), void_reason = 'Wrong' where ${some}`)
  await db.query(sql`update schedule_items set removed_at = now() where ${some}`)
  await db.query(sql`update schedule_items set every_months = 5 where every_months is not null and ${some}`)
  await db.query(sql`update vehicles set is_active = false where ${some}`)
}

interface RawVehicle {
  id: number
  fleet_id: number
  department: string
  class: string
  unit: DueInput['unit']
  is_active: boolean
  created_on: string
  odometer: number | null
  items: ScheduleItem[]
  completions: Completion[]
  readings: LogReading[]
  due: { status: string; services: number[] }[]
}

/** A completed interval or one that is due, of the reference. */
export interface Fact {
  fleetId: number
  key: Record<Exclude<ComplianceDimension, 'service'>, string>
  services: string[]
  figure: 'in_time' | 'late' | 'not_judged' | 'due_soon' | 'past_due'
}

/** Reads every raw row of all vehicles, and completes their intervals with the slow implementation of the due engine. */
export async function readFacts(
  db: Database,
  ids: number[],
  { from, to }: { from: string; to: string },
): Promise<Map<number, Fact[]>> {
  const vehicles = await db.query<RawVehicle>(sql`
    select v.id, v.fleet_id, '~' || coalesce(v.department_number, '') as department, v.vehicle_type_id as class,
      v.odometer_units as unit, v.is_active, to_char(v.created_at at time zone f.time_zone, 'YYYY-MM-DD') as created_on,
      v.odometer,
      (select coalesce(json_agg(json_build_object('id', i.id, 'service_ids', i.service_definition_ids, 'every_miles',
          i.every_miles, 'every_kilometers', i.every_kilometers, 'every_months', i.every_months)), '[]')
        from schedule_items i where i.vehicle_id = v.id and i.removed_at is null) as items,
      (select coalesce(json_agg(c), '[]') from (
        select h.id || ':' || s.row_number as id, s.service_definition_id as service_id, h.date_of_completion as day,
          h.odometer, h.odometer_units as unit
        from manual_maintenance_histories h join history_services s on s.history_id = h.id
        where h.vehicle_id = v.id and h.fleet_id = v.fleet_id and h.deleted_at is null
        union all
        select 'order:' || s.id, s.service_definition_id,
          (coalesce(o.completed_at, o.appointment_datetime) at time zone f.time_zone)::date, o.odometer, o.odometer_units
        from shop_orders o join order_services s on s.order_id = o.id
        where o.vehicle_id = v.id and o.fleet_id = v.fleet_id and s.status not in ('rejected', 'deleted')
          and o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred')
        union all
        select m.act_id || ':' || m.service_definition_id, m.service_definition_id, m.day, m.odometer, m.unit
        from service_marks m where m.vehicle_id = v.id) c) as completions,
      (select coalesce(json_agg(json_build_object('value', r.value, 'unit', r.unit, 'read_on', r.read_on, 'is_doubtful',
          r.is_doubtful, 'is_void', r.voided_at is not null) order by r.read_on, r.value), '[]')
        from odometer_readings r where r.vehicle_id = v.id) as readings,
      (select coalesce(json_agg(json_build_object('status', i.due_status,
          'services', coalesce(i.open_service_ids, i.service_definition_ids))), '[]')
        from maintenance_intervals i where i.vehicle_id = v.id and i.due_status is not null) as due
    from vehicles v join fleets f on f.id = v.fleet_id where v.fleet_id = any(${ids})`)
  const facts = vehicles.flatMap((vehicle) => [
    ...closedFacts(vehicle, to).filter(({ day }) => day >= from && day <= to),
    ...dueFacts(vehicle),
  ])
  return Map.groupBy(facts, ({ fleetId }) => fleetId)
}

const keysOf = ({ id, department, class: of }: RawVehicle, day: string) => ({
  vehicle: String(id),
  department,
  class: of,
  month: day.slice(0, 7),
})

function closedFacts(vehicle: RawVehicle, today: string): (Fact & { day: string })[] {
  const valid = vehicle.readings.filter((one) => !one.is_doubtful && !one.is_void)
  const before = valid.findLast(({ read_on }) => read_on <= vehicle.created_on)
  const after = valid.find(({ read_on }) => read_on > vehicle.created_on)
  const daysFrom = ({ read_on }: LogReading) => Math.abs(Date.parse(read_on) - Date.parse(vehicle.created_on))
  const nearest = before && after ? (daysFrom(before) <= daysFrom(after) ? before : after) : (before ?? after)
  const inUnit = (value: number, unit: string) =>
    unit === vehicle.unit ? value : Math.round(unit === 'mi' ? value * 1.609344 : value / 1.609344)
  const odometer = nearest ? inUnit(nearest.value, nearest.unit) : vehicle.odometer
  const start = { day: vehicle.created_on, odometer }
  const results = slowResults({ ...vehicle, start, miles_per_month: null }, today)
  return results.flatMap(({ cycles }, i) =>
    cycles.map(({ closed_on: day, due_at, due_on, done_at }) => {
      const isLate = (due_on !== null && day > due_on) || (due_at !== null && Number(done_at) > due_at)
      const isKnown = due_on !== null || (due_at !== null && done_at !== null)
      return {
        day,
        fleetId: vehicle.fleet_id,
        key: keysOf(vehicle, day),
        services: vehicle.items[i]?.service_ids.map(String) ?? [],
        figure: !isKnown ? ('not_judged' as const) : isLate ? ('late' as const) : ('in_time' as const),
      }
    }),
  )
}

const dueFacts = (vehicle: RawVehicle): Fact[] =>
  vehicle.due
    .filter(() => vehicle.is_active)
    .map(({ status, services }) => ({
      fleetId: vehicle.fleet_id,
      key: { ...keysOf(vehicle, ''), month: '' },
      services: services.map(String),
      figure: status === 'past_due' ? 'past_due' : 'due_soon',
    }))

/** The slow reference: counts one fact after the other. Months have no figures of what is due now. */
export function groupFacts(facts: readonly Fact[], by: ComplianceDimension) {
  const groups: Record<string, Record<Fact['figure'] | 'completed', number>> = {}
  for (const { key, services, figure } of facts) {
    if (by === 'month' && key.month === '') continue
    for (const name of by === 'service' ? new Set(services) : [key[by]]) {
      groups[name] ??= { completed: 0, in_time: 0, late: 0, not_judged: 0, due_soon: 0, past_due: 0 }
      groups[name][figure] += 1
      if (!figure.endsWith('due') && figure !== 'due_soon') groups[name].completed += 1
    }
  }
  return groups
}
