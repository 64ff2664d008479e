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

  it('moves the money of an order when the work is complete, after its approval (ruling 28)', async () => {
    const [early] = await db.query<{ captured: number; held: number; approved: number }>(sql`
      select count(*) filter (where a.kind = 'captured' and a.created_at < o.completed_at) as captured,
        count(*) filter (where a.kind = 'authorized' and a.created_at > o.completed_at) as held,
        count(*) filter (where o.last_approval_date > o.completed_at) as approved
      from payment_activities a join shop_orders o on o.id = a.order_id`)
    expect(early).toEqual({ captured: 0, held: 0, approved: 0 })
  })

  it('logs what happened to each order, in order, and who approved it (ruling 14, TRX-012)', async () => {
    const logs = await db.query<{ status: string; steps: string; n: number }>(sql`
      select status, steps, count(*) as n from (
        select o.status, string_agg(replace(a.activity_type, 'auto_', ''), ' ' order by a.id) as steps from shop_orders o
          join shop_order_activity_items a on a.order_id = o.id group by o.id) each group by 1, 2 order by 1`)
    expect(Object.fromEntries(logs.map(({ status, steps }) => [status, steps]))).toEqual({
      active: 'request confirm',
      approved: 'request confirm estimate approve',
      awaiting_approval: 'request confirm estimate',
      complete: 'request confirm estimate approve complete',
      initiated: 'request',
      paid: 'request confirm estimate approve complete pay',
      paid_deferred: 'request confirm estimate approve complete defer_payment',
      paid_in_shop: 'request confirm estimate approve complete pay_in_shop',
      walk_in: 'estimate',
    })
    const [orders] = await db.query<{ n: number; without_approver: number }>(sql`
      select count(*) as n, count(*) filter (where approver_id is null and not is_auto_approved
        and status not in ('initiated', 'active', 'awaiting_approval', 'walk_in')) as without_approver from shop_orders`)
    expect(logs.reduce((sum, { n }) => sum + n, 0)).toBe(orders?.n)
    expect(orders?.without_approver).toBe(0)
    const [backwards] = await db.query<{ n: number }>(sql`
      select count(*) as n from (select created_at < lag(created_at) over (partition by order_id order by id) as is_early
        from shop_order_activity_items) step where is_early`)
    expect(backwards?.n).toBe(0)
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
