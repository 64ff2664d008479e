import type { Database, Transaction } from '#server/db/database.ts'
import { AFFILIATION } from '#server/db/seed/tables/fleets.ts'
import { sql } from '#server/db/sql.ts'
import { openBenchSession, seedBenchBasics } from '#tools/bench/support/bench-fleet.ts'

export interface CompanySize {
  fleets: number
  vehicles: number
  orders: number
  /** Open orders, each of another vehicle. */
  openOrders: number
}
/** Size of the measured management company. Two percent of the vehicles have an open order. */
export const FULL: CompanySize = { fleets: 2000, vehicles: 1_000_000, orders: 3_000_000, openOrders: 20_000 }
/** For a smoke run; its results are meaningless. */
export const SMALL: CompanySize = { fleets: 100, vehicles: 2000, orders: 6000, openOrders: 200 }
const FIRST_FLEET = 20_001
/** Tables filled without their triggers. */
const QUIET = ['vehicles', 'shop_orders', 'users', 'payments', 'payment_activities']
const FMC_USER = { id: 9_000_000, email: 'fmc@bench.example' }

/**
 * Creates a management company with all its fleets, as after the nightly jobs. Returns the token of an FMC user. Runs
 * once per database.
 */
export async function makeCompany(
  db: Database,
  size: CompanySize,
  print: (line: string) => void,
): Promise<string> {
  const fleet = { id: FIRST_FLEET, owner: FMC_USER, vehicleIds: [] }
  const found = await db.query(sql`select from users where id = ${FMC_USER.id}`)
  if (found.length > 0) return openBenchSession(db, fleet)
  await seedBenchBasics(db)
  await db.system(async (tx) => {
    await tx.query(sql`set local statement_timeout = 0`)
    // Triggers record changes for devices, which are not needed here. Totals are computed below in one go.
    for (const table of QUIET) await tx.executeSql(`alter table ${table} disable trigger user`, [])
    print('fleets and users')
    await insertFleets(tx, size)
    print('vehicles')
    await insertVehicles(tx, size)
    print('orders')
    await insertOrders(tx, size)
    print('payments')
    await insertPayments(tx)
    print('totals')
    await tx.query(sql`
      insert into vehicle_tallies select fleet_id, is_active, count(*) from vehicles group by 1, 2`)
    await tx.query(sql`
      insert into fleet_tallies (fleet_id, users, transactions, spend)
      select f.id, (select count(*) from users u where u.fleet_id = f.id and u.is_active), coalesce(o.n, 0),
        coalesce(o.spend, 0)
      from fleets f left join (select fleet_id, count(*) as n, sum(total) as spend from shop_orders
        where status in ('paid', 'paid_in_shop', 'paid_deferred') group by 1) o on o.fleet_id = f.id`)
    for (const table of QUIET) await tx.executeSql(`alter table ${table} enable trigger user`, [])
  })
  print('vacuum and analyze, as the database does by itself in time')
  await db.query(sql`set statement_timeout = 0`)
  await db.query(sql`vacuum analyze`)
  return openBenchSession(db, fleet)
}

async function insertFleets(tx: Transaction, size: CompanySize): Promise<void> {
  await tx.query(sql`
    insert into fleets (id, affiliation_id, name, country, brand, time_zone, region, rep, other_id, fleet_payment_type)
    overriding system value
    select ${FIRST_FLEET} + n, ${AFFILIATION.id},
      (array['Harbor', 'Cedar', 'Ridge', 'Summit', 'Prairie'])[1 + n % 5] || ' Freight ' || n,
      case when n % 10 = 0 then 'CA' else 'US' end, 'wheelbook', 'America/New_York',
      (array['East', 'West', 'North', 'South'])[1 + n % 4], 'Rep ' || n % 25, 'F-' || n,
      (array['invoice', 'wex', 'credit_card', 'pay_in_shop'])[1 + n % 4]
    from generate_series(0, ${size.fleets}::int - 1) n`)
  await tx.query(sql`
    insert into users (id, fleet_id, affiliation_id, email, first_name, last_name, roles)
    overriding system value
    values (${FMC_USER.id}, ${FIRST_FLEET}, ${AFFILIATION.id}, ${FMC_USER.email}, 'Fran', 'Chise', array['FMC'])`)
  await tx.query(sql`
    insert into users (fleet_id, email, first_name, last_name, roles)
    select f.id, 'user' || f.id || '-' || n || '@bench.example', 'Person', md5(f.id || '-' || n), array['Owner']
    from fleets f, generate_series(1, 5) n where f.id >= ${FIRST_FLEET}`)
}

async function insertVehicles(tx: Transaction, size: CompanySize): Promise<void> {
  await tx.query(sql`
    insert into vehicles (id, fleet_id, vin, year, make, model, name_of_vehicle, other_id, department_number, odometer,
      odometer_units)
    overriding system value
    select 10000000 + n, ${FIRST_FLEET} + n % ${size.fleets}::int, '1FT' || lpad(n::text, 14, '0'), 2012 + n % 14,
      (array['Ford', 'Ram', 'Chevrolet', 'Toyota'])[1 + n % 4], (array['Transit', 'ProMaster', 'Express', 'Sienna'])[1 + n % 4],
      'Unit ' || n, 'A' || n, 'Department ' || n % 40, 50000 + n % 90000, 'mi'
    from generate_series(0, ${size.vehicles}::int - 1) n`)
  // Without its texts, a vehicle is not found by search, and its open orders are not inserted below.
  await tx.query(sql`
    insert into vehicle_texts (fleet_id, vehicle_id, is_active, text)
    select fleet_id, id, is_active, vehicle_text(name_of_vehicle, year, make, model, sub_model, vin, license_plate_number,
      other_id, department_number, null)
    from vehicles where id >= 10000000`)
}

async function insertOrders(tx: Transaction, size: CompanySize): Promise<void> {
  await tx.query(sql`
    with places as (select id, row_number() over (order by id) - 1 as nth, count(*) over () as all_of from shops)
    insert into shop_orders (id, fleet_id, vehicle_id, shop_id, status, appointment_datetime, odometer, odometer_units,
      pre_tax_sub_total, tax_amount, total, invoice_number, po_number)
    overriding system value
    select 100000000 + n, ${FIRST_FLEET} + (n % ${size.vehicles}::int) % ${size.fleets}::int,
      10000000 + n % ${size.vehicles}::int, p.id,
      case when n < ${size.openOrders}::int
        then (array['initiated', 'active', 'awaiting_approval', 'approved', 'walk_in'])[1 + n % 5]
        else (array['paid', 'paid', 'paid', 'paid_in_shop', 'complete', 'cancel'])[1 + n % 6] end,
      case when n < ${size.openOrders}::int then date_trunc('hour', now()) + make_interval(hours => n % 700)
        else date_trunc('hour', now()) - make_interval(hours => n % 26000) end,
      50000 + n % 40000, 'mi', 100 + n % 400, 8, 108 + n % 400, 'INV-' || n, case when n % 3 = 0 then 'PO-' || n end
    from generate_series(0, ${size.orders}::int - 1) n join places p on p.nth = n % p.all_of`)
  await tx.query(sql`
    insert into open_orders
    select o.id, o.fleet_id, o.vehicle_id, o.shop_id, o.status, o.appointment_datetime, o.total, o.po_number,
      o.invoice_number, o.custom_shop_name, v.display_name, v.vin, v.other_id, v.department_number, t.text
    from shop_orders o join vehicles v on v.id = o.vehicle_id
      join vehicle_texts t on t.vehicle_id = v.id and t.fleet_id = v.fleet_id
    where o.id < 100000000 + ${size.openOrders}::int`)
  await tx.query(sql`
    insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
    select o.fleet_id, o.id, s.id, s.name_en, 'active', 100, 100
    from shop_orders o join lateral (select id, name_en from service_definitions where id = 1 + o.id % 20) s on true
    where o.id < 100000000 + ${size.openOrders}::int`)
  await tx.query(sql`
    insert into maintenance_intervals (fleet_id, vehicle_id, name, tag, due_at, unit, due_status, service_definition_ids)
    select o.fleet_id, o.vehicle_id, 'Oil change', 'Past Due', 60000, 'mi',
      (array['past_due', 'due_soon'])[1 + o.id % 2], array[1]
    from shop_orders o where o.id < 100000000 + ${size.openOrders}::int and o.id % 3 > 0`)
}

/** Every paid order was charged to a WEX account; one in fifty was partly refunded. */
async function insertPayments(tx: Transaction): Promise<void> {
  await tx.query(sql`
    insert into payments (id, fleet_id, order_id, attempt, key, provider, account_number, currency, amount,
      capture_amount, refunded_amount, status, created_at)
    overriding system value
    select o.id, o.fleet_id, o.id, 1, 'order-' || o.id || '-1', 'WEX', '0412345678901',
      case f.country when 'CA' then 'CAD' else 'USD' end, o.total, o.total,
      case when o.id % 50 = 0 then 10 else 0 end, 'captured', o.appointment_datetime
    from shop_orders o join fleets f on f.id = o.fleet_id where o.status = 'paid' and o.id >= 100000000`)
  await tx.query(sql`
    insert into payment_activities (fleet_id, payment_id, order_id, kind, amount, created_at)
    select p.fleet_id, p.id, p.order_id, k.kind, k.amount, p.created_at + k.later
    from payments p join lateral (values ('authorized', p.amount, interval '0'), ('captured', p.amount, interval '1 hour'),
      ('refunded', p.refunded_amount, interval '2 days')) k (kind, amount, later) on k.amount > 0
    where p.id >= 100000000 order by p.created_at`)
}
