import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { reminderPlanner } from '#server/modules/maintenance/reminders/reminder-planner.service.ts'
import type { Report } from '#tools/bench/report/report.ts'

/**
 * Vehicles per fleet, each with a driver; a manager with reminders, one item in four due, one plate in twelve expiring.
 */
const FLEET = 2000

/** Measures a nightly planning run (minutes, queries, memory): the first night, and a night with few changes. */
export async function benchPlanning(db: Database, vehicles: number, report: Report): Promise<void> {
  const now = new Date('2026-05-04T12:00:00Z')
  const fleets = Math.ceil(vehicles / FLEET)
  await db.query(sql`insert into service_definitions (name_en, name_fr) values ('Oil change', 'Vidange')`)
  await db.query(sql`
    insert into fleets (id, name, country, brand, time_zone)
    select n, 'Fleet ' || n, 'US', 'wheelbook', 'America/New_York' from generate_series(1, ${fleets}::int) n`)
  await db.query(sql`
    insert into vehicles (id, fleet_id, name_of_vehicle, odometer_units, license_plate_expiration)
    select n, 1 + (n - 1) / ${FLEET}::int, 'Van ' || n, 'mi', date '2026-05-04' + n % 365
    from generate_series(1, ${vehicles}::int) n`)
  await db.query(sql`
    insert into users (id, fleet_id, email, first_name, last_name, roles, password_hash, reminds_by_email)
    select n, v.fleet_id, 'driver' || n || '@example.com', 'Ada', 'Driver', '{Driver}'::text[], '', null
    from generate_series(1, ${vehicles}::int) n join vehicles v on v.id = n
    union all select 1000000 + f.id, f.id, 'manager' || f.id || '@example.com', 'Ada', 'Manager', '{Manager}'::text[], '', true from fleets f`)
  await db.query(
    sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id) select fleet_id, id, id from vehicles`,
  )
  await db.query(sql`
    insert into schedule_items (id, fleet_id, vehicle_id, service_definition_ids, every_months)
    select v.id * 4 + n, v.fleet_id, v.id, array[1], 6 from vehicles v, generate_series(0, 3) n`)
  await db.query(sql`
    insert into maintenance_intervals (fleet_id, vehicle_id, item_id, name, tag, due_status, unit, service_definition_ids, cycle_from)
    select i.fleet_id, i.vehicle_id, i.id, '', case when i.id % 4 = 0 then 'Past Due' else 'Upcoming' end,
      case when i.id % 4 = 0 then 'past_due' end, 'mi', array[1], date '2025-10-01' from schedule_items i`)
  await db.query(sql`
    insert into vehicle_schedules (vehicle_id, fleet_id, computed_on) select id, fleet_id, date '2026-05-04' from vehicles`)
  await db.query(sql`analyze`)

  let queries = 0
  const counted: Database = {
    ...db,
    query: (query) => {
      queries++
      return db.query(query)
    },
    system: (work) =>
      db.system((tx) =>
        work({
          ...tx,
          query: (query) => {
            queries++
            return tx.query(query)
          },
        }),
      ),
  }
  const planner = reminderPlanner({ db: counted })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  const measure = async (night: string, at: Date) => {
    queries = 0
    const startedAt = performance.now()
    const planned = await planner.planDay(at)
    const minutes = (performance.now() - startedAt) / 60_000
    const [row] = await db.query<{ count: number }>(sql`select count(*) from reminders`)
    const reportFigure = (what: string, value: number, unit: string) =>
      report({ figure: `${night}: ${what}`, value, unit, goal: null, samples: planned })
    reportFigure('time', minutes, 'min')
    reportFigure('queries', queries, '')
    reportFigure('reminders', row?.count ?? 0, '')
    reportFigure('peak memory', peak / 1e6, 'MB')
  }
  await measure('planning, first night', now)
  await measure('planning, again in the same night', now)
  await db.query(sql`update vehicle_schedules set computed_on = date '2026-05-05'`)
  await measure('planning, the next night', new Date('2026-05-05T12:00:00Z'))
  clearInterval(watch)
}
