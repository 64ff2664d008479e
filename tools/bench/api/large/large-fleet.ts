import type { Database, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { makeBenchFleet, openBenchSession, seedBenchBasics } from '#tools/bench/support/bench-fleet.ts'
import { addIntervals, copyVehicles } from '#tools/bench/support/copies.ts'

export interface LargeSize {
  vehicles: number
  orders: number
  shops: number
  users: number
  /** Vehicles of other fleets. */
  others: number
}
/** Size for which the goals are defined. */
export const FULL: LargeSize = {
  vehicles: 100_000,
  orders: 1_000_000,
  shops: 25_000,
  users: 10_000,
  others: 900_000,
}
/** For a smoke run; its results are meaningless. */
export const SMALL: LargeSize = { vehicles: 2000, orders: 20_000, shops: 1000, users: 500, others: 2000 }
export const LARGE_FLEET = 902
const FLEET = LARGE_FLEET
const OTHER_FLEETS = 9
/** Vehicles generated like the demo's; all others are copies of these. */
const MODELS = 200

/** Creates a single fleet that owns everything, the worst case. Returns its owner's token. Runs once per database. */
export async function makeLargeFleet(
  db: Database,
  size: LargeSize,
  print: (line: string) => void,
): Promise<string> {
  const [owner] = await db.query<{ id: number; email: string }>(
    sql`select id, email from users where fleet_id = ${FLEET} and 'Owner' = any(roles) order by id limit 1`,
  )
  if (owner) {
    await addUsers(db, size.users)
    await addMaintenance(db, print)
    return openBenchSession(db, { id: FLEET, owner, vehicleIds: [] })
  }
  await seedBenchBasics(db)
  const fleet = await makeBenchFleet(db, { id: FLEET, vehicles: MODELS, histories: 0 })
  await db.system(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`)
    // Triggers record changes for devices, which are not needed here. Totals are computed below in one go.
    await triggers(tx, sql`disable`)
    print('shops')
    await tx.query(sql`
      insert into shops (id, name, address_line1, city, state, zip, country, latitude, longitude, main_phone_number,
        time_zone, company_name, support_medium_and_heavy_duty)
      select 1000000 + n, s.name || ' ' || n, s.address_line1, s.city, s.state, s.zip, s.country,
        s.latitude + (random() - 0.5), s.longitude + (random() - 0.5), s.main_phone_number, s.time_zone, s.company_name,
        s.support_medium_and_heavy_duty
      from generate_series(0, ${size.shops}::int - 1) n
        join (select id, row_number() over (order by id) - 1 as nth, count(*) over () as all_of from shops) m on m.nth = n % m.all_of
        join shops s on s.id = m.id
      limit greatest(0, ${size.shops}::int - (select count(*) from shops))`)
    print('vehicles')
    await copyVehicles(tx, FLEET, size.vehicles)
    print('vehicles of others')
    await tx.query(sql`
      insert into fleets select (jsonb_populate_record(f, jsonb_build_object('id', ${FLEET} + n))).*
      from fleets f, generate_series(1, ${OTHER_FLEETS}::int) n where f.id = ${FLEET}`)
    await tx.query(sql`
      insert into vehicles (fleet_id, vin, year, make, model, department_number, name_of_vehicle, odometer, odometer_units,
        vehicle_type_id)
      select ${FLEET} + 1 + n % ${OTHER_FLEETS}::int, v.vin, v.year, v.make, v.model, v.department_number, v.name_of_vehicle,
        v.odometer, v.odometer_units, v.vehicle_type_id
      from vehicles v, generate_series(1, ${Math.ceil(size.others / size.vehicles)}::int) n where v.fleet_id = ${FLEET}`)
    print('orders')
    await tx.query(sql`
      with numbered as (select id, odometer_units, row_number() over (order by id) - 1 as nth from vehicles where fleet_id = ${FLEET}),
        places as (select id, row_number() over (order by id) - 1 as nth from shops)
      insert into shop_orders (id, fleet_id, vehicle_id, shop_id, status, appointment_datetime, completed_at, odometer, odometer_units,
        originator_id, pre_tax_sub_total, tax_amount, total, invoice_number)
      overriding system value
      select 10000000 + n, ${FLEET}, v.id, p.id,
        -- Every fifth vehicle has an open order; all others are of the last five years.
        case when n < ${size.vehicles / 5}::int then (array['initiated', 'active', 'awaiting_approval', 'approved', 'walk_in'])[1 + n % 5]
          else (array['complete', 'paid', 'paid', 'paid', 'paid_in_shop', 'paid_deferred', 'cancel'])[1 + n % 7] end,
        case when n < ${size.vehicles / 5}::int then date_trunc('hour', now()) + make_interval(hours => n % 2100)
          else date_trunc('hour', now()) - make_interval(hours => n % 43800) end,
        -- Vehicles stay for up to four days, one in 500 for six weeks.
        case when n >= ${size.vehicles / 5}::int and n % 7 <> 6 then least(date_trunc('hour', now()),
          date_trunc('hour', now()) - make_interval(hours => n % 43800 - case when n % 500 = 0 then 1000 else n % 90 end)) end,
        50000 + n % 40000, v.odometer_units, ${fleet.owner.id}, 100 + n % 400, 8, 108 + n % 400, 'INV-' || n
      from generate_series(0, ${size.orders}::int - 1) n join numbered v on v.nth = n % ${size.vehicles}::int
        join places p on p.nth = (n * 7::bigint) % ${size.shops}::int`)
    await tx.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      select o.fleet_id, o.id, s.id, s.name_en,
        case when o.status in ('cancel', 'walk_in') then 'active' else o.status end, 100, 100
      from shop_orders o join lateral (select id, name_en from service_definitions where id = 1 + o.id % 20) s on true
      where o.fleet_id = ${FLEET}`)
    await tx.query(sql`
      insert into order_day_totals (fleet_id, day, status, orders, total)
      select o.fleet_id, (o.effective_at at time zone f.time_zone)::date, o.status, count(*), sum(o.total)
      from shop_orders o join fleets f on f.id = o.fleet_id
      where o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred', 'cancel') group by 1, 2, 3`)
    print('history and intervals')
    await tx.query(sql`
      insert into manual_maintenance_histories (id, fleet_id, vehicle_id, custom_shop_name, odometer, odometer_units,
        date_of_completion, content_hash, created_by)
      select gen_random_uuid(), v.fleet_id, v.id, 'Bench Garage', 40000, v.odometer_units,
        current_date - (v.id % 1500)::int, sha256(v.id::text::bytea), ${fleet.owner.id}
      from vehicles v where v.fleet_id = ${FLEET}`)
    await addIntervals(tx, FLEET, 3)
    // Does the nightly job's work now, so that it does not run during the measurement.
    await tx.query(sql`
      insert into vehicle_schedules (vehicle_id, fleet_id, computed_on, completions_on, fingerprint)
      select id, fleet_id, current_date + 1, current_date + 1, 'bench' from vehicles
      on conflict (vehicle_id) do update
        set computed_on = excluded.computed_on, completions_on = excluded.completions_on`)
    await triggers(tx, sql`enable`)
  })
  await addUsers(db, size.users)
  await addMaintenance(db, print)
  print('vacuum and analyze, as the database does by itself in time')
  await db.query(sql`set statement_timeout = 0`)
  await db.query(sql`vacuum analyze`)
  return openBenchSession(db, fleet)
}

/** Adds users up to the measured number, most of them drivers with two vehicles. */
async function addUsers(db: Database, users: number): Promise<void> {
  await db.query(sql`
    with new as (
      insert into users (fleet_id, email, first_name, last_name, cell_phone, roles)
      select ${FLEET}, 'user' || n || '@bench.example', (array['Ada', 'Bea', 'Carl', 'Dana', 'Emeka'])[1 + n % 5],
        'Person ' || md5(n::text), lpad((n * 7919 % 10000000000)::text, 10, '0'),
        array[(array['Driver', 'Driver', 'Driver', 'Driver', 'Driver', 'Driver', 'Driver', 'Manager', 'Admin'])[1 + n % 9]]
      from generate_series((select count(*) from users where fleet_id = ${FLEET}), ${users}::bigint) n
      on conflict do nothing returning id),
    drivers as (select id, row_number() over (order by id) as nth from new),
    vans as (select id, row_number() over (order by id) as nth from vehicles where fleet_id = ${FLEET} limit ${2 * users})
    insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
    select ${FLEET}, v.id, u.id from drivers u join vans v on (v.nth + 1) / 2 = u.nth on conflict do nothing`)
  await db.query(sql`vacuum analyze users, vehicle_drivers`)
}

/**
 * Adds what cost per mile and on-time maintenance read: four odometer readings and three completed intervals of each vehicle,
 * most of them within a year. A folder of an earlier version gets them too; its orders have no times of completion.
 */
async function addMaintenance(db: Database, print: (line: string) => void): Promise<void> {
  const [has] = await db.query(sql`select from interval_completions where fleet_id = ${FLEET} limit 1`)
  if (has) return
  print('readings and completed intervals')
  await db.system(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`)
    await tx.query(sql`
      insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
      select v.fleet_id, v.id, 30000 + 4000 * n + v.id % 3000, v.odometer_units, current_date - (460 - 110 * n + (v.id % 50)::int), 'driver'
      from vehicles v, generate_series(1, 4) n where v.fleet_id = ${FLEET}`)
    await tx.query(sql`
      insert into interval_completions (fleet_id, vehicle_id, item_id, closed_on, due_date, due_at, done_at, unit, in_time,
        service_definition_ids)
      select v.fleet_id, v.id, n, day, day + (v.id % 21)::int - 10, 40000, 39000 + (v.id % 2000)::int, v.odometer_units,
        case when v.id % 20 = 0 then null else v.id % 21 >= 10 and v.id % 2000 <= 1000 end, array[1 + (v.id + n) % 20]
      from vehicles v, generate_series(1, 3) n, lateral (select current_date - (((v.id * 7 + n * 131) % 500)::int) as day) d
      where v.fleet_id = ${FLEET}`)
  })
  await db.query(sql`set statement_timeout = 0`)
  await db.query(sql`vacuum analyze odometer_readings, interval_completions`)
}

async function triggers(tx: Transaction, be: Query): Promise<void> {
  await tx.query(sql`alter table vehicles ${be} trigger sync_insert`)
  await tx.query(sql`alter table shop_orders ${be} trigger user`)
  await tx.query(sql`alter table manual_maintenance_histories ${be} trigger user`)
  await tx.query(sql`alter table maintenance_intervals ${be} trigger user`)
  await tx.query(sql`alter table vehicle_schedules ${be} trigger user`)
}
