import { LOCKS, takeLock } from '#server/db/advisory-locks.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { refreshDueDates } from '#server/modules/maintenance/schedules/due.service.ts'
import { refreshVehicles } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import { DEMO_PASSWORD } from './accounts.ts'
import { advanceSequences, insertRows } from './bulk.ts'
import { recordActivity } from './orders/activity.ts'
import { recordPayments } from './orders/payments.ts'
import { createWorld, type DemoWorld, type WorldOptions } from './world.ts'

const FILES_AT_ONCE = 16
const REFRESHED_AT_ONCE = 500

interface SeedOptions extends WorldOptions {
  /** `put` of the file store. The keys are the same when the seed runs again after a failure. */
  putFile(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Called once: all accounts have the same password. */
  hashPassword(password: string): Promise<string>
}

/**
 * Fills an empty database with the demo world (ruling 2) in one transaction; takes about 10 s.
 * @returns false, without changes, when a fleet exists already
 */
export async function seedDemoWorld(db: Database, options: SeedOptions): Promise<boolean> {
  if (await hasFleets(db)) return false
  const world = await createWorld(options)
  const passwordHash = await options.hashPassword(DEMO_PASSWORD)
  const documents = await storeFiles(world, options.putFile)
  return db.system(async (tx) => {
    await takeLock(tx, LOCKS.seed)
    // Another server seeded the database first.
    if (await hasFleets(tx)) return false
    await insertWorld(tx, world, passwordHash, documents)
    await advanceSequences(tx)
    // Without statistics, the queries of the refresh read whole tables.
    await tx.query(sql`analyze`)
    await inBatches(world.vehicles, (fleetId, ids) => refreshVehicles(tx, fleetId, ids, options.today))
    await tx.query(sql`analyze`)
    return true
  })
}

async function insertWorld(
  tx: Transaction,
  world: DemoWorld,
  passwordHash: string,
  documents: object[],
): Promise<void> {
  const users = world.users.map((user) => ({ ...user, password_hash: passwordHash }))
  await insertRows(tx, 'affiliations', world.affiliations)
  await insertRows(tx, 'accounts', world.accounts)
  await insertRows(tx, 'fleets', world.fleets)
  await insertRows(tx, 'fleet_links', world.fleetLinks)
  await insertRows(tx, 'users', users)
  await insertRows(tx, 'user_accounts', world.userAccounts)
  await insertRows(tx, 'payment_methods', world.paymentMethods)
  await insertRows(tx, 'service_definitions', world.serviceDefinitions)
  await insertRows(tx, 'shops', world.shops)
  await insertRows(tx, 'shop_company_settings', world.companySettings)
  await insertRows(tx, 'agreed_prices', world.agreedPrices)
  await insertRows(tx, 'favorite_shops', world.favoriteShops)
  await insertRows(tx, 'maintenance_policies', world.policies)
  await insertRows(tx, 'promotions', world.promotions)
  await insertRows(tx, 'vehicles', world.vehicles)
  await insertRows(tx, 'vehicle_drivers', world.vehicleDrivers)
  await insertRows(tx, 'shop_orders', world.orders)
  await insertRows(tx, 'order_services', world.orderServices)
  await insertRows(tx, 'shop_orders', world.openOrders)
  await insertRows(tx, 'order_services', world.openOrderServices)
  await recordPayments(tx)
  await recordActivity(tx)
  await insertRows(tx, 'manual_maintenance_histories', world.histories)
  await insertRows(tx, 'history_services', world.historyServices)
  await insertRows(tx, 'glovebox_items', world.gloveboxItems)
  await insertRows(tx, 'documents', documents)
  await insertRows(tx, 'odometer_readings', world.odometerReadings)
  await insertRows(tx, 'telematics_snapshots', world.telematicsSnapshots)
  await insertRows(tx, 'schedule_templates', world.scheduleTemplates)
  await insertRows(tx, 'schedule_items', world.scheduleItems)
  await insertRows(tx, 'vehicle_schedules', world.vehicleSchedules)
  await insertRows(tx, 'service_marks', world.serviceMarks)
}

/** Computes what is due on the seeded vehicles with the product's own engine. */
export const computeDueDates = (tx: Transaction, vehicles: readonly SeededVehicle[], today: string) =>
  inBatches(vehicles, (fleetId, ids) => refreshDueDates(tx, fleetId, ids, today))

interface SeededVehicle {
  id: number
  fleet_id: number
}

async function inBatches(
  vehicles: readonly SeededVehicle[],
  refresh: (fleetId: number, ids: readonly number[]) => Promise<void>,
): Promise<void> {
  for (const [fleetId, own] of Map.groupBy(vehicles, (vehicle) => vehicle.fleet_id)) {
    const ids = own.map((vehicle) => vehicle.id)
    for (let from = 0; from < ids.length; from += REFRESHED_AT_ONCE)
      await refresh(fleetId, ids.slice(from, from + REFRESHED_AT_ONCE))
  }
}

/** Stores the file of every document, several at a time, because a row must not exist before its file. */
const hasFleets = async (db: Queryable) => (await db.query(sql`select id from fleets limit 1`)).length > 0

async function storeFiles(world: DemoWorld, putFile: SeedOptions['putFile']): Promise<object[]> {
  const rows: object[] = []
  const waiting = world.documents.values()
  const work = async () => {
    for (const { file: key, ...document } of waiting) {
      const file = world.files.byKey.get(key)
      if (file === undefined) throw new RangeError(`No demo file ${key}`)
      const storageKey = `${document.fleet_id}/${document.id}`
      await putFile(storageKey, file.bytes, file.contentType)
      rows.push({
        ...document,
        content_type: file.contentType,
        byte_size: file.bytes.length,
        sha256: file.sha256,
        state: 'stored',
        storage_key: storageKey,
      })
    }
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work))
  return rows
}
