// Bulk actions on orders: preview, kills, undo and rights (decision 99).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BulkAction } from '#contract/vehicles/bulk-actions.ts'
import { openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { Killed, killedAt, runBulkAction } from '#tests/support/bulk-actions.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const run = (id: string, db = server.db) => runBulkAction(server, id, db)

/** A fleet with an order in each status, and a signed-in user. */
async function aFleet(statuses: string[], role: 'Owner' | 'Manager' | 'Driver' = 'Manager') {
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet, { roles: [role] })
  const orders: number[] = []
  const vehicles: { id: number }[] = []
  for (const [n, status] of statuses.entries()) {
    const vehicle = await server.build.vehicle(fleet, { name: `Van ${n}` })
    vehicles.push(vehicle)
    orders.push((await anOpenOrder(server.db, vehicle, { status, poNumber: 'old' })).id)
  }
  const client = await server.as(user)
  const start = (input: object, key = randomUUID()) =>
    client.post('/bulk_actions', { order_ids: orders, ...input }, writeHeaders(key))
  const show = async (id: string): Promise<BulkAction> => (await client.get(`/bulk_actions/${id}`)).body
  const undo = (id: string) => client.put(`/bulk_actions/${id}/undo`, {}, writeHeaders(randomUUID()))
  const read = (): Promise<{ status: string; po_number: string | null }[]> =>
    server.db.query(sql`select status, po_number from shop_orders where fleet_id = ${fleet.id} order by id`)
  const activities = (type: string): Promise<{ note: string | null }[]> =>
    server.db.query(sql`
      select note from shop_order_activity_items where fleet_id = ${fleet.id} and activity_type = ${type} order by id`)
  return { fleet, user, client, orders, vehicles, start, show, undo, read, activities }
}

it('cancels the orders whose status allows it, with a reason, and names the others (APR-039, APR-040)', async () => {
  const { client, orders, start, show, undo, read, activities } = await aFleet([
    'initiated',
    'active',
    'approved',
    'cancel',
  ])
  const input = { action: 'cancel_orders', note: 'Shop closed' }
  const preview = await client.post('/bulk_actions/check', { order_ids: [...orders, 999_999_999], ...input })
  expect(preview.body).toMatchObject({
    possible: 2,
    refused: 3,
    reasons: [
      { reason: 'order_status', count: 2 },
      { reason: 'not_found', count: 1 },
    ],
  })
  expect(preview.body.refused_items[0]).toMatchObject({ order_id: orders[2], vehicle_name: 'Van 2' })
  expect((await read()).map(({ status }) => status)).toEqual(['initiated', 'active', 'approved', 'cancel'])
  const { body, status } = await start(input)
  expect(status).toBe(201)
  await run(body.id)
  expect(await show(body.id)).toMatchObject({ status: 'completed', done: 2, refused: 2 })
  expect((await read()).map((row) => row.status)).toEqual(['cancel', 'cancel', 'approved', 'cancel'])
  expect(await activities('cancel')).toEqual([{ note: 'Shop closed' }, { note: 'Shop closed' }])
  // A cancellation has no inverse.
  expect((await undo(body.id)).body.code).toBe('already_undone')
})

it('sets a PO number, and gives back what each order had unless it changed since', async () => {
  const { orders, start, show, undo, read } = await aFleet(['initiated', 'paid', 'cancel', 'approved'])
  const { body } = await start({ action: 'po_number', po_number: ' PO 7 ' })
  await run(body.id)
  expect(await show(body.id)).toMatchObject({
    done: 3,
    refused: 1,
    reasons: [{ reason: 'order_status', count: 1 }],
  })
  expect((await read()).map((row) => row.po_number)).toEqual(['PO 7', 'PO 7', 'old', 'PO 7'])
  await server.db.query(sql`update shop_orders set po_number = 'mine' where id = ${orders[3]}`)
  const back = (await undo(body.id)).body
  await run(back.id)
  expect(await show(back.id)).toMatchObject({
    done: 2,
    refused: 1,
    refused_items: [{ order_id: orders[3], reason: 'changed_since' }],
  })
  expect((await read()).map((row) => row.po_number)).toEqual(['old', 'old', 'old', 'mine'])
})

it('loses and doubles nothing if the server is killed at any order, or two servers run it', async () => {
  const { start, show, read, activities } = await aFleet(Array.from({ length: 8 }, () => 'initiated'))
  const { body } = await start({ action: 'cancel_orders' })
  let kills = 0
  for (let turn = 0; turn < 9; turn++) {
    const end = await run(body.id, killedAt(server.db, 1, turn % 2 === 1)).catch((error: unknown) => error)
    if (end instanceof Killed) kills++
  }
  // Before and after the commit of an order, by turns.
  expect(kills).toBe(9)
  expect((await show(body.id)).done).toBe(4)
  const other = openDatabase(server.databaseUrl, { max: 4 })
  await Promise.all([run(body.id), run(body.id, other)])
  await other.close()
  expect(await show(body.id)).toMatchObject({ status: 'completed', done: 8, refused: 0 })
  expect(new Set((await read()).map(({ status }) => status))).toEqual(new Set(['cancel']))
  expect(await activities('cancel')).toHaveLength(8)
})

it('a driver cancels only own requests for assigned vehicles, and other fleets’ orders stay', async () => {
  const { fleet, user, client, orders, vehicles, read } = await aFleet(
    ['initiated', 'initiated', 'initiated'],
    'Driver',
  )
  const other = await aFleet(['initiated'])
  for (const { id } of vehicles.slice(0, 2))
    await server.db.query(sql`
      insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${id}, ${user.id})`)
  await server.db.query(sql`update shop_orders set originator_id = ${user.id} where id = ${orders[0]}`)
  const order_ids = [...orders, ...other.orders]
  const { body } = await client.post(
    '/bulk_actions',
    { action: 'cancel_orders', order_ids },
    writeHeaders(randomUUID()),
  )
  const { items } = (await client.get(`/bulk_actions/${body.id}/items`)).body
  // Names of vehicles that the driver may not see are not stored either.
  expect(items.map((item: { vehicle_name: string | null }) => item.vehicle_name)).toEqual([
    'Van 0',
    'Van 1',
    null,
    null,
  ])
  await run(body.id)
  const { reasons } = (await client.get(`/bulk_actions/${body.id}`)).body
  expect(reasons).toEqual([
    { reason: 'not_found', count: 2 },
    { reason: 'not_allowed', count: 1 },
  ])
  expect((await read()).map(({ status }) => status)).toEqual(['cancel', 'initiated', 'initiated'])
  expect((await other.read())[0]?.status).toBe('initiated')
})

it.each([
  [{ action: 'cancel_orders', order_ids: undefined }, 'order_ids'],
  [{ action: 'cancel_orders', order_ids: [] }, 'order_ids'],
  [{ action: 'cancel_orders', note: 'x'.repeat(501) }, 'note'],
  [{ action: 'po_number' }, 'po_number'],
  [{ action: 'deactivate' }, 'vehicle_ids'],
])('rejects %j at the field %s', async (input, field) => {
  const { start } = await aFleet(['initiated'], 'Owner')
  const { status, body } = await start(input)
  expect(status).toBe(422)
  expect(Object.keys(body.fields)).toContain(field)
})
