import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: Awaited<ReturnType<TestServer['build']['fleet']>>
let owner: Client
beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet))
})
afterAll(() => server.stop())

const remove = async (vehicle: { id: number }, client = owner) => {
  const { rev } = (await client.get(`/vehicles/${vehicle.id}`)).body
  expect((await client.delete(`/vehicles/${vehicle.id}`, writeHeaders(randomUUID(), rev))).status).toBe(200)
}
const restore = (vehicle: { id: number }, client = owner) =>
  client.post(`/deleted_vehicles/${vehicle.id}/restore`, undefined, writeHeaders())

describe('a deletion', () => {
  it('by a fuel-card account user of another fleet is listed with their name, and is in the audit trail', async () => {
    const account = await server.build.account({ name: `Card ${randomUUID()}` })
    const home = await server.build.fleet({ accountId: account.id })
    const guest = await server.build.user(home, { accounts: [account], firstName: 'Guest' })
    const shared = await server.build.fleet({ accountId: account.id })
    const vehicle = await server.build.vehicle(shared, { name: 'Shared van' })
    const asGuest = await server.as(guest)
    expect((await asGuest.put('/fleet_users/impersonate_fleet', { fleet_id: shared.id })).status).toBe(200)
    await remove(vehicle, asGuest)

    const asOwner = await server.as(await server.build.user(shared))
    for (const client of [asOwner, asGuest]) {
      const { body } = await client.get('/deleted_vehicles')
      expect(body).toMatchObject({
        total_count: 1,
        deleted_vehicles: [{ id: vehicle.id, deleted_by: expect.stringMatching(/^Guest /) }],
      })
    }
    expect((await restore(vehicle, asOwner)).status).toBe(200)
    const { body } = await asOwner.get('/user_changes')
    const ofVehicle = body.changes.filter(({ act }: { act: string }) => act.startsWith('vehicle.'))
    expect(ofVehicle).toMatchObject([
      {
        act: 'vehicle.restored',
        by: { name: expect.stringMatching(/^Ada /) },
        changes: [{ field: 'vehicle', from: null, to: expect.stringContaining('Shared van') }],
      },
      {
        act: 'vehicle.deleted',
        by: { name: expect.stringMatching(/^Guest /) },
        changes: [{ field: 'vehicle', from: expect.stringContaining('Shared van'), to: null }],
      },
    ])
  })

  it('finds the rows of a vehicle by indexes', async () => {
    const vehicle = await server.build.vehicle(fleet)
    const tables = await server.db.query<{ name: string; condition: string }>(
      sql`select table_name as name, condition from tables_of_a_vehicle() order by place`,
    )
    const scans = await server.db.system(async (tx) => {
      // Test tables are too small to use an index. With sequential scans disabled, a remaining scan is one that no
      // index can replace.
      await tx.query(sql`set local enable_seqscan = off`)
      const found: string[] = []
      for (const { name, condition } of tables) {
        const text = condition.replaceAll('$1', String(vehicle.id)).replaceAll('$2', String(vehicle.fleetId))
        const plan = await tx.query({ text: `explain select * from ${name} where ${text}`, values: [] })
        if (JSON.stringify(plan).includes('Seq Scan')) found.push(name)
      }
      return found
    })
    expect(scans).toEqual([])
  })
})

describe('restoring a canceled order', () => {
  it('does not send notices that were not sent before the deletion', async () => {
    const vehicle = await server.build.vehicle(fleet)
    const order = await anOpenOrder(server.db, vehicle, { status: 'cancel' })
    await server.db.query(sql`
      insert into shop_order_activity_items (fleet_id, order_id, acting_party, activity_type, total)
      values (${vehicle.fleetId}, ${order.id}, 'shop', 'cancel', 5)`)
    await remove(vehicle)
    await restore(vehicle)
    const items = await server.db.query(
      sql`select told_at is null as is_waiting from shop_order_activity_items where order_id = ${order.id}`,
    )
    expect(items).toEqual([{ is_waiting: false }])
  })

  it('keeps the promotion of an order, unless another order uses it now', async () => {
    const [vehicle, other] = [await server.build.vehicle(fleet), await server.build.vehicle(fleet)]
    const restored = await anOpenOrder(server.db, vehicle, { status: 'cancel' })
    const [promotion] = await server.db.query<{ id: number }>(sql`
      insert into promotions (name_en, name_fr, description_en, description_fr, percent_off)
      values ('Ten', 'Dix', 'Off', 'De moins', 10) returning id`)
    const use = (order: { id: number }) =>
      server.db.query(sql`
        insert into customers_promotions (fleet_id, order_id, promotion_id) values (${fleet.id}, ${order.id}, ${promotion!.id})`)
    const usesOf = () =>
      server.db.query(sql`
        select order_id, is_used from customers_promotions where promotion_id = ${promotion!.id} order by order_id`)
    await use(restored)
    await remove(vehicle)
    const taking = await anOpenOrder(server.db, other)
    await use(taking)
    expect((await restore(vehicle)).status).toBe(200)
    expect(await usesOf()).toEqual([
      { order_id: restored.id, is_used: false },
      { order_id: taking.id, is_used: true },
    ])
  })
})

describe('a completed order', () => {
  it('that is not paid yet stays with its fleet', async () => {
    const vehicle = await server.build.vehicle(fleet, { name: 'Owed van' })
    const order = await anOpenOrder(server.db, vehicle, { status: 'complete' })
    await remove(vehicle)
    const seen = async () => (await owner.get(`/orders/${order.id}`)).body
    expect(await seen()).toMatchObject({ status: 'complete', vehicle: { name: 'Owed van', has_left: true } })
    await restore(vehicle)
    expect(await seen()).toMatchObject({ status: 'complete', vehicle: { has_left: false } })
  })
})
