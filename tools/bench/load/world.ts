import { type Database, disableTimeouts, type Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { newToken } from '#server/modules/access/session/tokens.ts'
import { makeCompany } from '#tools/bench/api/company/company-world.ts'
import { FLEETS, MANAGERS, PHONES_PER_FLEET } from './mix.ts'

/** A signed-in user and what they work with. */
export interface LoadUser {
  token: string
  fleetId: number
  userId: number
  vehicles: { id: number; odometer: number }[]
  orders: number[]
}

export interface LoadWorld {
  /** By number: the phones of fleet n are those from `n * PHONES_PER_FLEET`. */
  phones: LoadUser[]
  managers: LoadUser[]
  today: string
}

const VEHICLES_PER_FLEET = 40
const DRIVERS_PER_FLEET = 8
const OWNER_PHONES = PHONES_PER_FLEET - DRIVERS_PER_FLEET
const FIRST_DRIVER = 9_100_000
const ENTRIES_PER_VEHICLE = 5
const INTERVALS_PER_VEHICLE = 3

export const WORLD_TEXT = `${FLEETS} fleets with ${VEHICLES_PER_FLEET} vehicles each, ${PHONES_PER_FLEET} phones each (${DRIVERS_PER_FLEET} of drivers), ${MANAGERS} managers`

/** Tables that are filled without their triggers, which are too slow row by row. What they compute is inserted directly. */
const QUIET = ['vehicle_drivers', 'maintenance_intervals', 'manual_maintenance_histories', 'history_services']

const PARTS: Record<string, (tx: Transaction) => Promise<void>> = {
  drivers: insertDrivers,
  entries: insertEntries,
  'due items': insertIntervals,
  'changes for devices': insertChanges,
}

/** Fills a migrated database: fleets, vehicles, drivers, orders, entries, and what devices are to learn of them. */
export async function makeLoadWorld(db: Database, print: (line: string) => void): Promise<LoadWorld> {
  const vehicles = FLEETS * VEHICLES_PER_FLEET
  await makeCompany(db, { fleets: FLEETS, vehicles, orders: vehicles * 3, openOrders: vehicles / 10 }, print)
  for (const [what, insert] of Object.entries(PARTS)) {
    print(what)
    await db.system(async (tx) => {
      await disableTimeouts(tx)
      for (const table of QUIET) await tx.executeSql(`alter table ${table} disable trigger user`, [])
      await insert(tx)
      for (const table of QUIET) await tx.executeSql(`alter table ${table} enable trigger user`, [])
    })
    // Otherwise the next statement is planned for empty tables.
    await db.query(sql`analyze`)
  }
  await db.query(sql`vacuum analyze`)
  return openSessions(db)
}

/** Each driver has some of the fleet's vehicles. The company spreads vehicles over fleets in turn. */
async function insertDrivers(tx: Transaction): Promise<void> {
  await tx.query(sql`
    with f as (select id, row_number() over (order by id) - 1 as nth from fleets where id > 20000)
    insert into users (id, fleet_id, email, first_name, last_name, roles)
    overriding system value
    select ${FIRST_DRIVER}::int + f.nth * ${DRIVERS_PER_FLEET}::int + d, f.id, 'driver' || f.id || '-' || d || '@bench.example',
      'Driver', md5(f.id || '/' || d), array['Driver']
    from f, generate_series(0, ${DRIVERS_PER_FLEET}::int - 1) d`)
  await tx.query(sql`
    with v as (select id, fleet_id, row_number() over (partition by fleet_id order by id) as nth from vehicles),
      d as (select id, fleet_id, row_number() over (partition by fleet_id order by id) - 1 as nth from users
        where id >= ${FIRST_DRIVER})
    insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
    select v.fleet_id, v.id, d.id from v
      join d on d.fleet_id = v.fleet_id and d.nth = v.nth % ${DRIVERS_PER_FLEET}::int`)
}

async function insertEntries(tx: Transaction): Promise<void> {
  await tx.query(sql`
    with h as (
      insert into manual_maintenance_histories (id, fleet_id, vehicle_id, custom_shop_name, po_number, odometer,
        odometer_units, date_of_completion, content_hash, total)
      select gen_random_uuid(), v.fleet_id, v.id, 'Bench Garage', 'PO-' || n, greatest(0, v.odometer - n * 1000),
        v.odometer_units, current_date - n * 60, sha256((v.id || '/' || n)::bytea), 100.90
      from vehicles v, generate_series(1, ${ENTRIES_PER_VEHICLE}::int) n
      returning id, fleet_id, date_of_completion)
    insert into history_services (fleet_id, history_id, row_number, service_definition_id, price, done_on)
    select h.fleet_id, h.id, r, (select min(id) from service_definitions) + r, 49.95 + r, h.date_of_completion from h, generate_series(0, 1) r`)
}

async function insertIntervals(tx: Transaction): Promise<void> {
  await tx.query(sql`
    insert into maintenance_intervals (fleet_id, vehicle_id, name, tag, due_status, due_at, due_date, unit, service_definition_ids)
    select v.fleet_id, v.id, 'Every ' || n, (array['Past Due', 'Currently Due', 'Upcoming', 'Upcoming'])[1 + (v.id + n) % 4],
      (array['past_due', 'due_soon'])[1 + (v.id + n) % 2], 50000 + v.id % 9000, current_date + (v.id % 400)::int,
      v.odometer_units, array[1 + (v.id + n) % 20]
    from vehicles v, generate_series(1, ${INTERVALS_PER_VEHICLE}::int) n`)
}

/** Triggers would have noted these rows for devices. */
async function insertChanges(tx: Transaction): Promise<void> {
  await tx.query(sql`
    insert into sync_changes (fleet_id, type, entity_id, vehicle_id)
    select fleet_id, 'vehicle', id::text, id from vehicles
    union all select fleet_id, 'order_history', id::text, vehicle_id from shop_orders
    union all select fleet_id, 'manual_history', id::text, vehicle_id from manual_maintenance_histories
    union all select fleet_id, 'interval', id::text, vehicle_id from maintenance_intervals
    on conflict do nothing`)
}

interface UserRow {
  id: number
  fleet_id: number
  is_driver: boolean
}

/** Opens a session for every phone and manager. */
async function openSessions(db: Database): Promise<LoadWorld> {
  const users = await db.query<UserRow>(sql`
    select id, fleet_id, id >= ${FIRST_DRIVER} and id < ${FIRST_DRIVER + FLEETS * DRIVERS_PER_FLEET} as is_driver
    from users where fleet_id > 20000 and id <> 9000000 order by fleet_id, is_driver desc, id`)
  const vehicles = await db.query<{
    id: number
    odometer: number
    fleet_id: number
    driver: number | null
  }>(sql`
    select v.id, v.odometer, v.fleet_id, d.user_id as driver
    from vehicles v left join vehicle_drivers d on d.vehicle_id = v.id order by v.id`)
  const orders = await db.query<{ id: number; fleet_id: number }>(
    sql`select id, fleet_id from open_orders order by id`,
  )
  const vehiclesOf = Map.groupBy(vehicles, (vehicle) => vehicle.fleet_id)
  const ordersOf = Map.groupBy(orders, (order) => order.fleet_id)
  const phones: LoadUser[] = []
  const managers: LoadUser[] = []
  for (const [fleetId, of] of Map.groupBy(users, (user) => user.fleet_id)) {
    const signedIn = of.map(({ id, is_driver }): LoadUser => {
      const own = (vehiclesOf.get(fleetId) ?? []).filter(({ driver }) => !is_driver || driver === id)
      return {
        token: newToken(),
        fleetId,
        userId: id,
        vehicles: own.map((vehicle) => ({ id: vehicle.id, odometer: vehicle.odometer })),
        orders: (ordersOf.get(fleetId) ?? []).map((order) => order.id),
      }
    })
    phones.push(...signedIn.slice(0, DRIVERS_PER_FLEET + OWNER_PHONES))
    const manager = signedIn[DRIVERS_PER_FLEET + OWNER_PHONES]
    if (manager && managers.length < MANAGERS) managers.push(manager)
  }
  const all = [...phones, ...managers]
  await db.query(sql`
    insert into sessions (token_hash, user_id, fleet_id, is_remembered, expires_at)
    select sha256(convert_to(token, 'UTF8')), user_id, fleet_id, true, now() + interval '1 day'
    from unnest(${all.map(({ token }) => token)}::text[], ${all.map(({ userId }) => userId)}::bigint[],
      ${all.map(({ fleetId }) => fleetId)}::bigint[]) as s (token, user_id, fleet_id)`)
  const [{ today = '' } = {}] = await db.query<{ today: string }>(
    sql`select (now() at time zone 'America/New_York')::date::text as today`,
  )
  return { phones, managers, today }
}
