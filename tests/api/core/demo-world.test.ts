import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemoWorld } from '#server/db/seed/load.ts'
import { sql } from '#server/db/sql.ts'
import { refreshVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'

let base: string
let postgres: EmbeddedPostgres
let db: Database
const stored = new Map<string, number>()

const world = {
  today: '2026-11-20',
  bigFleetVehicles: 20,
  hashPassword: async () => 'not a hash',
  putFile: async (key: string, bytes: Uint8Array) => {
    stored.set(key, bytes.length)
  },
}
const count = async (table: 'fleets' | 'vehicles' | 'documents') => {
  const from = { fleets: sql`fleets`, vehicles: sql`vehicles`, documents: sql`documents` }[table]
  const [row] = await db.query<{ n: number }>(sql`select count(*) as n from ${from}`)
  return row?.n
}

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'wheelbook-seed-'))
  await chmod(base, 0o711)
  postgres = await startEmbeddedPostgres({ folder: join(base, 'postgres') })
  db = openDatabase(postgres.connectionString)
  await migrate(db)
})

afterAll(async () => {
  await db.close()
  await postgres.stop()
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
})

describe('loading the demo world (ruling 2)', () => {
  it('leaves nothing behind if a file cannot be stored', async () => {
    const putFile = async () => {
      throw new Error('disk full')
    }
    await expect(seedDemoWorld(db, { ...world, putFile })).rejects.toThrow('disk full')
    expect(await count('fleets')).toBe(0)
  })

  it('fills an empty database once, even if two servers start together', async () => {
    const filled = await Promise.all([seedDemoWorld(db, world), seedDemoWorld(db, world)])
    expect(filled.sort()).toEqual([false, true])
    expect(await count('fleets')).toBe(13)
    expect(await count('vehicles')).toBe(602)
  })

  it('has stored the file of every document under the key in its row', async () => {
    const rows = await db.query<{ storage_key: string; byte_size: number }>(
      sql`select storage_key, byte_size from documents where state = 'stored'`,
    )
    expect(rows.length).toBe(await count('documents'))
    for (const { storage_key, byte_size } of rows) expect(stored.get(storage_key)).toBe(byte_size)
  })

  it('has past due vehicles, some that are currently due, and mostly others, by the due engine', async () => {
    const tagsOf = async (ids: number[] | null) =>
      db.query<{ tag: string; n: number }>(sql`
        select tag, count(distinct vehicle_id) as n from maintenance_intervals
        where item_id is not null and (${ids}::bigint[] is null or vehicle_id = any(${ids}::bigint[])) group by 1`)
    expect((await tagsOf([10_001])).map(({ tag }) => tag).sort()).toEqual([
      'Currently Due',
      'Past Due',
      'Upcoming',
    ])
    expect(await tagsOf([10_002])).toHaveLength(3)
    const share = new Map((await tagsOf(null)).map(({ tag, n }) => [tag, n / 588]))
    expect(share.get('Past Due')).toBeGreaterThan(0.05)
    expect(share.get('Past Due')).toBeLessThan(0.3)
    expect(share.get('Currently Due')).toBeGreaterThan(0.08)
    expect(share.get('Upcoming')).toBeGreaterThan(0.5)
  })

  it('has a payment for each paid order, to the cent, in transactions and at the gateway too', async () => {
    const [paid] = await db.query<{ orders: number; total: string }>(
      sql`select count(*) as orders, sum(total)::text as total from shop_orders where status = 'paid'`,
    )
    expect(paid?.orders).toBeGreaterThan(1000)
    expect(
      await db.query(
        sql`select count(distinct order_id) as orders, sum(capture_amount)::text as total from payments where status = 'captured'`,
      ),
    ).toEqual([paid])
    expect(
      await db.query(
        sql`select count(*) as orders, sum(amount)::text as total from payment_activities where kind = 'captured'`,
      ),
    ).toEqual([paid])
    expect(
      await db.query(
        sql`select count(*) as orders, sum(amount)::text as total from card_sandbox.transactions where status = 'captured'`,
      ),
    ).toEqual([paid])
    // Approved orders are authorized, and those in manual review belong to fleets that pay here.
    const open = await db.query<{ status: string; payment: string | null }>(sql`
      select distinct o.status, p.status as payment from shop_orders o
        join fleets f on f.id = o.fleet_id and f.pays_through_platform left join payments p on p.order_id = o.id
      where o.status in ('approved', 'paid_deferred') order by 1`)
    expect(open).toEqual([
      { status: 'approved', payment: 'authorized' },
      { status: 'paid_deferred', payment: 'failed' },
    ])
    const [stray] = await db.query<{ n: number }>(sql`
      select count(*) as n from shop_orders o join fleets f on f.id = o.fleet_id
      where o.status = 'paid_deferred' and not f.pays_through_platform`)
    expect(stray?.n).toBe(0)
  })

  it('has figures of each vehicle that follow from its records: a refresh changes none', async () => {
    const figures = () =>
      db.query<{ id: number; fleet_id: number; last: string | null }>(sql`
        select id, fleet_id, last_maintenance_date as last, last_maintenance_odometer, odometer, ytd_maintenance_cost::text,
          cost_per_mile::text from vehicles order by id`)
    const seeded = await figures()
    await db.system(async (tx) => {
      for (const { id, fleet_id } of seeded) await refreshVehicle(tx, fleet_id, id, world.today)
    })
    expect(await figures()).toEqual(seeded)
    expect(seeded.filter(({ last }) => last !== null).length).toBeGreaterThan(550)
  })

  it('continues from the highest id', async () => {
    const [vehicle] = await db.query<{ id: number }>(
      sql`insert into vehicles (fleet_id, odometer_units) values (4, 'mi') returning id`,
    )
    expect(vehicle?.id).toBe(130_015)
  })

  it('shows a fleet only its own rows', async () => {
    const fleets = await db.tenant(2, (tx) =>
      tx.query<{ fleet_id: number }>(sql`select distinct fleet_id from manual_maintenance_histories`),
    )
    expect(fleets).toEqual([{ fleet_id: 2 }])
  })
})
