import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import {
  type BenchFleet,
  makeBenchFleet,
  openBenchSession,
  seedBenchBasics,
} from '#tools/bench/support/bench-fleet.ts'
import { addIntervals, addPastOrders, copyVehicles } from '#tools/bench/support/copies.ts'

/** A fleet with the data that its owner's phone has after syncing. */
export interface StagedFleet extends BenchFleet {
  vehicles: number
  histories: number
  /** Orders that `addOrders` has added. */
  orders?: number
  /** A session of the owner. */
  token: string
  /** Search texts: VIN endings, so that each letter leaves fewer rows. */
  words: string[]
  /** License plates of vehicles. */
  plates: string[]
}

export interface Stage {
  url: string
  /** 500 vehicles and 5,000 history rows. */
  usual: StagedFleet
  /** 20 vehicles: little data besides the screen itself. */
  small: StagedFleet
  /** 2,000 vehicles. */
  big: StagedFleet
  /** 50,000 vehicles, with two intervals each. */
  huge: StagedFleet | null
  /** An order of the small fleet that awaits its owner's approval. */
  waitingOrderId: number
  /** Rows of a fleet for the plain grid. */
  plainRows(fleet: StagedFleet): Promise<object[]>
  /** Returns the fleet with this number of past orders, for figures that come last. */
  addOrders(fleet: StagedFleet, orders: number): Promise<StagedFleet>
  /** Stops the server before the phones, because an offline start has no server. */
  stopServer(): Promise<void>
  remove(): Promise<void>
}

const HUGE = { id: 904, vehicles: 50_000, histories: 0 }
/** Vehicles generated like the demo's; all others of the huge fleet are copies of these. */
const MODELS = 200

/**
 * Starts the production server with its fleets, on a temporary data folder. The huge fleet is optional. `hasOthers`: false
 * if only the huge fleet is measured; then the others have few rows.
 */
export async function makeStage({ hasHuge = false, hasOthers = true } = {}): Promise<Stage> {
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-bench-'))
  await chmod(base, 0o711)
  const server = await startProductionServer({ dataFolder: join(base, 'data'), env: { LOG_LEVEL: 'warn' } })
  const db = openDatabase(server.databaseUrl, { max: 1 })
  const fleet = async (size: { id: number; vehicles: number; histories: number }): Promise<StagedFleet> => {
    const isHuge = size.id === HUGE.id
    const made = await makeBenchFleet(db, isHuge ? { ...size, vehicles: MODELS } : size)
    if (isHuge)
      await db.system(async (tx) => {
        await tx.query(sql`set local statement_timeout = 0`)
        await copyVehicles(tx, size.id, size.vehicles)
        await addIntervals(tx, size.id, 2)
      })
    const vins = await db.query<{ word: string }>(
      sql`select lower(right(vin, 5)) as word from vehicles where fleet_id = ${size.id} order by md5(vin) limit 40`,
    )
    const plates = await db.query<{ plate: string }>(
      sql`select lower(license_plate_number) as plate from vehicles
        where fleet_id = ${size.id} and license_plate_number is not null order by md5(vin) limit 40`,
    )
    const token = await openBenchSession(db, made)
    return {
      ...made,
      ...size,
      token,
      words: vins.map(({ word }) => word),
      plates: plates.map(({ plate }) => plate),
    }
  }
  try {
    await seedBenchBasics(db)
    const few = { vehicles: 20, histories: 60 }
    const usual = await fleet({ id: 902, ...(hasOthers ? { vehicles: 500, histories: 5000 } : few) })
    const big = await fleet({ id: 901, ...(hasOthers ? { vehicles: 2000, histories: 2000 } : few) })
    const small = await fleet({ id: 903, ...few })
    return {
      url: server.url,
      usual,
      small,
      big,
      huge: hasHuge ? await fleet(HUGE) : null,
      waitingOrderId: await waitingOrder(db, small),
      plainRows: async ({ id }) => {
        const reader = openDatabase(server.databaseUrl, { max: 1 })
        return reader.query<object>(ofPlainGrid(id)).finally(() => reader.close())
      },
      async addOrders(of, orders) {
        const writer = openDatabase(server.databaseUrl, { max: 1 })
        await writer.system((tx) => addPastOrders(tx, of.id, orders)).finally(() => writer.close())
        return { ...of, orders }
      },
      stopServer: async () => void (await server.stop()),
      remove: () => rm(base, { recursive: true, force: true, maxRetries: 5 }),
    }
  } finally {
    await db.close()
  }
}

async function waitingOrder(db: Database, fleet: StagedFleet): Promise<number> {
  const [service] = await db.query<{ id: number }>(
    sql`select id from service_definitions order by id limit 1`,
  )
  const [vehicle] = await db.query<{ id: number }>(sql`
    select v.id from vehicles v where v.fleet_id = ${fleet.id} and v.is_active and not exists (
      select from shop_orders o where o.vehicle_id = v.id) order by v.id limit 1`)
  if (!service || !vehicle) throw new Error('The bench has no vehicle without orders')
  const { id } = await anOpenOrder(
    db,
    { id: vehicle.id, fleetId: fleet.id },
    { status: 'awaiting_approval', serviceId: service.id, price: '280.75' },
  )
  return id
}

const ofPlainGrid = (fleetId: number) => sql`
  select id, display_name as name, case when is_active then 'Up to date' else 'Inactive' end as status, odometer,
    license_plate_number as plate, other_id, department_number as department, '' as drivers,
    last_maintenance_date as last_maintenance, vin from vehicles where fleet_id = ${fleetId} order by display_name, id`
