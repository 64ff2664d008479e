import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { shopSimulator } from '#server/jobs/shop-simulator.ts'
import { recordEstimate } from '#server/modules/orders/orders/lifecycle/order-estimates.ts'
import { transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { completeOrder } from '#server/modules/orders/orders/lifecycle/order-work.ts'
import type { Client } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder, aRequest, aWorkday, freeTimes } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { settled } from '#tests/support/settled.ts'

let server: TestServer
let fleet: Awaited<ReturnType<TestServer['build']['fleet']>>
let owner: Client
let ownerUser: Awaited<ReturnType<TestServer['build']['user']>>
let shop: { id: number }
let service: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  ownerUser = await server.build.user(fleet, { firstName: 'Dana' })
  owner = await server.as(ownerUser)
  shop = await server.build.shop({ name: 'Quick Lane' })
  service = await server.build.service({ name: 'Oil change' })
  await server.db.query(sql`update service_definitions set typical_price = 80 where id = ${service.id}`)
  await server.db.query(sql`update shops set slot_capacity = 50 where id = ${shop.id}`)
})
afterAll(() => server.stop())

async function booked(vehicle: { id: number }, client = owner) {
  const [time = ''] = await freeTimes(client, shop.id, aWorkday())
  const body = aRequest({ shop_id: shop.id, vehicle_id: vehicle.id, appointment_datetime: time }, service.id)
  const response = await client.post('/orders', body, writeHeaders())
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body as { id: number; rev: number }
}
const orderKey = (order: { id: number }) => ({ id: order.id, fleetId: fleet.id })
const asShop = <T>(work: Parameters<typeof server.db.tenant<T>>[1]) => server.db.tenant(fleet.id, work)
const statusOf = async (order: { id: number }) => (await owner.get(`/orders/${order.id}`)).body.status
const logOf = async (order: { id: number }) =>
  (
    await owner.get(`/shop_order_activity_items?shop_order_id=${order.id}`)
  ).body.shop_order_activity_items.map((item: { activity_type: string; acting_user: string }) => [
    item.activity_type,
    item.acting_user,
  ])

describe('an order from request to payment (ruling 14)', () => {
  it('is confirmed, estimated, approved by policy as Auto-Approve, completed and paid, each in the activity log', async () => {
    // CST-005
    const vehicle = await server.build.vehicle(fleet, { odometer: 50_000 })
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids, auto_approvable)
      values (${fleet.id}, 100, ${[]}, ${[vehicle.id]}, true)`)
    const order = await booked(vehicle)
    await asShop((tx) => transitionOrder(tx, orderKey(order), 'confirm', { shop: true }))
    expect((await owner.get(`/orders/${order.id}`)).body).toMatchObject({
      status: 'active',
      state: 'confirmed',
    })
    const [line] = (await owner.get(`/orders/${order.id}`)).body.order_services
    const prices = [{ id: line.id, price: '82.50' }]
    await asShop((tx) => recordEstimate({ tx, clock: server.services.now }, orderKey(order), { prices }))
    const approved = (await owner.get(`/orders/${order.id}`)).body
    // The entry of the estimate records the new total, not the one of the request.
    const log = await owner.get(`/shop_order_activity_items?shop_order_id=${order.id}`)
    expect(log.body.shop_order_activity_items).toMatchObject([
      { activity_type: 'auto_approve', total: approved.total },
      { activity_type: 'estimate', total: approved.total, service_details: [{ price: '82.50' }] },
      { activity_type: 'confirm' },
      { activity_type: 'request' },
    ])
    expect(approved).toMatchObject({
      status: 'approved',
      approver: 'Auto-Approve',
      last_approval_date: expect.any(String),
      can_cancel: false,
      order_services: [{ status: 'approved', price: '82.50' }],
    })
    const done = { odometer: 50_200, invoice_number: 'INV-1' }
    await asShop((tx) => completeOrder({ tx, clock: server.services.now }, orderKey(order), done))
    expect((await owner.get(`/orders/${order.id}`)).body).toMatchObject({
      status: 'complete',
      miles: 50_200,
      invoice_number: 'INV-1',
      order_services: [{ status: 'complete' }],
    })
    expect((await owner.get(`/vehicles/${vehicle.id}`)).body).toMatchObject({
      odometer: 50_200,
      ytd_maintenance_cost: expect.any(String),
    })
    await asShop((tx) => transitionOrder(tx, orderKey(order), 'pay_in_shop', { shop: true }))
    expect(await statusOf(order)).toBe('paid_in_shop')
    expect(await logOf(order)).toEqual([
      ['pay_in_shop', 'Quick Lane'],
      ['complete', 'Quick Lane'],
      ['auto_approve', 'Auto-Approve'],
      ['estimate', 'Quick Lane'],
      ['confirm', 'Quick Lane'],
      ['request', expect.stringMatching(/^Dana /)],
    ])
  })

  it.each([
    ['early', 3],
    ['late', -10],
  ])('keeps the agreed appointment when the work is completed %s, next to its own time', async (_, days) => {
    const at = new Date(Date.now() + days * 86_400_000).toISOString()
    const today = new Date().toISOString().slice(0, 10)
    const own = await server.build.fleet({ timeZone: 'UTC' })
    const client = await server.as(await server.build.user(own))
    const vehicle = await server.build.vehicle(own)
    const given = { status: 'approved', at, serviceId: service.id, shopId: shop.id }
    const { id } = await anOpenOrder(server.db, vehicle, given)
    const before = Date.now()
    await server.db.tenant(own.id, (tx) =>
      completeOrder({ tx, clock: server.services.now }, { id, fleetId: own.id }, { odometer: 1200 }),
    )
    const times = { appointment_datetime: at, completed_at: expect.any(String) }
    const page = (await client.get(`/orders/${id}`)).body
    expect(page).toMatchObject(times)
    expect(Date.parse(page.completed_at)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(page.completed_at)).toBeLessThanOrEqual(Date.now())

    // Past lists use the day on which the work was completed.
    const range = { captureActive: false, startDate: today, endDate: today }
    const list = (await client.post('/orders/index', range)).body
    expect([list.orders, list.total_count]).toMatchObject([[{ id, ...times }], 1])
    const agreed = { captureActive: false, startDate: at.slice(0, 10), endDate: at.slice(0, 10) }
    expect((await client.post('/orders/index', agreed)).body).toMatchObject({ orders: [], total_count: 0 })
    const costs = await client.get(`/orders/aggregate?start_date=${today}&end_date=${today}`)
    expect(costs.body.aggregate).toMatchObject([{ month: today.slice(0, 7), orders: 1 }])
    const history = (await client.get(`/vehicles/vehicle_maintenance_history?vehicleId=${vehicle.id}`)).body
    expect(history.maintenance_histories).toMatchObject([{ id, ...times }])
    expect((await client.get(`/vehicles/${vehicle.id}`)).body.last_maintenance_date).toBe(today)
    const file = String(
      (await client.get(`/orders.csv?language=EN&startDate=${today}&endDate=${today}`)).body,
    )
    const [headings = [], row = []] = file.split('\n').map((line) => line.split(','))
    const dateOf = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
    const zone = { timeZone: page.appointment_time_zone }
    const shopDay = (instant: string) => dateOf(new Date(instant).toLocaleDateString('en-CA', zone))
    expect(row[headings.indexOf('Date')]).toBe(shopDay(at))
    expect(row[headings.indexOf('Completed')]).toBe(shopDay(page.completed_at))
  })

  it('awaits approval if no policy covers it, and lists who may approve', async () => {
    const approver = await server.build.user(fleet, { roles: ['Manager'], firstName: 'Mona' })
    const driver = await server.build.user(fleet, { roles: ['Driver'], firstName: 'Dee' })
    const vehicle = await server.build.vehicle(fleet, { drivers: [driver] })
    const free = await server.build.vehicle(fleet, { drivers: [driver] })
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids, auto_approvable)
      values (${fleet.id}, 50, ${[]}, ${[vehicle.id]}, true),
        (${fleet.id}, 500, ${[approver.id]}, ${[vehicle.id]}, false)`)
    const order = await booked(vehicle)
    const withoutPolicy = await booked(free)
    for (const confirmed of [order, withoutPolicy]) {
      await asShop((tx) => transitionOrder(tx, orderKey(confirmed), 'confirm', { shop: true }))
      await asShop((tx) =>
        recordEstimate({ tx, clock: server.services.now }, orderKey(confirmed), { prices: [] }),
      )
    }
    const seenBy = async (user: { id: number; fleetId: number }, id: number) =>
      (await (await server.as(user)).get(`/orders/${id}`)).body
    expect(await seenBy(ownerUser, order.id)).toMatchObject({
      status: 'awaiting_approval',
      can_approve: false, // APR-010
      approvers: [{ name: expect.stringMatching(/^Mona /) }], // APR-011, APR-047
    })
    expect((await seenBy(approver, order.id)).can_approve).toBe(true)
    expect((await seenBy(driver, order.id)).can_approve).toBe(false)
    // Without a policy any fleet user may.
    expect((await seenBy(driver, withoutPolicy.id)).can_approve).toBe(true) // APR-036
    // The estimate may be corrected while it waits; it is approved automatically when a policy then covers it.
    const [line] = (await seenBy(ownerUser, order.id)).order_services
    await asShop((tx) =>
      recordEstimate({ tx, clock: server.services.now }, orderKey(order), {
        prices: [{ id: line.id, price: '49.00' }],
      }),
    )
    expect(await seenBy(ownerUser, order.id)).toMatchObject({ status: 'approved', total: '51.82' })
  })

  it('can be approved by users who may decide on its remaining lines, not on those that its shop removed', async () => {
    const manager = await server.build.user(fleet, { roles: ['Manager'], firstName: 'Mo' })
    const vehicle = await server.build.vehicle(fleet)
    const order = await booked(vehicle)
    const brakes = await server.build.service({ name: 'Brakes' })
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids, service_definition_ids)
      values (${fleet.id}, 500, ${[manager.id]}, ${[vehicle.id]}, ${[brakes.id]})`)
    const line = {
      service_definition_id: brakes.id,
      name: 'Brakes',
      position: null,
      price: '90.00',
      note: null,
    }
    await asShop((tx) => transitionOrder(tx, orderKey(order), 'confirm', { shop: true }))
    await asShop((tx) =>
      recordEstimate({ tx, clock: server.services.now }, orderKey(order), { lines: [line] }),
    )
    const { body } = await (await server.as(manager)).get(`/orders/${order.id}`)
    expect(body).toMatchObject({
      status: 'awaiting_approval',
      can_approve: true,
      approvers: [{ id: manager.id }],
    })
    expect(body.order_services.map(({ status }: { status: string }) => status)).toEqual([
      'deleted',
      'awaiting_approval',
    ])
  })

  it('can be canceled before the shop has the vehicle, and never after (APR-038, APR-039, APR-042)', async () => {
    const early = await booked(await server.build.vehicle(fleet))
    const response = await owner.put(
      `/orders/${early.id}`,
      { status: 'cancel' },
      writeHeaders(undefined, early.rev),
    )
    expect([response.status, response.body.status, response.body.can_cancel]).toEqual([200, 'cancel', false])
    // The requested services stay visible.
    expect(response.body.order_services[0].status).toBe('initiated')
    for (const status of ['awaiting_approval', 'approved', 'walk_in', 'complete', 'paid', 'cancel']) {
      const order = await anOpenOrder(server.db, await server.build.vehicle(fleet), { status })
      const late = await owner.put(`/orders/${order.id}`, { status: 'cancel' })
      expect([status, late.status, late.body.code]).toEqual([status, 409, 'order_status'])
      expect((await owner.get(`/orders/${order.id}`)).body.can_cancel).toBe(false)
    }
  })

  it('of another user cannot be canceled by a driver; it lists whom to contact (APR-045, APR-047)', async () => {
    const driver = await server.build.user(fleet, { roles: ['Driver'] })
    const client = await server.as(driver)
    const theirs = await anOpenOrder(server.db, await server.build.vehicle(fleet, { drivers: [driver] }), {
      originatorId: ownerUser.id,
    })
    const seen = (await client.get(`/orders/${theirs.id}`)).body
    expect([seen.can_cancel, seen.can_edit]).toEqual([false, false])
    expect(seen.cancel_users[0]).toMatchObject({ id: ownerUser.id })
    expect((await client.put(`/orders/${theirs.id}`, { status: 'cancel' })).status).toBe(403)
    const own = await booked(await server.build.vehicle(fleet, { drivers: [driver] }), client)
    expect((await client.put(`/orders/${own.id}`, { status: 'cancel' })).body.status).toBe('cancel')
  })

  it('accepts a PO number, and its removal; a stale revision is refused (APR-004)', async () => {
    const order = await booked(await server.build.vehicle(fleet))
    const put = (po_number: string | null, rev: number) =>
      owner.put(`/orders/${order.id}`, { po_number }, writeHeaders(undefined, rev))
    expect((await put('PO-1', 1)).body).toMatchObject({ po_number: 'PO-1', rev: 2, status: 'initiated' })
    expect((await put('PO-2', 1)).status).toBe(412)
    expect((await put(null, 2)).body.po_number).toBeNull()
    expect((await owner.put(`/orders/${order.id}`, {})).body.fields).toEqual({ po_number: ['required'] })
    expect(await logOf(order)).toMatchObject(
      [
        ['po_number', /Dana/],
        ['po_number', /Dana/],
        ['request', /Dana/],
      ].map(([type]) => [type, expect.stringMatching(/Dana/)]),
    )
  })

  it('changes once if two transitions come at the same moment', async () => {
    const order = await booked(await server.build.vehicle(fleet))
    const both = await Promise.allSettled([
      asShop((tx) => transitionOrder(tx, orderKey(order), 'confirm', { shop: true })),
      asShop((tx) => transitionOrder(tx, orderKey(order), 'confirm', { shop: true })),
    ])
    expect(both.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await logOf(order)).toHaveLength(2)
  })

  it('notifies devices of the fleet of the change', async () => {
    const order = await booked(await server.build.vehicle(fleet))
    await settled(server.db)
    const before = (await owner.get('/sync?limit=2000')).body.next
    await asShop((tx) => transitionOrder(tx, orderKey(order), 'confirm', { shop: true }))
    await settled(server.db)
    const { changes } = (await owner.get(`/sync?limit=2000&cursor=${before}`)).body
    expect(changes).toEqual([
      expect.objectContaining({
        type: 'order_history',
        id: String(order.id),
        data: expect.objectContaining({ status: 'active' }),
      }),
    ])
  })
})

describe('the shop simulator (ruling 15)', () => {
  it('confirms, estimates and completes requested orders, and leaves the rest unchanged', async () => {
    const vehicle = await server.build.vehicle(fleet, { odometer: 900 })
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids, auto_approvable)
      values (${fleet.id}, 100, ${[]}, ${[vehicle.id]}, true)`)
    const order = await booked(vehicle)
    const seeded = await anOpenOrder(server.db, await server.build.vehicle(fleet))
    const announced: number[] = []
    const dependencies = {
      db: server.db,
      clock: server.services.now,
      ports: server.services.ports,
      announce: (fleetId: number) => announced.push(fleetId),
      log: server.services.log,
      stepSeconds: 0,
    }
    const simulator = shopSimulator(dependencies)
    const elsewhere = await server.build.fleet()
    expect(await shopSimulator({ ...dependencies, fleetId: elsewhere.id }).round()).toBe(0)
    const seen: string[] = []
    for (let n = 0; n < 4; n++) {
      await simulator.round()
      seen.push(await statusOf(order))
    }
    expect(seen).toEqual(['active', 'approved', 'paid_in_shop', 'paid_in_shop'])
    expect(await statusOf(seeded)).toBe('initiated')
    expect(announced.filter((id) => id === fleet.id).length).toBeGreaterThanOrEqual(3)
    expect((await owner.get(`/vehicles/${vehicle.id}`)).body.odometer).toBe(904)
  })
})
