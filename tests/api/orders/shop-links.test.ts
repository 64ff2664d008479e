import { randomBytes, randomUUID } from 'node:crypto'
// The shop's access (ruling 15): a link, the last 8 characters of the VIN, and one order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PART_BYTES, SHOP_LINK_MAX_AGE_DAYS } from '#domain/core/limits.ts'
import { orderSums } from '#domain/orders/prices.ts'
import { sql } from '#server/db/sql.ts'
import { SHOP_LINK_EMAILS_OF_ORDER, SHOP_LINK_EMAILS_OF_USER, SHOP_LINK_TRIES } from '#server/limits.ts'
import { untilWindowLasts } from '#tests/support/attempt-windows.ts'
import type { Client } from '#tests/support/client.ts'
import { day, writeHeaders } from '#tests/support/entries.ts'
import { aJpeg, aPdf, aPdfOf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { aRequest, aWorkday, freeTimes } from '#tests/support/orders.ts'
import { aPromotion } from '#tests/support/promotions.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aVin, LAST_8, opened, partsOf } from '#tests/support/shop-links.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

let server: TestServer
let fleet: Awaited<ReturnType<TestServer['build']['fleet']>>
let owner: Client
let shop: { id: number }
let oil: { id: number }
let brakes: { id: number }

let daysAhead = 0
const now = () => new Date(Date.now() + daysAhead * 86_400_000)

beforeAll(async () => {
  server = await startTestServer({ now })
  fleet = await server.build.fleet({ name: 'Northgate' })
  owner = await server.as(await server.build.user(fleet, { firstName: 'Dana' }))
  shop = await aShop(50)
  oil = await server.build.service({ name: 'Oil change' })
  brakes = await server.build.service({ name: 'Brake pads', positions: ['front', 'rear'] })
  await server.db.query(sql`update service_definitions set typical_price = 80 where id = ${oil.id}`)
})
afterAll(() => server.stop())

async function aShop(capacity: number) {
  const built = await server.build.shop({ name: 'Quick Lane' })
  await server.db.query(sql`
    update shops set slot_capacity = ${capacity}, email = 'bay@shops.example' where id = ${built.id}`)
  return built
}

async function booked(given: { at?: string; shopId?: number; vin?: string | null } = {}) {
  const vin = given.vin === undefined ? aVin() : given.vin
  const vehicle = await server.build.vehicle(fleet, { odometer: 50_000, ...(vin === null ? {} : { vin }) })
  const shop_id = given.shopId ?? shop.id
  const at = given.at ?? (await freeTimes(owner, shop_id, aWorkday()))[0] ?? ''
  const body = aRequest({ shop_id, vehicle_id: vehicle.id, appointment_datetime: at }, oil.id)
  const response = await owner.post('/orders', body, writeHeaders())
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  return response.body as { id: number; vehicle_id: number }
}
const link = async (order: { id: number }, body = {}, client = owner) =>
  client.post(`/orders/${order.id}/shop_link`, body)
/** An order with its link opened by the shop. */
async function atTheShop(given: Parameters<typeof booked>[0] = {}) {
  const order = await booked(given)
  const { address } = (await link(order)).body
  return { order, address: address as string, ...(await opened(server.url, address)) }
}
/** A random value of which the address of a link is computed. */
const aSeed = () => randomBytes(32).toString('hex')
const orderOf = async (order: { id: number }) => (await owner.get(`/orders/${order.id}`)).body
const logOf = async (order: { id: number }) =>
  (
    await owner.get(`/shop_order_activity_items?shop_order_id=${order.id}`)
  ).body.shop_order_activity_items.map((item: { activity_type: string }) => item.activity_type)
const aLine = (given = {}) => ({ service_definition_id: oil.id, price: '80.00', ...given })
const approve = (order: { id: number }) =>
  server.db.query(sql`update shop_orders set status = 'approved' where id = ${order.id}`)
/** Confirms and estimates the order as its shop, then approves it. */
async function approvedWork(order: { id: number }, { client, path }: { client: Client; path: string }) {
  await client.post(`${path}/confirm`, {}, writeHeaders())
  await client.post(`${path}/estimate`, { lines: [aLine()] }, writeHeaders())
  await approve(order)
}

describe('a shop at its link', () => {
  it("receives the terms of the order's promotion, with which its estimate has the order's total", async () => {
    const { order, shop: client, path, response } = await atTheShop()
    expect(response.body.promotion).toBeNull()
    const { id } = await aPromotion(server.db, { percentOff: 10, minimum: 50 })
    const applied = { shopping_cart_id: order.id, promotion_id: id, fleet_promocode: true }
    expect((await owner.post('/customers_promotions/apply', applied, writeHeaders())).status).toBe(200)
    const { body } = await client.get(path)
    const terms = { percent_off: '10.0', amount_off: null, minimum: '50.00' }
    expect(body.promotion).toEqual({ ...terms, approved_sub_total: null })
    const sums = orderSums(['100.00'], {
      taxPercent: body.tax_percent,
      savingsPercent: 0,
      promotion: body.promotion,
    })
    await client.post(`${path}/confirm`, {}, writeHeaders())
    const estimate = await client.post(
      `${path}/estimate`,
      { lines: [aLine({ price: '100.00' })] },
      writeHeaders(),
    )
    expect(estimate.body).toMatchObject({ discount: '10.00', total: sums.total })
  })

  it('confirms, estimates with photos, completes and attaches its invoice (ruling 15)', async () => {
    const { order, shop: client, path, response } = await atTheShop()
    expect(response.body).toMatchObject({
      id: order.id,
      status: 'initiated',
      fleet_name: 'Northgate',
      contact: { name: expect.stringMatching(/^Dana/) },
      may: ['confirm', 'reschedule', 'cancel'],
      expires_at: null,
    })
    expect((await client.post(`${path}/confirm`, {}, writeHeaders())).body.may).toContain('estimate')

    const photo = await aJpeg()
    const announced = manifestOf(photo, { file_name: 'pads.jpg', content_type: 'image/jpeg' })
    const pads = { service_definition_id: brakes.id, position: 'front', price: '120.50', note: 'Worn' }
    const lines = [aLine({ price: '79.50' }), { ...pads, photos: [announced] }]
    const estimated = await client.post(`${path}/estimate`, { lines }, writeHeaders())
    // Ohio charges 5.75 percent; the server calculates it.
    expect(estimated.body).toMatchObject({
      status: 'awaiting_approval',
      pre_tax_sub_total: '200.00',
      tax_amount: '11.50',
      total: '211.50',
      lines: [
        { service_definition_id: oil.id, price: '79.50' },
        { note: 'Worn', position: 'front', photos: [{ id: announced.id, state: 'awaited' }] },
      ],
    })
    const file = `${path}/documents/${announced.id}`
    const sent = await client.put(file, photo, { ...fileHeaders(photo, 'image/jpeg'), ...writeHeaders() })
    expect([sent.status, sent.body.state]).toEqual([200, 'stored'])
    expect((await client.get(file)).body).toEqual(new Uint8Array(photo))
    // The fleet sees note and photo next to the price, before it approves.
    expect(await orderOf(order)).toMatchObject({
      total: '211.50',
      order_services: [{}, { note: 'Worn' }],
      photos: [{ id: announced.id, state: 'stored' }],
    })
    expect((await owner.get(`/maintenance_documents/${announced.id}`)).status).toBe(200)

    await approve(order)
    const done = await client.post(`${path}/complete`, { odometer: 50_200 }, writeHeaders())
    expect((await orderOf(order)).is_odometer_doubtful).toBe(false)
    expect([done.body.status, done.body.may]).toEqual(['paid_in_shop', ['attach_invoice']])
    expect(Date.parse(done.body.expires_at) - Date.now()).toBeGreaterThan(29 * 86_400_000)
    const bill = aPdf('bill')
    const documents = [manifestOf(bill)]
    const invoiced = await client.post(
      `${path}/invoices`,
      { invoice_number: 'Q-7', documents },
      writeHeaders(),
    )
    expect(invoiced.body).toMatchObject({ invoice_number: 'Q-7', invoices: [{ id: documents[0]?.id }] })
    await client.put(`${path}/documents/${documents[0]?.id}`, bill, {
      ...fileHeaders(bill),
      ...writeHeaders(),
    })
    expect((await orderOf(order)).invoices).toMatchObject([{ id: documents[0]?.id, state: 'stored' }])
    expect((await owner.get(`/vehicles/${order.vehicle_id}`)).body.odometer).toBe(50_200)
    const past = { captureActive: false, vehicle_id: order.vehicle_id }
    expect((await owner.post('/orders/index', past)).body.orders).toHaveLength(1)
    // Photos are not invoices.
    const history = await owner.get(
      `/vehicles/vehicle_maintenance_history?vehicleId=${order.vehicle_id}&pageMH=1&pageMMH=1`,
    )
    expect(JSON.stringify(history.body)).toContain(documents[0]?.id)
    expect(JSON.stringify(history.body)).not.toContain(announced.id)
    expect(await logOf(order)).toEqual([
      'attach_invoice',
      'pay_in_shop',
      'complete',
      'estimate',
      'confirm',
      'request',
    ])
  })

  it('moves to another of its free times; the booker is notified, and a time that is taken is refused', async () => {
    const small = await aShop(1)
    const [first = '', second = '', third = ''] = await freeTimes(owner, small.id, aWorkday())
    const { order, shop: client, path } = await atTheShop({ at: first, shopId: small.id })
    const rival = await atTheShop({ at: second, shopId: small.id })
    const taken = await client.post(`${path}/confirm`, { appointment_datetime: second }, writeHeaders())
    expect([taken.status, taken.body.code]).toEqual([409, 'slot_taken'])
    expect(JSON.stringify(taken.body.current)).toContain(third)
    // Two shops' users take the last time at the same moment: one gets it.
    const moves = await Promise.all([
      client.post(`${path}/confirm`, { appointment_datetime: third }, writeHeaders()),
      rival.shop.post(`${rival.path}/confirm`, { appointment_datetime: third }, writeHeaders()),
    ])
    expect(moves.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner] = [order, rival.order].filter((_, n) => moves[n]?.status === 200)
    expect(await orderOf(winner!)).toMatchObject({ status: 'active', appointment_datetime: third })
    expect((await logOf(winner!))[0]).toBe('reschedule')
    await sendNotices()
    expect(await subjectsFor(winner!)).toContainEqual(expect.stringMatching(/^Appointment changed for/))
    // This email ignores preferences, so there is nothing to unsubscribe from.
    const [mail] = await server.db.query<{ text: string; unsubscribe: string | null }>(sql`
      select text, unsubscribe from mails where subject like 'Appointment changed%' and text like ${`%/orders/${winner!.id}/approvals%`}`)
    expect(mail).toMatchObject({
      text: expect.stringContaining('because you requested this appointment'),
      unsubscribe: null,
    })
  })

  it('with the order’s current time confirms it, and changes nothing after that', async () => {
    const small = await aShop(1)
    const [first = ''] = await freeTimes(owner, small.id, aWorkday())
    const { order, shop: client, path } = await atTheShop({ at: first, shopId: small.id })
    for (let n = 0; n < 2; n++) {
      const response = await client.post(`${path}/confirm`, { appointment_datetime: first }, writeHeaders())
      expect([response.status, response.body.status]).toEqual([200, 'active'])
    }
    expect(await logOf(order)).toEqual(['confirm', 'request'])
  })

  it('completes with a line that an approver rejects at the same time: the order returns to approval', async () => {
    const { order, shop: client, path } = await atTheShop()
    await client.post(`${path}/confirm`, {}, writeHeaders())
    const lines = [aLine(), { service_definition_id: brakes.id, position: 'rear', price: '99.00' }]
    await client.post(`${path}/estimate`, { lines }, writeHeaders())
    const completion = await server.db.tenant(fleet.id, async (tx) => {
      await tx.query(sql`update shop_orders set status = 'approved' where id = ${order.id}`)
      const pending = client.post(`${path}/complete`, { lines }, writeHeaders())
      await Promise.race([untilBlocked(server.db), pending])
      await tx.query(sql`
        update order_services set status = 'rejected', rejection_reason = 'other'
        where order_id = ${order.id} and service_definition_id = ${brakes.id}`)
      return { pending }
    })
    const { body } = await completion.pending
    expect([body.status, body.lines.length]).toEqual(['awaiting_approval', 2])
  })

  it('completes with a reading below an earlier one, which the order marks until that one is ignored (APR-068)', async () => {
    const { order, shop: client, path } = await atTheShop()
    const log = `/vehicles/${order.vehicle_id}/odometer_readings`
    const earlier = { id: randomUUID(), value: 50_000, read_on: day(-7) }
    await owner.post(log, earlier, writeHeaders())
    await approvedWork(order, { client, path })
    expect((await orderOf(order)).is_odometer_doubtful).toBe(false)
    await client.post(`${path}/complete`, { odometer: 9 }, writeHeaders())
    expect(await orderOf(order)).toMatchObject({ miles: 9, is_odometer_doubtful: true })
    const voided = await owner.post(`${log}/${earlier.id}/void`, { reason: 'Other vehicle' }, writeHeaders())
    expect(voided.status).toBe(200)
    expect((await orderOf(order)).is_odometer_doubtful).toBe(false)
    expect((await owner.get(`/vehicles/${order.vehicle_id}`)).body.odometer).toBe(9)
  })

  it('completes with a wrong reading, which a user of the fleet ignores (APR-070)', async () => {
    const { order, shop: client, path } = await atTheShop()
    const vehicle = `/vehicles/${order.vehicle_id}`
    await server.db.query(sql`
      insert into schedule_items (fleet_id, vehicle_id, service_definition_ids, every_months)
      values (${fleet.id}, ${order.vehicle_id}, ${[oil.id]}, 6)`)
    await owner.post(`${vehicle}/odometer_readings`, { id: randomUUID(), value: 50_000, read_on: day(-7) })
    await approvedWork(order, { client, path })
    await client.post(`${path}/complete`, { odometer: 9 }, writeHeaders())
    const [reading] = (await owner.get(`${vehicle}/odometer_readings`)).body.odometer_readings
    expect(reading).toMatchObject({ source: 'order', value: 9, is_doubtful: true })
    expect((await owner.get(vehicle)).body.last_maintenance_miles).toBe(9)
    const completionOf = async () => (await owner.get(`${vehicle}/oem_schedules`)).body.schedule.completions
    expect(await completionOf()).toMatchObject([{ source: 'order', odometer: 9 }])
    const act = { id: randomUUID(), reason: 'Typing error' }
    const voided = await owner.post(`${vehicle}/odometer_readings/${reading.id}/void`, act, writeHeaders())
    expect([voided.status, voided.body.void_reason]).toEqual([200, 'Typing error'])
    expect(await orderOf(order)).toMatchObject({ miles: 9, is_odometer_doubtful: false })
    expect((await owner.get(vehicle)).body).toMatchObject({ odometer: 50_000, last_maintenance_miles: null })
    expect(await completionOf()).toMatchObject([{ source: 'order', odometer: null }])
  })

  it('gets the last valid reading of the vehicle beside the odometer of the booking (APR-069)', async () => {
    const { order, shop: client, path, response } = await atTheShop()
    expect(response.body).toMatchObject({ odometer: 50_000, last_reading: 50_000 })
    const log = `/vehicles/${order.vehicle_id}/odometer_readings`
    const reading = { id: randomUUID(), value: 83_686, unit: 'km', read_on: day(0) }
    expect((await owner.post(log, reading, writeHeaders())).status).toBe(201)
    expect((await client.get(path)).body).toMatchObject({ odometer: 50_000, last_reading: 52_000 })
  })

  it('declines an appointment with a reason', async () => {
    const { order, shop: client, path } = await atTheShop()
    const response = await client.post(`${path}/decline`, { note: 'The lift is broken' }, writeHeaders())
    expect([response.status, response.body.status, response.body.may]).toEqual([200, 'cancel', []])
    const [item] = (await owner.get(`/shop_order_activity_items?shop_order_id=${order.id}`)).body
      .shop_order_activity_items
    expect(item).toMatchObject({
      activity_type: 'cancel',
      acting_user: 'Quick Lane',
      note: 'The lift is broken',
    })
  })

  it('corrects its estimate: omitted lines are removed, photos stay with their line', async () => {
    const { shop: client, path } = await atTheShop()
    await client.post(`${path}/confirm`, {}, writeHeaders())
    const photo = manifestOf(await aJpeg(), { content_type: 'image/jpeg' })
    const first = [aLine(), aLine({ service_definition_id: brakes.id, position: 'rear', photos: [photo] })]
    await client.post(`${path}/estimate`, { lines: first }, writeHeaders())
    const second = [
      aLine({ service_definition_id: brakes.id, position: 'rear', price: '99.00', photos: [photo] }),
    ]
    const { body } = await client.post(`${path}/estimate`, { lines: second }, writeHeaders())
    expect(body).toMatchObject({ pre_tax_sub_total: '99.00', lines: [{ photos: [{ id: photo.id }] }] })
    expect(body.lines).toHaveLength(1)
    const third = [aLine({ service_definition_id: brakes.id, position: 'rear', price: '99.00' })]
    expect(
      (await client.post(`${path}/estimate`, { lines: third }, writeHeaders())).body.lines[0].photos,
    ).toEqual([])
  })

  it('gets the rejected lines separately and without a price, and bills them only if a user approves', async () => {
    const { order, shop: client, path } = await atTheShop()
    await client.post(`${path}/confirm`, {}, writeHeaders())
    const photo = manifestOf(await aJpeg(), { content_type: 'image/jpeg' })
    const pads = aLine({
      service_definition_id: brakes.id,
      position: 'rear',
      price: '99.00',
      photos: [photo],
    })
    await client.post(`${path}/estimate`, { lines: [aLine(), pads] }, writeHeaders())
    const { rev, order_services: lines } = await orderOf(order)
    const order_services = lines.map(({ id, service_definition_id }: Record<string, number>) =>
      service_definition_id === oil.id
        ? { id, status: 'approved' }
        : { id, status: 'rejected', rejection_reason: 'too_expensive' },
    )
    const headers = { ...writeHeaders(), 'if-match': `"${rev}"` }
    const decided = await owner.put(`/orders/${order.id}`, { status: 'approved', order_services }, headers)
    expect(decided.status).toBe(200)
    const { body } = await client.get(path)
    expect(body).toMatchObject({ status: 'approved', pre_tax_sub_total: '80.00' })
    expect(body.lines).toMatchObject([{ service_definition_id: oil.id, price: '80.00' }])
    const rejected = { service_definition_id: brakes.id, position: 'rear' }
    expect(body.rejected_lines).toEqual([
      { id: expect.any(Number), name_en: 'Brake pads', name_fr: expect.any(String), ...rejected },
    ])

    // On the final bill it returns to approval, also below the approved amount. No policy approves it.
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, vehicle_ids, auto_approvable)
      values (${fleet.id}, 500, ${[order.vehicle_id]}, true)`)
    const bill = [aLine({ price: '10.00' }), { ...rejected, price: '1.00' }]
    const again = (await client.post(`${path}/complete`, { lines: bill }, writeHeaders())).body
    expect([again.status, again.rejected_lines]).toEqual(['awaiting_approval', []])
    for (const price of ['2.00', '3.00']) {
      const lines = [aLine({ price: '10.00' }), { ...rejected, price }]
      const corrected = await client.post(`${path}/estimate`, { lines }, writeHeaders())
      expect(corrected.body.status).toBe('awaiting_approval')
    }
    const without = (await client.post(`${path}/estimate`, { lines: [aLine()] }, writeHeaders())).body
    expect([without.status, without.rejected_lines]).toMatchObject(['approved', [rejected]])
    // The fleet still sees why it rejected the line.
    expect((await orderOf(order)).photos).toMatchObject([{ id: photo.id }])
  })

  it('enters its reading in the log also if the final bill returns to approval (ruling 28)', async () => {
    const { order, shop: client, path } = await atTheShop()
    await client.post(`${path}/confirm`, {}, writeHeaders())
    await client.post(`${path}/estimate`, { lines: [aLine()] }, writeHeaders())
    await approve(order)
    const bill = { odometer: 50_300, lines: [aLine({ price: '90.00' })] }
    expect((await client.post(`${path}/complete`, bill, writeHeaders())).body.status).toBe(
      'awaiting_approval',
    )
    const readings = () =>
      server.db.query(sql`
        select value from odometer_readings where source = 'order' and source_id = ${String(order.id)}`)
    expect(await readings()).toEqual([{ value: 50_300 }])
    expect((await owner.get(`/vehicles/${order.vehicle_id}`)).body.odometer).toBe(50_300)
    await approve(order)
    expect((await client.post(`${path}/complete`, { odometer: 50_301 }, writeHeaders())).status).toBe(200)
    expect(await readings()).toEqual([{ value: 50_301 }])
  })

  it('takes back a wrong final bill: a corrected one within the approval is approved again (APR-080)', async () => {
    const { order, shop: client, path } = await atTheShop()
    await client.post(`${path}/confirm`, {}, writeHeaders())
    const estimate = (price: string) =>
      client.post(`${path}/estimate`, { lines: [aLine({ price })] }, writeHeaders())
    await estimate('80.00')
    const { rev } = await orderOf(order)
    await owner.put(`/orders/${order.id}`, { status: 'approved' }, writeHeaders(undefined, rev))
    const bill = { lines: [aLine({ price: '800.00' })], requests_approval: true }
    const billed = await client.post(`${path}/complete`, bill, writeHeaders())
    expect(billed.body.status).toBe('awaiting_approval')
    expect((await estimate('90.00')).body.status).toBe('awaiting_approval')
    expect((await logOf(order)).slice(0, 3)).toEqual(['exceed', 'exceed', 'approve'])
    expect((await estimate('70.00')).body).toMatchObject({
      status: 'approved',
      pre_tax_sub_total: '70.00',
      has_final_bill: true,
      may: ['complete'],
    })
    expect((await orderOf(order)).order_services).toMatchObject([{ price: '70.00', approved_price: '80.00' }])
    const done = await client.post(`${path}/complete`, {}, writeHeaders())
    expect([done.status, done.body.status]).toEqual([200, 'paid_in_shop'])
  })

  it('bills after a correction what was approved, also the line that the correction left out (APR-082)', async () => {
    const { order, shop: client, path } = await atTheShop()
    await client.post(`${path}/confirm`, {}, writeHeaders())
    const pads = { service_definition_id: brakes.id, position: 'rear' }
    const linesOf = (...prices: [oil: string, pads?: string]) => [
      aLine({ price: prices[0] }),
      ...(prices[1] ? [aLine({ ...pads, price: prices[1] })] : []),
    ]
    const send = (action: string, lines: object[], requests_approval?: boolean) =>
      client.post(`${path}/${action}`, { lines, requests_approval }, writeHeaders())
    await send('estimate', linesOf('80.00', '20.00'))
    const { rev } = await orderOf(order)
    await owner.put(`/orders/${order.id}`, { status: 'approved' }, writeHeaders(undefined, rev))
    await send('complete', linesOf('800.00', '20.00'), true)
    const corrected = (await send('estimate', linesOf('60.00'))).body
    expect(corrected).toMatchObject({ status: 'approved', pre_tax_sub_total: '60.00' })
    const approved = [
      { service_definition_id: oil.id, position: null, total: '80.00' },
      { ...pads, total: '20.00' },
    ]
    expect(corrected.approval.lines).toEqual(expect.arrayContaining(approved))
    expect(corrected.approval.lines).toHaveLength(2)
    const higher = await send('complete', linesOf('90.00', '20.00'), true)
    expect(higher.body.status).toBe('awaiting_approval')
    expect((await send('estimate', linesOf('60.00'))).body.status).toBe('approved')
    const done = await send('complete', linesOf('70.00', '20.00'))
    expect([done.status, done.body.status]).toEqual([200, 'paid_in_shop'])
  })

  it('completes nothing by a request for approval whose amount was approved in the meantime (APR-071)', async () => {
    const { order, shop: client, path } = await atTheShop()
    await approvedWork(order, { client, path })
    const lines = [aLine({ price: '90.00' })]
    const request = { lines, requests_approval: true }
    const response = await client.post(`${path}/complete`, request, writeHeaders())
    expect([response.status, response.body.status]).toEqual([200, 'awaiting_approval'])
    await approve(order)
    const repeated = await client.post(`${path}/complete`, request, writeHeaders())
    expect([repeated.status, repeated.body.code]).toEqual([409, 'order_status'])
    const cheaper = { lines: [aLine({ price: '70.00' })], requests_approval: true }
    expect((await client.post(`${path}/complete`, cheaper, writeHeaders())).body.code).toBe('order_status')
    expect((await client.get(path)).body).toMatchObject({ status: 'approved', lines: [{ price: '90.00' }] })
    const done = await client.post(`${path}/complete`, { lines }, writeHeaders())
    expect([done.status, done.body.status]).toEqual([200, 'paid_in_shop'])
  })

  it('gets validation errors for its estimate', async () => {
    const { shop: client, path } = await atTheShop()
    await client.post(`${path}/confirm`, {}, writeHeaders())
    const fieldsOf = async (lines: object[]) =>
      (await client.post(`${path}/estimate`, { lines }, writeHeaders())).body.fields
    expect(await fieldsOf([])).toEqual({ lines: ['required'] })
    for (const price of ['-1', '0.001', '1e9', '1000000000', ' 5', '٣', '5,00', ''])
      expect([price, await fieldsOf([aLine({ price })])]).toEqual([price, { 'lines.0.price': ['money'] }])
    for (const price of ['100000.01', '99999999.99'])
      expect(await fieldsOf([aLine({ price })])).toEqual({ 'lines.0.price': ['price_too_high'] })
    for (const price of ['0', '0.00'])
      expect(await fieldsOf([aLine({ price })])).toEqual({ lines: ['no_price'] })
    expect(await fieldsOf([aLine(), aLine()])).toEqual({ 'lines.1.service_definition_id': ['double'] })
    expect(await fieldsOf([aLine({ service_definition_id: 999_999 })])).toEqual({
      'lines.0.service_definition_id': ['unknown'],
    })
    expect(await fieldsOf([aLine({ service_definition_id: brakes.id })])).toEqual({
      'lines.0.position': ['position'],
    })
  })

  it('uploads a large invoice in parts', async () => {
    const { order, shop: client, path } = await atTheShop()
    await server.db.query(sql`update shop_orders set status = 'complete' where id = ${order.id}`)
    const bytes = aPdfOf(PART_BYTES + 10)
    const line = manifestOf(bytes)
    await client.post(`${path}/invoices`, { documents: [line] }, writeHeaders())
    const file = `${path}/documents/${line.id}`
    for (const [n, offset] of [0, PART_BYTES].entries())
      expect(
        (
          await client.put(`${file}/parts/${offset}`, bytes.subarray(offset, offset + PART_BYTES), {
            'content-type': 'application/octet-stream',
          })
        ).body.offset,
      ).toBe(n === 0 ? PART_BYTES : bytes.length)
    expect((await client.put(file, undefined, writeHeaders())).body.state).toBe('stored')
  })
})

describe('what a shop enters twice', () => {
  it('takes effect once under one key, also if both arrive together and from another device', async () => {
    const { order, address, shop: client, path } = await atTheShop()
    const key = writeHeaders()
    const second = await opened(server.url, address)
    const responses = await Promise.all([
      client.post(`${path}/confirm`, {}, key),
      second.shop.post(`${path}/confirm`, {}, key),
      client.post(`${path}/confirm`, {}, key),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await logOf(order)).toEqual(['confirm', 'request'])
    const lines = [aLine()]
    const estimate = writeHeaders()
    const [a, b] = [
      await client.post(`${path}/estimate`, { lines }, estimate),
      await client.post(`${path}/estimate`, { lines }, estimate),
    ]
    expect(b.body).toEqual(a.body)
    expect(b.headers.get('idempotency-replayed')).toBe('true')
    expect(
      (await client.post(`${path}/estimate`, { lines: [aLine({ price: '1' })] }, estimate)).body.code,
    ).toBe('key_reused')
    expect(await logOf(order)).toEqual(['estimate', 'confirm', 'request'])
  })

  it('continues under the same key through a new link, if the old one was revoked', async () => {
    const { order, shop: client, path } = await atTheShop()
    const key = writeHeaders()
    await client.post(`${path}/confirm`, {}, key)
    const { address } = (await link(order, { replaces: true })).body
    const reopened = await opened(server.url, address)
    const again = await reopened.shop.post(`${path}/confirm`, {}, key)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  })

  it('does not replace an estimate that arrived from another device in the meantime (APR-072)', async () => {
    const { order, address, shop: client, path, response } = await atTheShop()
    const second = await opened(server.url, address)
    const estimate = (
      from: Client,
      price: string,
      based_on: { rev: number; entry?: string },
      key: string = randomUUID(),
    ) => from.post(`${path}/estimate`, { lines: [aLine({ price })], based_on }, { 'idempotency-key': key })
    const { rev } = response.body
    await client.post(`${path}/confirm`, {}, writeHeaders())
    // Two estimates in a row of one device, entered before the first arrived.
    const [first, correction] = [randomUUID(), randomUUID()]
    expect((await estimate(client, '90.00', { rev }, first)).status).toBe(200)
    const corrected = await estimate(client, '95.00', { rev, entry: first }, correction)
    expect(corrected.status).toBe(200)
    const older = await estimate(second.shop, '70.00', { rev })
    expect([older.status, older.body.code]).toEqual([409, 'estimate_changed'])
    expect((await client.get(path)).body.lines).toMatchObject([{ price: '95.00' }])
    // A change by the fleet is no estimate, and the response of the first device may have been lost.
    await owner.put(`/orders/${order.id}`, { customer_comments: 'Ring twice' })
    expect((await estimate(client, '96.00', { rev, entry: correction })).status).toBe(200)
    const seen = (await second.shop.get(path)).body.rev
    expect((await estimate(second.shop, '70.00', { rev: seen })).status).toBe(200)
    // Its own previous estimate is no longer the latest one.
    expect((await estimate(client, '97.00', { rev, entry: correction })).status).toBe(409)
    const replayed = await estimate(client, '90.00', { rev }, first)
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    // An older app sends no base.
    const plain = await client.post(`${path}/estimate`, { lines: [aLine()] }, writeHeaders())
    expect(plain.status).toBe(200)
  })

  it('does not replace final lines that another device sent and the fleet approved in the meantime (APR-081)', async () => {
    const { order, address, shop: client, path } = await atTheShop()
    const second = await opened(server.url, address)
    await approvedWork(order, { client, path })
    const { rev } = (await second.shop.get(path)).body
    const complete = (from: Client, price: string, based_on?: { rev: number }) =>
      from.post(`${path}/complete`, { lines: [aLine({ price })], based_on }, writeHeaders())
    expect((await complete(client, '90.00', { rev })).body.status).toBe('awaiting_approval')
    await approve(order)
    const older = await complete(second.shop, '70.00', { rev })
    expect([older.status, older.body.code]).toEqual([409, 'estimate_changed'])
    const { body: seen } = await second.shop.get(path)
    expect(seen).toMatchObject({ status: 'approved', lines: [{ price: '90.00' }] })
    const last = { lines: [aLine({ price: '70.00' })], based_on: { rev: seen.rev } }
    const headers = writeHeaders()
    const done = await second.shop.post(`${path}/complete`, last, headers)
    expect(done.body.status).toBe('paid_in_shop')
    // A server of the previous version took the first request without `based_on`.
    const repeated = await second.shop.post(`${path}/complete`, { lines: last.lines }, headers)
    expect([repeated.status, repeated.body]).toEqual([done.status, done.body])
  })

  it('is named as missing after a restore, unless it was accepted for this order', async () => {
    const [first, second] = [await atTheShop(), await atTheShop()]
    const [accepted, refused, unknown] = [randomUUID(), randomUUID(), randomUUID()]
    await first.shop.post(`${first.path}/confirm`, {}, { 'idempotency-key': accepted })
    const complete = await first.shop.post(`${first.path}/complete`, {}, { 'idempotency-key': refused })
    expect(complete.status).toBe(409)
    const ids = [accepted, refused, unknown]
    const receipts = await first.shop.post(`${first.path}/receipts`, { ids })
    expect([receipts.status, receipts.body]).toEqual([200, { missing: [refused, unknown] }])
    expect((await second.shop.post(`${second.path}/receipts`, { ids })).body).toEqual({ missing: ids })
    expect((await second.shop.post(`${first.path}/receipts`, { ids })).status).toBe(401)
    const tooMany = await first.shop.post(`${first.path}/receipts`, { ids: Array(1001).fill(unknown) })
    expect(tooMany.status).toBe(422)
  })

  it('is refused if the order has changed', async () => {
    const { order, shop: client, path } = await atTheShop()
    await owner.put(`/orders/${order.id}`, { status: 'cancel' })
    for (const [act, body] of [
      ['confirm', {}],
      ['estimate', { lines: [aLine()] }],
      ['complete', {}],
      ['invoices', { documents: [manifestOf(aPdf())] }],
    ] as const) {
      const response = await client.post(`${path}/${act}`, body, writeHeaders())
      expect([act, response.status, response.body.code]).toEqual([act, 409, 'order_status'])
    }
    expect((await client.get(path)).body).toMatchObject({ status: 'cancel', may: [] })
  })
})

describe('who has no right to it', () => {
  it('opens nothing with another order’s link or session, or with no token', async () => {
    const mine = await atTheShop()
    const other = await atTheShop()
    const { token } = partsOf(other.address)
    const crossed = await server
      .client()
      .post(`/shop_links/${mine.order.id}/unlock`, { token, vin_last_8: LAST_8 })
    expect([crossed.status, crossed.body.code]).toEqual([410, 'shop_link_invalid'])
    expect(crossed.headers.get('set-cookie')).toBeNull()
    for (const path of ['', '/services', '/schedule']) {
      expect((await mine.shop.get(`${other.path}${path}`)).status).toBe(401)
      expect((await server.client().get(`${mine.path}${path}`)).status).toBe(401)
    }
    expect((await mine.shop.post(`${other.path}/confirm`, {}, writeHeaders())).status).toBe(401)
    // A file of the other order, requested under its own path.
    await other.shop.post(`${other.path}/confirm`, {}, writeHeaders())
    const photo = manifestOf(await aJpeg(), { content_type: 'image/jpeg' })
    await other.shop.post(`${other.path}/estimate`, { lines: [aLine({ photos: [photo] })] }, writeHeaders())
    expect((await mine.shop.get(`${mine.path}/documents/${photo.id}`)).status).toBe(404)
    // It is no session of the app, and an app session is no shop session.
    expect((await mine.shop.get('/vehicles')).status).toBe(401)
    expect((await owner.get(mine.path)).status).toBe(401)
  })

  it('protects its cookie from scripts and from every other path, and stores no token', async () => {
    const { response, address, order } = await atTheShop()
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toContain(`Path=/api/v4/shop_links/${order.id};`)
    const rows = await server.db.query(
      sql`select l.*, s.* from shop_links l join shop_sessions s on s.link_id = l.id`,
    )
    const { token } = partsOf(address)
    expect(token).toHaveLength(43)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('gets the reason why a link has ended: by the fleet, or 30 days after the work', async () => {
    const { order, address, shop: client, path } = await atTheShop()
    expect((await owner.delete(`/orders/${order.id}/shop_link`)).body.links).toEqual([])
    expect((await client.get(path)).body.code).toBe('shop_link_revoked')
    expect((await client.post(`${path}/confirm`, {}, writeHeaders())).status).toBe(410)
    expect((await opened(server.url, address)).response.body.code).toBe('shop_link_revoked')

    const old = await atTheShop()
    await old.shop.post(`${old.path}/decline`, {}, writeHeaders())
    expect((await old.shop.get(old.path)).status).toBe(200)
    await server.db.query(sql`
      update shop_order_activity_items set created_at = now() - interval '30 days 1 minute' where order_id = ${old.order.id}`)
    const late = await old.shop.get(old.path)
    expect([late.status, late.body.code]).toEqual([410, 'shop_link_expired'])
    expect((await opened(server.url, old.address)).response.body.code).toBe('shop_link_expired')
    expect((await link(old.order)).body.code).toBe('shop_link_expired')
  })

  it('loses its link 30 days after a user rejected every line, which cancels the order', async () => {
    const { order, shop: client, path } = await atTheShop()
    await client.post(`${path}/confirm`, {}, writeHeaders())
    await client.post(`${path}/estimate`, { lines: [aLine()] }, writeHeaders())
    const { rev, order_services } = await orderOf(order)
    const rejected = order_services.map(({ id }: { id: number }) => ({
      id,
      status: 'rejected',
      rejection_reason: 'too_expensive',
    }))
    const decision = { status: 'approved', order_services: rejected }
    const decided = await owner.put(`/orders/${order.id}`, decision, {
      ...writeHeaders(),
      'if-match': `"${rev}"`,
    })
    expect([decided.status, decided.body.status]).toEqual([200, 'cancel'])
    expect((await client.get(path)).status).toBe(200)
    await server.db.query(sql`
      update shop_order_activity_items set created_at = now() - interval '30 days 1 minute' where order_id = ${order.id}`)
    const late = await client.get(path)
    expect([late.status, late.body.code]).toEqual([410, 'shop_link_expired'])
  })

  it('loses its link 180 days after its creation, also on an order that never ends, and gets a new one', async () => {
    const { order, address, shop: client, path } = await atTheShop()
    try {
      daysAhead = SHOP_LINK_MAX_AGE_DAYS - 1
      expect((await client.get(path)).status).toBe(200)
      expect((await opened(server.url, address)).response.status).toBe(200)
      const made = (await link(order)).body
      expect(made.state.links).toHaveLength(2)

      daysAhead = SHOP_LINK_MAX_AGE_DAYS + 1
      const late = await client.get(path)
      expect([late.status, late.body.code]).toEqual([410, 'shop_link_expired'])
      expect((await client.post(`${path}/confirm`, {}, writeHeaders())).status).toBe(410)
      expect((await opened(server.url, address)).response.body.code).toBe('shop_link_expired')
      // The renewed link works; the old ones are no longer listed.
      expect((await opened(server.url, made.address)).response.status).toBe(200)
      expect((await owner.get(`/orders/${order.id}/shop_link`)).body).toMatchObject({
        refused: null,
        links: [{ opened_at: expect.any(String) }],
      })
    } finally {
      daysAhead = 0
    }
  })

  it('cannot guess the VIN: after ten wrong ones the link waits, for the right one too', async () => {
    const order = await booked()
    const { address } = (await link(order)).body
    for (let n = 0; n < SHOP_LINK_TRIES; n++) {
      const { response } = await opened(server.url, address, `WRONG00${n}`)
      expect([response.status, response.body.code]).toEqual([422, 'vin_mismatch'])
    }
    const { response } = await opened(server.url, address)
    expect([response.status, response.body.code]).toEqual([429, 'too_many'])
    expect(response.body.retry_after).toBeGreaterThan(0)
    // Another order's shop is not affected.
    expect((await atTheShop()).response.status).toBe(200)
  })

  it('enters the VIN in any form: small letters, spaces', async () => {
    const { address } = (await link(await booked())).body
    expect((await opened(server.url, address, ' lfa1 2345 ')).response.status).toBe(200)
  })
})

describe('the fleet', () => {
  it('creates and revokes links, and sees which were opened; a driver does not', async () => {
    const order = await booked()
    const made = await link(order)
    expect(made.status).toBe(201)
    expect(made.body.qr).toMatch(/^<svg/)
    await opened(server.url, made.body.address)
    const { body } = await owner.get(`/orders/${order.id}/shop_link`)
    expect(body).toMatchObject({
      refused: null,
      shop_email: 'bay@shops.example',
      links: [
        { created_by_name: expect.stringMatching(/^Dana/), sent_to: null, opened_at: expect.any(String) },
      ],
    })
    const replaced = await link(order, { replaces: true, sends: true })
    expect(replaced.body.state.links).toMatchObject([{ sent_to: 'bay@shops.example', opened_at: null }])
    expect((await opened(server.url, made.body.address)).response.body.code).toBe('shop_link_revoked')
    const driver = await server.as(await server.build.user(fleet, { roles: ['Driver'] }))
    expect((await link(order, {}, driver)).status).toBe(403)
  })

  it('emails the links of an order a few times per hour, and those of a user some dozens of times', async () => {
    await untilWindowLasts(20)
    const user = await server.build.user(fleet)
    const client = await server.as(user)
    const [order, another] = [await booked(), await booked()]
    const send = (of: { id: number }) => link(of, { replaces: true, sends: true }, client)
    for (let sent = 1; sent < SHOP_LINK_EMAILS_OF_ORDER; sent++) expect((await send(order)).status).toBe(201)
    const last = await send(order)
    const refused = await send(order)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await opened(server.url, last.body.address)).response.status).toBe(200)
    expect((await link(order, { sends: true })).status).toBe(429)
    expect((await link(order, { replaces: true }, client)).status).toBe(201)
    expect((await send(another)).status).toBe(201)
    await server.db.query(sql`
      update attempts set count = ${SHOP_LINK_EMAILS_OF_USER} where bucket = ${`shop-link-emails-user:${user.id}`}`)
    expect((await send(another)).status).toBe(429)
    expect((await link(another, { sends: true })).status).toBe(201)
  })

  it('is created and emailed once for a repeated request, with the same address for its seed (APR-084)', async () => {
    const order = await booked()
    const before = (await owner.get(`/orders/${order.id}/shop_link`)).body.links.length
    const [key, seed] = [writeHeaders(), aSeed()]
    const send = (body: object) => owner.post(`/orders/${order.id}/shop_link`, { sends: true, ...body }, key)
    const [first, again] = [await send({ seed }), await send({ seed })]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect((await owner.get(`/orders/${order.id}/shop_link`)).body.links).toHaveLength(before + 1)
    const token = first.body.address.split('#')[1]
    expect(await server.db.query(sql`select from mails where text like ${`%${token}%`}`)).toHaveLength(1)
    expect((await opened(server.url, first.body.address)).response.status).toBe(200)
    const other = await send({ seed: aSeed() })
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
    // One form may create several links.
    const second = await owner.post(`/orders/${order.id}/shop_link`, { seed }, writeHeaders())
    expect(second.body.address).not.toBe(first.body.address)
    expect((await opened(server.url, second.body.address)).response.status).toBe(200)
  })

  it('has an address that a copy of the database does not contain or determine (S-7)', async () => {
    const order = await booked()
    const seed = aSeed()
    const made = await owner.post(`/orders/${order.id}/shop_link`, { seed }, writeHeaders())
    const token = made.body.address.split('#')[1]
    const copy = await server.db.query<{ text: string }>(sql`
      select to_jsonb(k)::text as text from idempotency_keys k
      union all select to_jsonb(l)::text from shop_links l`)
    expect(copy.filter(({ text }) => text.includes(seed) || text.includes(token))).toEqual([])
    // Without a seed, everything that a repeated request sends is stored, so its response has no address.
    const key = writeHeaders()
    const send = () => owner.post(`/orders/${order.id}/shop_link`, { replaces: true }, key)
    const [first, again] = [await send(), await send()]
    expect(first.body.address).toEqual(expect.any(String))
    expect(again.body).toEqual({ ...first.body, address: null, qr: null })
    expect((await opened(server.url, first.body.address)).response.status).toBe(200)
    expect((await link(order, { seed: 'guessable' })).status).toBe(422)
  })

  it('gets an error that a vehicle without VIN has no link', async () => {
    const order = await booked({ vin: null })
    expect((await owner.get(`/orders/${order.id}/shop_link`)).body.refused).toBe('vin_missing')
    const response = await link(order)
    expect([response.status, response.body.code]).toEqual([422, 'vin_missing'])
  })

  it('has the link emailed to the shop with the request, and the shop notified of its decisions', async () => {
    await sendNotices()
    const mark = new Date()
    const order = await booked()
    await booked({ vin: null })
    await sendNotices()
    const [mail, ...more] = await mailsToShop(mark)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Northgate requests an appointment')
    const [address = ''] = /http\S+\/shop_link\/\S+/.exec(mail?.text ?? '') ?? []
    const { response, shop: client, path } = await opened(server.url, address)
    expect(response.body.id).toBe(order.id)
    await client.post(`${path}/confirm`, {}, writeHeaders())
    await owner.put(`/orders/${order.id}`, { status: 'cancel' })
    await sendNotices()
    const canceled = (await mailsToShop(mark)).at(-1)
    expect(canceled?.subject).toBe('Northgate canceled the appointment')
    // It opens in the browser where the link was opened, and contains no token.
    expect(canceled?.text).toMatch(new RegExp(`/shop_link/${order.id}\\n`))
  })

  it('learns from the email and on its page what was approved, and at which price (SVC-111)', async () => {
    await sendNotices()
    const mark = new Date()
    const order = await booked()
    await sendNotices()
    const [mail] = await mailsToShop(mark)
    const [address = ''] = /http\S+\/shop_link\/\S+/.exec(mail?.text ?? '') ?? []
    const { shop: client, path } = await opened(server.url, address)
    const decide = async (statusOf: (serviceId: number) => string) => {
      const { rev, order_services } = await orderOf(order)
      const open = order_services.filter(({ status }: { status: string }) => status !== 'rejected')
      const decisions = open.map((line: { id: number; service_definition_id: number }) => {
        const status = statusOf(line.service_definition_id)
        return { id: line.id, status, ...(status === 'rejected' && { rejection_reason: 'too_expensive' }) }
      })
      const headers = { ...writeHeaders(), 'if-match': `"${rev}"` }
      const body = { status: 'approved', order_services: decisions }
      expect((await owner.put(`/orders/${order.id}`, body, headers)).status).toBe(200)
      await sendNotices()
      return (await mailsToShop(mark)).at(-1)
    }
    await client.post(`${path}/confirm`, {}, writeHeaders())
    const pads = { service_definition_id: brakes.id, position: 'rear', price: '130.00' }
    await client.post(`${path}/estimate`, { lines: [aLine(), pads] }, writeHeaders())
    const first = await decide((id) => (id === oil.id ? 'approved' : 'rejected'))
    expect(first?.subject).toBe('Northgate approved part of your estimate')
    expect(first?.text).toContain('You sent $210.00 before tax. The fleet approved $80.00.')
    expect(first?.text).toMatch(/Oil change: \$80\.00/)
    expect(first?.text).toMatch(/Not approved: Brake pads \(/)
    await client.post(`${path}/complete`, { lines: [aLine({ price: '95.50' })] }, writeHeaders())
    expect((await client.get(path)).body).toMatchObject({ has_final_bill: true, sent_sub_total: '95.50' })
    const second = await decide((id) => (id === oil.id ? 'rejected' : 'approved'))
    expect(second?.subject).toBe('Northgate approved part of your final bill')
    expect(second?.text).toContain('You sent $95.50 before tax. The fleet approved $80.00.')
    const page = (await client.get(path)).body
    expect(page).toMatchObject({ status: 'approved', pre_tax_sub_total: '80.00', sent_sub_total: '95.50' })
  })

  it('is notified of decisions after its emailed link was replaced, but not after all were revoked', async () => {
    const orders = [await booked(), await booked()] as const
    await sendNotices()
    await link(orders[0], { replaces: true })
    await owner.delete(`/orders/${orders[1].id}/shop_link`)
    const mark = new Date()
    for (const { id } of orders) await owner.put(`/orders/${id}`, { status: 'cancel' })
    await sendNotices()
    const mails = await mailsToShop(mark)
    expect(mails.map(({ subject }) => subject)).toEqual(['Northgate canceled the appointment'])
    expect(mails[0]?.text).toMatch(new RegExp(`/shop_link/${orders[0].id}\\n`))
  })
})

async function sendNotices() {
  while ((await server.services.orderNotices.sendPending()) > 0);
}
const mailsToShop = (since: Date) =>
  server.db.query<{ subject: string; text: string }>(sql`
    select subject, text from mails where recipient = 'bay@shops.example' and created_at > ${since} order by created_at`)
async function subjectsFor(order: { id: number }) {
  const rows = await server.db.query<{ subject: string }>(sql`
    select subject from mails where text like ${`%/orders/${order.id}/approvals%`}`)
  return rows.map(({ subject }) => subject)
}
