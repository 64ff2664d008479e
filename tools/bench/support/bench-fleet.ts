import { type Database, disableTimeouts, type Transaction } from '#server/db/database.ts'
import { insertRows } from '#server/db/seed/bulk.ts'
import { assignDrivers } from '#server/db/seed/fleet/drivers.ts'
import { createFleets } from '#server/db/seed/fleet/fleets.ts'
import { createPeople } from '#server/db/seed/fleet/people.ts'
import { createServices } from '#server/db/seed/fleet/services.ts'
import { createShops } from '#server/db/seed/fleet/shops.ts'
import { createVehicles } from '#server/db/seed/fleet/vehicles.ts'
import { computeDueDates } from '#server/db/seed/load.ts'
import { createTemplates, createVehicleSchedules } from '#server/db/seed/maintenance/schedules.ts'
import { createTelematics } from '#server/db/seed/maintenance/telematics.ts'
import { AFFILIATION, FLEETS } from '#server/db/seed/tables/fleets.ts'
import { sql } from '#server/db/sql.ts'
import { hashPassword } from '#server/modules/access/passwords.ts'
import { hashToken, newToken } from '#server/modules/access/session/tokens.ts'

/** Password of all users. */
export const BENCH_PASSWORD = 'wheelbook-bench'

export interface BenchFleet {
  id: number
  /** An Owner: sees every vehicle. */
  owner: { id: number; email: string }
  vehicleIds: number[]
}

/** Inserts what all fleets share (services, shops, schedules, the affiliation) into an empty database. */
export async function seedBenchBasics(db: Database): Promise<void> {
  await db.system(async (tx) => {
    await insertRows(tx, 'affiliations', [AFFILIATION])
    await insertRows(tx, 'service_definitions', createServices())
    await insertRows(tx, 'shops', createShops())
    const schedules = createTemplates()
    await insertRows(tx, 'schedule_templates', schedules.templates)
    await insertRows(tx, 'schedule_items', schedules.items)
  })
}

/**
 * Creates a fleet like the demo's with this number of vehicles and manual history rows, with two services each. Sign-in
 * needs no one-time password.
 */
export async function makeBenchFleet(
  db: Database,
  size: { id: number; vehicles: number; histories: number },
): Promise<BenchFleet> {
  const [model] = FLEETS
  if (!model) throw new RangeError('No fleet to take after')
  const today = new Date().toISOString().slice(0, 10)
  const plan = { ...model, id: size.id, vehicles: size.vehicles, domain: `bench${size.id}.example` }
  const people = createPeople([plan], today).filter(({ fleet_id }) => fleet_id === plan.id)
  const vehicles = createVehicles(plan, today)
  const owner = people.find(({ roles }) => roles.includes('Owner'))
  if (!owner) throw new RangeError('A fleet without an owner')
  const password_hash = await hashPassword(BENCH_PASSWORD)

  await db.system(async (tx) => {
    await disableTimeouts(tx)
    const flags = { multifactor_authentication: false }
    await insertRows(
      tx,
      'fleets',
      createFleets([plan], today).map((fleet) => ({ ...fleet, flags })),
    )
    await insertRows(
      tx,
      'users',
      people.map((user) => ({ ...user, is_active: true, password_hash })),
    )
    const rows = vehicles.map(({ row }) => row)
    await insertRows(tx, 'vehicles', rows)
    await insertRows(tx, 'vehicle_drivers', assignDrivers([plan], vehicles, people))
    await insertRows(tx, 'telematics_snapshots', createTelematics(vehicles, today))
    await insertRows(tx, 'vehicle_schedules', createVehicleSchedules(vehicles))
    await insertHistories(tx, plan.id, owner.id, size.histories)
    await computeDueDates(tx, rows, today)
    await tx.query(sql`analyze`)
  })
  return { id: plan.id, owner, vehicleIds: vehicles.map(({ row }) => row.id) }
}

/** Spreads the rows evenly over the vehicles, one per day backwards. */
async function insertHistories(tx: Transaction, fleetId: number, userId: number, count: number) {
  await tx.query(sql`
    with v as (
      select id, odometer, odometer_units, row_number() over (order by id) - 1 as nth, count(*) over () as of
      from vehicles where fleet_id = ${fleetId}
    ), h as (
      insert into manual_maintenance_histories (id, fleet_id, vehicle_id, custom_shop_name, po_number, odometer,
        odometer_units, date_of_completion, content_hash, created_by)
      select gen_random_uuid(), ${fleetId}, v.id, 'Bench Garage', 'PO-' || n, greatest(0, v.odometer - n), v.odometer_units,
        current_date - n / 25, sha256(n::text::bytea), ${userId}
      from generate_series(0, ${count}::int - 1) n join v on v.nth = n % v.of
      returning id, fleet_id
    )
    insert into history_services (fleet_id, history_id, row_number, service_definition_id, price)
    select h.fleet_id, h.id, r, (select min(id) from service_definitions) + r, 49.95 + r from h, generate_series(0, 1) r`)
}

/** Opens a session of the owner. Returns its token, for the cookie or the Authorization header. */
export async function openBenchSession(db: Database, fleet: BenchFleet): Promise<string> {
  const token = newToken()
  await db.query(sql`
    insert into sessions (token_hash, user_id, fleet_id, is_remembered, expires_at)
    values (${hashToken(token)}, ${fleet.owner.id}, ${fleet.id}, true, now() + interval '1 day')`)
  return token
}
