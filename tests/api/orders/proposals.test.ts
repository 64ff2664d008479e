import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder, aRequest, aWorkday, freeTimes } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aVin, opened } from '#tests/support/shop-links.ts'

let server: TestServer
let fleet: Awaited<ReturnType<TestServer['build']['fleet']>>
let owner: Client
let shop: { id: number }
let oil: { id: number }
let times: string[]

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet({ name: 'Northgate' })
  owner = await server.as(await server.build.user(fleet, { firstName: 'Dana', email: 'dana@fleet.example' }))
  shop = await server.build.shop({ name: 'Quick Lane' })
  oil = await server.build.service({ name: 'Oil change' })
  await server.db.query(sql`
    update shops set slot_capacity = 20, email = 'bay@shops.example' where id = ${shop.id}`)
  times = await freeTimes(owner, shop.id, aWorkday())
})
afterAll(() => server.stop())

async function booked(client = owner) {
  const vehicle = await server.build.vehicle(fleet, { vin: aVin() })
  const at = times[0] ?? ''
  const body = aRequest({ shop_id: shop.id, vehicle_id: vehicle.id, appointment_datetime: at }, oil.id)
  const response = await client.post('/orders', body, writeHeaders())
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body as { id: number; rev: number; vehicle_id: number }
}
async function atTheShop(order: { id: number }) {
  const { address } = (await owner.post(`/orders/${order.id}/shop_link`, {})).body
  return opened(server.url, address)
}
const propose = (order: { id: number; rev: number }, at = times[3], client = owner) =>
  client.put(`/orders/${order.id}/proposal`, { appointment_datetime: at }, writeHeaders(undefined, order.rev))
const withdraw = (order: { id: number; rev: number }) =>
  owner.delete(`/orders/${order.id}/proposal`, writeHeaders(undefined, order.rev))
const orderOf = async ({ id }: { id: number }) => (await owner.get(`/orders/${id}`)).body
const logOf = async ({ id }: { id: number }) =>
  (await owner.get(`/shop_order_activity_items?shop_order_id=${id}`)).body.shop_order_activity_items
async function sendNotices() {
  while ((await server.services.orderNotices.sendPending()) > 0);
}
async function mailedSince(mark: Date) {
  await sendNotices()
  const mails = await server.db.query<{ recipient: string; subject: string; text: string }>(
    sql`select recipient, subject, text from mails where created_at > ${mark} order by id`,
  )
  return mails
}

describe('another time for an appointment', () => {
  it('is proposed by the fleet and accepted by the shop; both are notified, and it is logged', async () => {
    const order = await booked()
    await sendNotices()
    const mark = new Date()
    const proposed = await propose(order)
    expect(proposed.body).toMatchObject({
      appointment_datetime: times[0],
      proposal: { appointment_datetime: times[3], proposed_by: expect.stringMatching(/^Dana/) },
      can_propose_time: true,
    })
    const mails = await mailedSince(mark)
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['bay@shops.example', 'Northgate proposes another time'],
    ])

    const { shop: client, path } = await atTheShop(order)
    expect((await client.get(path)).body).toMatchObject({ proposed_datetime: times[3] })
    const key = writeHeaders()
    const accepted = await client.post(`${path}/accept_time`, { appointment_datetime: times[3] }, key)
    expect([accepted.status, accepted.body.status]).toEqual([200, 'active'])
    // The same response sent again returns the same result.
    expect((await client.post(`${path}/accept_time`, { appointment_datetime: times[3] }, key)).status).toBe(
      200,
    )
    expect(await orderOf(order)).toMatchObject({ appointment_datetime: times[3], proposal: null })
    const [first, second] = await logOf(order)
    expect([first.activity_type, second.activity_type]).toEqual(['accept_time', 'propose_time'])
    expect(second.proposal).toMatchObject({ appointment_datetime: times[3] })
    expect((await mailedSince(mark)).map(({ recipient, subject }) => [recipient, subject])).toContainEqual([
      'dana@fleet.example',
      expect.stringMatching(/^New time accepted for /),
    ])
  })

  it('is declined by the shop, and the appointment stays unchanged', async () => {
    const order = await booked()
    await propose(order)
    await sendNotices()
    const mark = new Date()
    const { shop: client, path } = await atTheShop(order)
    const declined = await client.post(
      `${path}/decline_time`,
      { appointment_datetime: times[3] },
      writeHeaders(),
    )
    expect(declined.body).toMatchObject({ status: 'initiated', proposed_datetime: null })
    expect(await orderOf(order)).toMatchObject({ appointment_datetime: times[0], proposal: null })
    const [mail] = await mailedSince(mark)
    expect(mail).toMatchObject({
      recipient: 'dana@fleet.example',
      subject: expect.stringMatching(/^New time declined/),
    })
  })

  it('is refused if the order was changed meanwhile, is with the shop, or already has that time', async () => {
    const order = await booked()
    expect((await propose(order, times[0])).body.fields).toEqual({ appointment_datetime: ['unchanged'] })
    expect((await propose(order, '2026-01-01T00:00:01Z')).body.fields).toEqual({
      appointment_datetime: ['unavailable'],
    })
    const proposal = await propose(order, times[2])
    // The second of two users saw the order without the first one's proposal.
    expect(await propose(order, times[3])).toMatchObject({ status: 412, body: { code: 'stale' } })
    expect((await orderOf(order)).proposal.appointment_datetime).toBe(times[2])
    expect((await propose(proposal.body, times[3])).status).toBe(200)

    // The shop responds to the proposal that it saw, not to one that was replaced or withdrawn.
    const { shop: client, path } = await atTheShop(order)
    const respond = (at: string | undefined) =>
      client.post(`${path}/accept_time`, { appointment_datetime: at }, writeHeaders())
    expect(await respond(times[2])).toMatchObject({ status: 409, body: { code: 'proposal_over' } })
    expect((await withdraw(await orderOf(order))).body.proposal).toBeNull()
    expect(await respond(times[3])).toMatchObject({ status: 409, body: { code: 'proposal_over' } })
    expect(await withdraw(await orderOf(order))).toMatchObject({
      status: 409,
      body: { code: 'proposal_over' },
    })

    await server.db.query(sql`update shop_orders set status = 'awaiting_approval' where id = ${order.id}`)
    expect(await propose(await orderOf(order))).toMatchObject({ status: 409, body: { code: 'order_status' } })
    expect((await orderOf(order)).can_propose_time).toBe(false)
  })

  it('ends when the shop chooses another time or has the vehicle, and when the time is taken meanwhile', async () => {
    const order = await booked()
    await propose(order)
    const { shop: client, path } = await atTheShop(order)
    await server.db.query(sql`update shops set slot_capacity = 0 where id = ${shop.id}`)
    expect(
      await client.post(`${path}/accept_time`, { appointment_datetime: times[3] }, writeHeaders()),
    ).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    await server.db.query(sql`update shops set slot_capacity = 20 where id = ${shop.id}`)
    await client.post(`${path}/confirm`, { appointment_datetime: times[5] }, writeHeaders())
    expect(await orderOf(order)).toMatchObject({ appointment_datetime: times[5], proposal: null })

    await propose(await orderOf(order))
    const lines = [{ service_definition_id: oil.id, price: '80.00' }]
    await client.post(`${path}/estimate`, { lines }, writeHeaders())
    expect((await orderOf(order)).proposal).toBeNull()
  })

  it('is for users who may book: a driver for their own requests, no one for orders without a shop of the network', async () => {
    const order = await booked()
    const user = await server.build.user(fleet, { roles: ['Driver'] })
    await server.db.query(sql`
      insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
      values (${fleet.id}, ${order.vehicle_id}, ${user.id})`)
    const driver = await server.as(user)
    expect(await propose(order, times[3], driver)).toMatchObject({ status: 403 })
    const stranger = await server.as(await server.build.user(await server.build.fleet()))
    expect(await propose(order, times[3], stranger)).toMatchObject({ status: 404 })
    const elsewhere = await anOpenOrder(server.db, {
      ...(await server.build.vehicle(fleet)),
      fleetId: fleet.id,
    })
    const { rev, can_propose_time } = await orderOf(elsewhere)
    expect(can_propose_time).toBe(false)
    expect(await propose({ ...elsewhere, rev })).toMatchObject({
      status: 422,
      body: { code: 'scheduling_not_supported' },
    })
  })
})
