import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { refreshNetworkPrices } from '#server/modules/orders/approvals/network-prices.ts'
import type { Client } from '#tests/support/client.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: Awaited<ReturnType<TestServer['build']['fleet']>>
let owner: Client
let driver: Client
let driverUser: Awaited<ReturnType<TestServer['build']['user']>>
let shop: { id: number }
let service: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet, { firstName: 'Dana' }))
  driverUser = await server.build.user(fleet, { roles: ['Driver'] })
  driver = await server.as(driverUser)
  shop = await server.build.shop()
  service = await server.build.service({ name: 'Brake pads' })
})
afterAll(() => server.stop())

const anOrder = async (given: Parameters<typeof anOpenOrder>[2] = {}, of = fleet) => {
  const vehicle = await server.build.vehicle(of, { odometer: 40_000, drivers: [driverUser] })
  const order = await anOpenOrder(server.db, vehicle, {
    status: 'awaiting_approval',
    shopId: shop.id,
    serviceId: service.id,
    ...given,
  })
  return { ...order, vehicle }
}

/** Completed orders of other fleets, one per price, from some days ago. */
async function networkOrders(serviceId: number, prices: readonly number[], daysAgo = 30): Promise<void> {
  const other = await server.build.fleet()
  for (const price of prices) {
    const vehicle = await server.build.vehicle(other)
    const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
    await anOpenOrder(server.db, vehicle, {
      status: 'paid',
      shopId: shop.id,
      serviceId,
      at,
      price: String(price),
    })
  }
}
const preview = async (client: Client, order: { id: number }) => {
  const { status, body } = await client.post(`/orders/${order.id}/preview`, { priceAsApprovalsLogic: true })
  expect(status).toBe(200)
  return body.order_services
}

describe('the preview of an order', () => {
  it('compares a price with retail, and with the 10th to 90th percentile of eight or more orders (APR-055)', async () => {
    const common = await server.build.service({ name: 'Oil change' })
    await networkOrders(common.id, [50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150])
    await refreshNetworkPrices(server.db, new Date())
    const order = await anOrder({ serviceId: common.id, price: '75.00' })
    expect(await preview(owner, order)).toMatchObject([
      {
        price: '75.00',
        retail_price: '100.00',
        saving: '25.00',
        price_range: { low: '60.00', high: '140.00', orders: 11 },
        last_done: null,
      },
    ])
  })

  it('shows no range from seven orders, from orders older than 12 months, or to a driver (APR-033)', async () => {
    const rare = await server.build.service()
    const old = await server.build.service()
    const common = await server.build.service()
    await networkOrders(rare.id, [1, 2, 3, 4, 5, 6, 7])
    await networkOrders(old.id, [1, 2, 3, 4, 5, 6, 7, 8, 9], 400)
    await networkOrders(common.id, [1, 2, 3, 4, 5, 6, 7, 8])
    await refreshNetworkPrices(server.db, new Date())
    for (const { id } of [rare, old])
      expect(await preview(owner, await anOrder({ serviceId: id }))).toMatchObject([{ price_range: null }])
    const order = await anOrder({ serviceId: common.id })
    expect(await preview(owner, order)).toMatchObject([{ price_range: { orders: 8 } }])
    expect(await preview(driver, order)).toMatchObject([{ price_range: null }])
  })

  it('leaves lines without a price out of the range, such as work under warranty', async () => {
    const { id: serviceId } = await server.build.service()
    await networkOrders(serviceId, [0, 0, 0, 0, 10, 10, 10, 10, 10, 10, 10, 10])
    await refreshNetworkPrices(server.db, new Date())
    expect(await preview(owner, await anOrder({ serviceId }))).toMatchObject([
      { price_range: { low: '10.00', high: '10.00', orders: 8 } },
    ])
  })

  it('shows when the service was last done on the vehicle and at what price, by an order or by an entry', async () => {
    const order = await anOrder()
    expect(await preview(owner, order)).toMatchObject([{ last_done: null }])
    const past = await anOpenOrder(server.db, order.vehicle, {
      status: 'paid_in_shop',
      serviceId: service.id,
      at: '2025-03-01T15:00:00Z',
      price: '210.00',
    })
    expect(await preview(owner, order)).toMatchObject([
      {
        last_done: { date: '2025-03-01', miles: 1000, price: '210.00', order_id: past.id, history_id: null },
      },
    ])
    const entry = aHistory(
      { vehicle_id: order.vehicle.id, date_of_completion: '2025-06-01', odometer: 900 },
      service.id,
    )
    const { body: history } = await owner.post('/manual_maintenance_histories', entry, writeHeaders())
    expect(await preview(owner, order)).toMatchObject([
      { last_done: { date: '2025-06-01', order_id: null, history_id: history.id } },
    ])
  })

  it('shows a driver when a service was last done, but no ID of the order or entry (APR-034)', async () => {
    const order = await anOrder()
    const past = {
      status: 'paid',
      serviceId: service.id,
      at: '2025-03-01T15:00:00Z',
      price: '210.00',
    } as const
    await anOpenOrder(server.db, order.vehicle, past)
    const withoutIds = { price: '210.00', order_id: null, history_id: null }
    expect(await preview(driver, order)).toMatchObject([{ last_done: withoutIds }])
    const entry = aHistory(
      { vehicle_id: order.vehicle.id, date_of_completion: '2025-06-01', odometer: 900 },
      service.id,
    )
    await owner.post('/manual_maintenance_histories', entry, writeHeaders())
    expect(await preview(driver, order)).toMatchObject([
      { last_done: { date: '2025-06-01', order_id: null, history_id: null } },
    ])
  })

  it('shows when each service was last done at the same position; a missing position matches any', async () => {
    const order = await anOrder()
    const place = (of: { id: number }, position: string | null) =>
      server.db.query(sql`update order_services set position = ${position} where order_id = ${of.id}`)
    const aPast = async (at: string, position: string | null) => {
      const given = { status: 'paid_in_shop', serviceId: service.id, at, price: '210.00' } as const
      const past = await anOpenOrder(server.db, order.vehicle, given)
      await place(past, position)
      return past
    }
    await place(order, 'rear')
    await aPast('2025-03-01T15:00:00Z', 'front')
    expect(await preview(owner, order)).toMatchObject([{ last_done: null }])
    const unknown = await aPast('2024-03-01T15:00:00Z', null)
    expect(await preview(owner, order)).toMatchObject([{ last_done: { order_id: unknown.id } }])
    const rear = await aPast('2024-05-01T15:00:00Z', 'rear')
    expect(await preview(owner, order)).toMatchObject([{ last_done: { order_id: rear.id } }])
  })
})

describe('the label of a service', () => {
  it('is set, read with the order, logged and removed (APR-017)', async () => {
    const order = await anOrder()
    const [line] = (await owner.get(`/orders/${order.id}`)).body.order_services
    const label = (vanity_label: string | null) =>
      owner.post(`/orders/${order.id}/vanity`, { order_service_id: line.id, vanity_label }, writeHeaders())
    expect((await label('Front brakes')).body.order_services).toMatchObject([
      { vanity_label: 'Front brakes' },
    ])
    const log = await owner.get(`/shop_order_activity_items?shop_order_id=${order.id}`)
    expect(log.body.shop_order_activity_items).toMatchObject([
      { activity_type: 'vanity_label', note: 'Front brakes', acting_user: expect.stringMatching(/^Dana /) },
    ])
    expect((await label(null)).body.order_services).toMatchObject([{ vanity_label: null }])
  })

  it('is limited to services of the order, and refused to a driver and on a canceled order (APR-031)', async () => {
    const [order, other] = [await anOrder(), await anOrder()]
    const [line] = (await owner.get(`/orders/${other.id}`)).body.order_services
    const body = { order_service_id: line.id, vanity_label: 'Mine' }
    expect(await owner.post(`/orders/${order.id}/vanity`, body, writeHeaders())).toMatchObject({
      status: 422,
    })
    expect(await driver.post(`/orders/${other.id}/vanity`, body, writeHeaders())).toMatchObject({
      status: 403,
    })
    const canceled = await anOrder({ status: 'cancel' })
    const [gone] = (await owner.get(`/orders/${canceled.id}`)).body.order_services
    const late = { order_service_id: gone.id, vanity_label: 'Late' }
    expect(await owner.post(`/orders/${canceled.id}/vanity`, late, writeHeaders())).toMatchObject({
      status: 409,
    })
  })
})

describe('notes of approvers', () => {
  it('are stored once per key and listed newest first with their author (APR-024, APR-058)', async () => {
    const order = await anOrder()
    const key = writeHeaders()
    const note = { shop_order_id: order.id, shop_id: shop.id, title: 'Call', comment: 'Agreed on $180.' }
    const first = await owner.post('/notes', note, key)
    expect(first).toMatchObject({
      status: 201,
      body: { created_by: expect.stringMatching(/^Dana /), comment: 'Agreed on $180.' },
    })
    expect((await owner.post('/notes', note, key)).body).toEqual(first.body)
    await owner.post('/notes', { shop_order_id: order.id, comment: 'Second thought' }, writeHeaders())
    const { body } = await driver.get(`/notes?shop_order_id=${order.id}`)
    expect(body.notes.map((note: { comment: string }) => note.comment)).toEqual([
      'Second thought',
      'Agreed on $180.',
    ])
    expect(body).toMatchObject({ total_count: 2, total_pages: 1, per_page: 50 })
    const older = (await driver.get(`/notes?shop_order_id=${order.id}&page=2&per_page=1`)).body
    expect(older).toMatchObject({ notes: [{ comment: 'Agreed on $180.' }], total_count: 2, total_pages: 2 })
    expect((await driver.get(`/notes?shop_order_id=${order.id}&per_page=101`)).status).toBe(422)
  })

  it('have up to 500 characters, and name no shop but that of the order (APR-016)', async () => {
    const order = await anOrder()
    const add = (more: object) =>
      owner.post('/notes', { shop_order_id: order.id, comment: 'x', ...more }, writeHeaders())
    expect((await add({ comment: 'x'.repeat(500) })).status).toBe(201)
    expect((await add({ comment: 'x'.repeat(501) })).body.fields).toHaveProperty('comment')
    expect((await add({ shop_id: shop.id + 999 })).body.fields).toHaveProperty('shop_id')
  })
})
