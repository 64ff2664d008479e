import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { can, ROLES } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { orderPaymentsRepository as orderPayments } from '#server/modules/money/payments/order-payments.repository.ts'
import { recordEstimate } from '#server/modules/orders/orders/lifecycle/order-estimates.ts'
import { completeAsShop } from '#server/modules/orders/shop-links/shop-actions.service.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startPayingServer } from '#tests/support/paying-fleet.ts'
import { plansOf } from '#tests/support/plans.ts'

type Stage = Awaited<ReturnType<typeof startPayingServer>>
let stage: Stage
let cards: Awaited<ReturnType<Stage['aPayingFleet']>>

beforeAll(async () => {
  stage = await startPayingServer()
  cards = await stage.aPayingFleet()
})
afterAll(() => stage.server.stop())

const moneyOf = async (order: { id: number }, of = cards) =>
  (await of.client.get(`/orders/${order.id}/payments`)).body
const logOf = async (order: { id: number }, of = cards) =>
  (
    await of.client.get(`/shop_order_activity_items?shop_order_id=${order.id}`)
  ).body.shop_order_activity_items.map((item: { activity_type: string }) => item.activity_type)
const key = (value: string = crypto.randomUUID()) => ({ 'idempotency-key': value })

describe('payments of an order', () => {
  it('list attempts and the payment log newest first, with method, amounts and users (APR-022, APR-023)', async () => {
    const order = await stage.aPaidOrder(cards, '80.00')
    expect(await moneyOf(order)).toMatchObject({
      order_id: order.id,
      pays_through_platform: true,
      currency: 'USD',
      payments: [
        {
          attempt: 1,
          provider: 'Braintree',
          method_of_payment: 'Visa 1111',
          status: 'captured',
          amount: '80.00',
          captured_amount: '80.00',
          refunded_amount: '0.00',
          requested_by: expect.stringMatching(/^Dana/),
          refunds: [],
          dispute: null,
          disputes: [],
        },
      ],
      activities: [
        { kind: 'captured', amount: '80.00', acting_user: null, method_of_payment: 'Visa 1111' },
        { kind: 'authorized', acting_user: expect.stringMatching(/^Dana/) },
      ],
      refundable: '80.00',
      can_refund: true,
      review: null,
    })
  })
})

describe('a refund', () => {
  const refund = (order: { id: number }, amount: string, headers = key(), of = cards) =>
    of.client.post(`/orders/${order.id}/refunds`, { amount, reason: 'Wrong part' }, headers)

  it('returns parts, never more than was captured, each in both logs', async () => {
    const order = await stage.aPaidOrder(cards)
    const first = await refund(order, '30.00')
    expect([first.status, first.body.refundable]).toEqual([201, '70.00'])
    expect(first.body.payments[0]).toMatchObject({
      status: 'captured',
      refunded_amount: '30.00',
      refunds: [{ amount: '30.00', reason: 'Wrong part', status: 'refunded' }],
    })
    for (const amount of ['70.01', '0.00', '99999999.99']) {
      const refused = await refund(order, amount)
      expect([refused.status, refused.body.fields]).toEqual([422, { amount: ['refund_amount'] }])
    }
    const rest = await refund(order, '70.00')
    expect(rest.body).toMatchObject({
      refundable: '0.00',
      can_refund: false,
      payments: [{ status: 'refunded' }],
    })
    expect((await refund(order, '0.01')).body.code).toBe('order_status')
    expect(await stage.atGateway(order)).toMatchObject([
      { kind: 'sale', amount: '100.00' },
      { kind: 'refund', amount: '30.00' },
      { kind: 'refund', amount: '70.00' },
    ])
    expect((await logOf(order)).slice(0, 2)).toEqual(['payment_refunded', 'payment_refunded'])
    expect(rest.body.activities.slice(0, 2)).toMatchObject([
      { kind: 'refunded', amount: '70.00', note: 'Wrong part', acting_user: expect.stringMatching(/^Dana/) },
      { kind: 'refunded', amount: '30.00' },
    ])
    expect(await stage.statusOf(order)).toBe('paid')
  })

  it.each(['-5', '1.234', 'NaN', '', '1e3', 5, null])('refuses the amount %j', async (amount) => {
    const order = await stage.aPaidOrder(cards)
    expect((await refund(order, amount as string)).status).toBe(422)
    expect(await stage.atGateway(order)).toHaveLength(1)
  })

  it('takes effect once per key, however often and however fast it is sent', async () => {
    const order = await stage.aPaidOrder(cards)
    const same = key()
    const responses = await Promise.all(Array.from({ length: 6 }, () => refund(order, '40.00', same)))
    expect(
      responses.map(({ status }) => status).filter((status) => status !== 201 && status !== 409),
    ).toEqual([])
    expect((await refund(order, '40.00', same)).body.refundable).toBe('60.00')
    expect(await stage.atGateway(order)).toHaveLength(2)
    expect((await refund(order, '41.00', same)).body.code).toBe('key_reused')
  })

  it('of many users at once returns no more than was captured', async () => {
    const order = await stage.aPaidOrder(cards)
    await Promise.all(Array.from({ length: 8 }, () => refund(order, '60.00')))
    await stage.reconcile()
    expect((await stage.atGateway(order)).map(({ amount }) => amount)).toEqual(['100.00', '60.00'])
  })

  it.each(['lost_answer', 'server_error', 'duplicate'] as const)(
    'is paid back once when the gateway fails with %s',
    async (fault) => {
      const order = await stage.aPaidOrder(cards)
      let isFirst = true
      stage.faults.next = (operation) => {
        if (operation !== 'refund' || !isFirst) return null
        isFirst = false
        return fault
      }
      const response = await refund(order, '25.00')
      stage.faults.next = () => null
      expect(response.status).toBe(201)
      await stage.server.db.query(sql`update payment_refunds set due_at = now() where due_at is not null`)
      await stage.reconcile()
      expect(await moneyOf(order)).toMatchObject({
        refundable: '75.00',
        payments: [{ refunds: [{ status: 'refunded' }] }],
      })
      expect(await stage.atGateway(order)).toHaveLength(2)
    },
  )

  it('of a fuel card is recorded without any gateway (ruling 29)', async () => {
    for (const provider of ['WEX', 'Fleetcor'] as const) {
      const fuel = await stage.aPayingFleet(provider)
      const order = await stage.aPaidOrder(fuel)
      const response = await refund(order, '10.00', key(), fuel)
      expect(response.body).toMatchObject({ refundable: '90.00', payments: [{ provider }] })
      expect(await stage.atGateway(order)).toEqual([])
    }
  })

  it('is for the permitted roles, and for orders of their own fleet', async () => {
    const order = await stage.aPaidOrder(cards)
    const allowed = ['Owner', 'Account Owner', 'Admin', 'Super Admin', 'FMC', 'FMC Fleet Admin']
    for (const role of ROLES) {
      const client = await stage.server.as(await stage.server.build.user(cards.fleet, { roles: [role] }))
      const response = await client.post(
        `/orders/${order.id}/refunds`,
        { amount: '1.00', reason: 'Test' },
        key(),
      )
      expect([role, response.status]).toEqual([role, allowed.includes(role) ? 201 : 403])
      if (role === 'Driver') continue
      const shown = (await client.get(`/orders/${order.id}/payments`)).body
      expect([role, shown.can_refund]).toEqual([role, allowed.includes(role)])
    }
    const stranger = await stage.aPayingFleet()
    const before = await stage.atGateway(order)
    expect((await refund(order, '1.00', key(), stranger)).status).toBe(404)
    expect(await stage.atGateway(order)).toEqual(before)
  })
})

describe('an order in manual review (ruling 28)', () => {
  /** The capture fails until it is given up. */
  async function anUncapturedOrder(of = cards) {
    const order = await stage.anOrder(of)
    await stage.approve(of, order)
    stage.faults.next = (operation) => (operation === 'capture' ? 'server_error' : null)
    await stage.complete(of, order)
    await stage.reconcile()
    expect(await stage.statusOf(order)).toBe('paid_deferred')
    return order
  }
  /** Nothing is authorized. */
  async function anOrderWithoutHold(of = cards) {
    const order = await stage.anOrder(of, '100.00', 'approved')
    await stage.complete(of, order)
    expect(await stage.statusOf(order)).toBe('paid_deferred')
    return order
  }
  const act = (order: { id: number }, path: string, body?: object, of = cards) =>
    of.client.post(`/orders/${order.id}/payments/${path}`, body, key())
  const charge = (order: { id: number }, methodId = cards.card.id) =>
    act(order, 'charge', { payment_provider: 'Braintree', payment_method_id: methodId })

  it('is captured again', async () => {
    const order = await anUncapturedOrder()
    expect((await moneyOf(order)).review).toMatchObject({
      reason: 'capture_failed',
      can_retry: true,
      amount: '100.00',
    })
    stage.faults.next = () => null
    const response = await act(order, 'retry')
    expect([response.status, response.body.review]).toEqual([200, null])
    expect(await stage.statusOf(order)).toBe('paid')
    expect(await stage.atGateway(order)).toEqual([{ kind: 'sale', status: 'captured', amount: '100.00' }])
  })

  it('is paid with another card; the earlier authorization is released', async () => {
    const order = await anUncapturedOrder()
    stage.faults.next = () => null
    const other = await stage.server.build.paymentMethod(cards.fleet, cards.owner)
    const response = await charge(order, other.id)
    expect(response.body).toMatchObject({
      review: null,
      payments: [{ status: 'captured' }, { status: 'voided' }],
    })
    expect(await stage.statusOf(order)).toBe('paid')
    expect(await stage.atGateway(order)).toEqual([{ kind: 'sale', status: 'captured', amount: '100.00' }])
  })

  it('is charged without an authorization, and stays in review if the card is declined', async () => {
    const order = await anOrderWithoutHold()
    expect((await moneyOf(order)).review).toMatchObject({
      reason: 'not_authorized',
      can_retry: false,
      can_charge: true,
    })
    stage.faults.next = (operation, id) =>
      operation === 'authorize' && id.endsWith(' bank') ? 'decline' : null
    const declined = await charge(order)
    stage.faults.next = () => null
    expect([declined.status, declined.body.review.reason]).toEqual([200, 'declined'])
    expect(await stage.statusOf(order)).toBe('paid_deferred')
    expect((await act(order, 'retry')).body.review).toBeNull()
    expect(await stage.statusOf(order)).toBe('paid')
    expect(await stage.atGateway(order)).toHaveLength(1)
  })

  it('is charged once, however many users submit at the same moment', async () => {
    const order = await anOrderWithoutHold()
    const responses = await Promise.all(Array.from({ length: 6 }, () => charge(order)))
    expect(
      responses.map(({ status }) => status).filter((status) => ![200, 409, 503].includes(status)),
    ).toEqual([])
    await stage.reconcile()
    expect(await stage.statusOf(order)).toBe('paid')
    expect(await stage.atGateway(order)).toEqual([{ kind: 'sale', status: 'captured', amount: '100.00' }])
  })

  it('is either charged or settled outside, if two users act at the same moment', async () => {
    for (let n = 0; n < 4; n++) {
      const order = await anOrderWithoutHold()
      const responses = await Promise.all([
        charge(order),
        act(order, 'settle_outside', { reason: 'Check 1044' }),
      ])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
      await stage.reconcile()
      const isCharged = responses[0].status === 200
      expect(await stage.statusOf(order)).toBe(isCharged ? 'paid' : 'paid_in_shop')
      expect(await stage.atGateway(order)).toHaveLength(isCharged ? 1 : 0)
    }
  })

  it('records a capture also if the order can no longer become paid, so that it can be refunded (TRX-028)', async () => {
    const order = await anUncapturedOrder()
    await stage.server.db.query(sql`update shop_orders set status = 'paid_in_shop' where id = ${order.id}`)
    await stage.server.db.query(sql`update payments set due_at = now() where order_id = ${order.id}`)
    stage.faults.next = () => null
    await stage.reconcile()
    expect(await moneyOf(order)).toMatchObject({
      payments: [{ status: 'captured', captured_amount: '100.00' }],
      refundable: '100.00',
      can_refund: true,
    })
    expect((await logOf(order))[0]).toBe('payment_captured')
    expect(await stage.statusOf(order)).toBe('paid_in_shop')
  })

  it('is settled outside the platform with a reason; nothing stays authorized', async () => {
    for (const make of [anUncapturedOrder, anOrderWithoutHold]) {
      const order = await make()
      stage.faults.next = () => null
      expect((await act(order, 'settle_outside', {})).body.fields).toEqual({ reason: ['required'] })
      const response = await act(order, 'settle_outside', { reason: 'Check 1044' })
      expect([response.status, response.body.review]).toEqual([200, null])
      expect(response.body.activities[0]).toMatchObject({
        kind: 'settled_outside',
        amount: '100.00',
        note: 'Check 1044',
        payment_id: null,
      })
      expect((await logOf(order))[0]).toBe('settle_outside')
      expect(await stage.statusOf(order)).toBe('paid_in_shop')
      expect(await stage.atGateway(order)).toEqual([])
      expect((await act(order, 'settle_outside', { reason: 'Again' })).body.code).toBe('order_status')
    }
  })

  it('that turns out to be captured is paid, and cannot be settled a second time', async () => {
    const order = await stage.anOrder(cards)
    await stage.approve(cards, order)
    stage.faults.next = (operation) => (operation === 'capture' ? 'lost_answer' : null)
    await stage.complete(cards, order)
    await stage.reconcile()
    stage.faults.next = () => null
    expect(await stage.statusOf(order)).toBe('paid_deferred')
    expect((await act(order, 'settle_outside', { reason: 'Check' })).body.code).toBe('order_status')
    expect(await stage.statusOf(order)).toBe('paid')
    expect(await stage.atGateway(order)).toEqual([{ kind: 'sale', status: 'captured', amount: '100.00' }])
  })

  it('cannot be acted on while the gateway does not release the authorization', async () => {
    const order = await anUncapturedOrder()
    stage.faults.next = (operation) => (operation === 'void' ? 'server_error' : null)
    expect((await act(order, 'settle_outside', { reason: 'Check' })).status).toBe(503)
    stage.faults.next = () => null
    expect(await stage.statusOf(order)).toBe('paid_deferred')
    expect((await act(order, 'settle_outside', { reason: 'Check' })).status).toBe(200)
  })

  it('rejects a provider that the fleet does not have and a card that this user may not use', async () => {
    const order = await anOrderWithoutHold()
    const wrong = await act(order, 'charge', { payment_provider: 'WEX' })
    expect(wrong.body.fields).toEqual({ payment_provider: ['payment_provider'] })
    const stranger = await stage.aPayingFleet()
    for (const id of [stranger.card.id, 999_999_999])
      expect((await charge(order, id)).body.fields).toEqual({ payment_method_id: ['payment_method'] })
  })

  it('offers each role in review only the methods it may use, and rejects the rest', async () => {
    const { server } = stage
    const affiliation = await server.build.affiliation()
    const home = await server.build.fleet({ affiliationId: affiliation.id })
    const of = await stage.aPayingFleet('Braintree', { affiliationId: affiliation.id })
    const reserved = of.card
    const shared = await server.build.paymentMethod(of.fleet, of.owner)
    await server.db.query(sql`update payment_methods set all_users = false where id = ${reserved.id}`)
    await server.db.query(sql`update payment_methods set all_users = true where id = ${shared.id}`)
    const order = await anOrderWithoutHold(of)
    stage.faults.next = (operation, id) =>
      operation === 'authorize' && id.endsWith(' bank') ? 'decline' : null
    await act(order, 'charge', { payment_provider: 'Braintree', payment_method_id: reserved.id }, of)
    for (const role of ROLES.filter((one) => can({ roles: [one] }, 'payments.review'))) {
      const isStaff = role.startsWith('FMC')
      // Staff belong to the company's own fleet and act for this one.
      const user = await server.build.user(isStaff ? home : of.fleet, {
        roles: [role],
        ...(isStaff && { affiliationId: affiliation.id }),
      })
      const client = await server.as(user)
      if (isStaff) await client.put('/fleet_users/impersonate_fleet', { fleet_id: of.fleet.id })
      const mayUseAll = can({ roles: [role] }, 'payments.edit')
      const { review } = (await client.get(`/orders/${order.id}/payments`)).body
      expect([role, review.can_retry, review.can_charge]).toEqual([role, mayUseAll, true])
      expect(review.methods.map(({ id }: { id: number }) => id)).toEqual(
        mayUseAll ? [reserved.id, shared.id] : [shared.id],
      )
      if (mayUseAll) continue
      const retried = await client.post(`/orders/${order.id}/payments/retry`, undefined, key())
      expect([role, retried.body.fields]).toEqual([role, { payment_method_id: ['payment_method'] }])
      const charged = await client.post(
        `/orders/${order.id}/payments/charge`,
        { payment_provider: 'Braintree', payment_method_id: reserved.id },
        key(),
      )
      expect([role, charged.body.fields]).toEqual([role, { payment_method_id: ['payment_method'] }])
    }
    stage.faults.next = () => null
    const admin = await server.as(await server.build.user(of.fleet, { roles: ['Admin'] }))
    const paid = await admin.post(
      `/orders/${order.id}/payments/charge`,
      { payment_provider: 'Braintree', payment_method_id: shared.id },
      key(),
    )
    expect([paid.status, paid.body.review]).toEqual([200, null])
  })

  it('is refused on an order that is not in manual review', async () => {
    const order = await stage.aPaidOrder(cards)
    for (const [path, body] of [
      ['retry', undefined],
      ['charge', { payment_provider: 'Braintree', payment_method_id: cards.card.id }],
      ['settle_outside', { reason: 'Check' }],
    ] as const)
      expect((await act(order, path, body)).body.code).toBe('order_status')
    expect(await stage.atGateway(order)).toHaveLength(1)
  })
})

describe('the manual review list', () => {
  it('shows a fleet to its users, and all fleets of the company to its staff', async () => {
    const { server } = stage
    const affiliation = await server.build.affiliation()
    const [one, two] = [
      await stage.aPayingFleet('Braintree', { affiliationId: affiliation.id, name: 'One' }),
      await stage.aPayingFleet('WEX', { affiliationId: affiliation.id, name: 'Two' }),
    ]
    const outside = await stage.aPayingFleet()
    const orders = []
    for (const of of [one, two, outside]) {
      const order = await stage.anOrder(of, '64.00', 'approved')
      await stage.complete(of, order)
      orders.push(order)
    }
    await server.db.query(sql`
      update vehicles set name_of_vehicle = null, year = 2021, make = 'Ford', model = 'Transit'
      where fleet_id = ${one.fleet.id}`)
    const list = async (client: typeof one.client, all = false) =>
      (await client.get(`/payments/manual_review?all_fleets=${all}`)).body
    expect((await list(one.client)).items).toMatchObject([
      {
        kind: 'order',
        fleet_name: 'One',
        order_id: orders[0]!.id,
        vehicle_name: '2021 Ford Transit',
        reason: 'not_authorized',
        amount: '64.00',
      },
    ])
    expect((await one.client.get('/payments/manual_review?all_fleets=true')).status).toBe(403)
    const staff = await server.build.user(one.fleet, { roles: ['FMC'] })
    await server.db.query(sql`update users set affiliation_id = ${affiliation.id} where id = ${staff.id}`)
    const shown = await list(await server.as(staff), true)
    expect(shown.items.map((item: { order_id: number }) => item.order_id)).toEqual([
      orders[0]!.id,
      orders[1]!.id,
    ])
    expect(shown.total_count).toBe(2)
    // An edit does not change how long an order has waited.
    const edited = await one.client.put(`/orders/${orders[0]!.id}`, { po_number: '4711' })
    expect(edited.status).toBe(200)
    expect((await list(await server.as(staff), true)).items).toMatchObject([
      { order_id: orders[0]!.id, since: shown.items[0].since },
      { order_id: orders[1]!.id },
    ])
    const manager = await server.build.user(one.fleet, { roles: ['Manager'] })
    expect((await (await server.as(manager)).get('/payments/manual_review')).status).toBe(403)
  })

  it('reads the orders in review and their log from an index', async () => {
    const { fleet, owner } = cards
    const actor: Actor = {
      userId: owner.id,
      roles: ['Owner'],
      language: 'en',
      fleet: { id: fleet.id, country: 'US', unit: 'mi', timeZone: 'UTC', affiliationId: null },
    }
    const vehicle = await stage.server.build.vehicle(fleet)
    await stage.server.db.query(sql`
      insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer, odometer_units)
      select ${fleet.id}, ${vehicle.id}, 'Corner Garage', 'cancel', now(), 1000, 'mi' from generate_series(1, 2000)`)
    await stage.server.db.query(sql`analyze shop_orders`)
    const page = { page: 1, per_page: 50 }
    const read = (tx: Queryable) => orderPayments.inReview(tx, { actor, isCompanyWide: false }, page)
    const [plan] = await plansOf(stage.server, fleet.id, read, { isForced: true })
    for (const index of ['shop_orders_in_review', 'shop_order_activity_items_order'])
      expect(plan).toContain(index)
  })
})

describe('an approval by policy, and the card it charges (decision 50)', () => {
  /** An order that this user booked, whose estimate a policy covers. */
  async function aCoveredOrder(of: typeof cards, booker: { id: number }, price = '80.00') {
    const vehicle = await stage.server.build.vehicle(of.fleet)
    await stage.server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, vehicle_ids, auto_approvable)
      values (${of.fleet.id}, 150, ${[vehicle.id]}, true)`)
    const given = { status: 'active', serviceId: stage.service.id, price, originatorId: booker.id }
    return anOpenOrder(stage.server.db, vehicle, given)
  }
  async function estimate(
    of: typeof cards,
    order: { id: number },
    prices: { id: number; price: string }[] = [],
  ) {
    await stage.server.db.tenant(of.fleet.id, (tx) =>
      recordEstimate(
        { tx, clock: stage.server.services.now },
        { fleetId: of.fleet.id, id: order.id },
        { prices },
      ),
    )
    await stage.reconcile()
  }
  const paidWith = async (order: { id: number }) =>
    (
      await stage.server.db.query<{ method_id: number }>(
        sql`select method_id from payments where order_id = ${order.id} order by attempt`,
      )
    ).map(({ method_id }) => method_id)

  it('uses a card that all users may use, otherwise one of the booker, otherwise it waits for a user', async () => {
    const { server } = stage
    const of = await stage.aPayingFleet()
    const reserved = of.card
    await server.db.query(sql`update payment_methods set all_users = false where id = ${reserved.id}`)
    const manager = await server.build.user(of.fleet, { roles: ['Manager'] })
    const other = await server.build.user(of.fleet, { roles: ['Manager'] })
    const named = await server.build.paymentMethod(of.fleet, of.owner, { isForAll: false })
    await server.db.query(sql`
      insert into payment_method_users (fleet_id, method_id, user_id) values (${of.fleet.id}, ${named.id}, ${manager.id})`)
    // Only the owner may use the default card.
    const cases: [{ id: number }, number[], string][] = [
      [other, [], 'awaiting_approval'],
      [manager, [named.id], 'approved'],
      [of.owner, [reserved.id], 'approved'],
    ]
    for (const [booker, methods, status] of cases) {
      const order = await aCoveredOrder(of, booker)
      await estimate(of, order)
      expect([await stage.statusOf(order), await paidWith(order)]).toEqual([status, methods])
    }
    const shared = await server.build.paymentMethod(of.fleet, of.owner)
    const order = await aCoveredOrder(of, manager)
    await estimate(of, order)
    expect([await stage.statusOf(order), await paidWith(order)]).toEqual(['approved', [shared.id]])
  })

  it('leaves no previous payment on an order that a policy approves after its bill was too high', async () => {
    const of = await stage.aPayingFleet()
    const order = await aCoveredOrder(of, of.owner, '100.00')
    await estimate(of, order)
    const bill = { lines: [{ service_definition_id: stage.service.id, price: '400.00' }] }
    await stage.server.db.tenant(of.fleet.id, (tx) =>
      completeAsShop(
        { tx, clock: stage.server.services.now, shop: { fleet: { id: of.fleet.id }, orderId: order.id } },
        bill,
      ),
    )
    const show = async () => (await of.client.get(`/orders/${order.id}`)).body
    const waiting = await show()
    expect(waiting).toMatchObject({ status: 'awaiting_approval', previous_payments: '100.00' })
    await estimate(of, order, [{ id: waiting.order_services[0].id, price: '90.00' }])
    expect(await show()).toMatchObject({ status: 'approved', previous_payments: '0.00' })
  })
})

describe('a card number in a text field', () => {
  it('is rejected at its field, in every text about an order, and stored nowhere', async () => {
    const { server } = stage
    const number = '5105 1051 0510 5100'
    const order = await stage.aPaidOrder(cards)
    const typed = `The card is ${number}`
    const sent = [
      ['put', `/orders/${order.id}`, { po_number: number }, 'po_number'],
      ['put', `/orders/${order.id}`, { customer_comments: typed }, 'customer_comments'],
      ['post', '/notes', { shop_order_id: order.id, comment: typed }, 'comment'],
      ['post', '/notes', { shop_order_id: order.id, comment: 'See title', title: typed }, 'title'],
      ['post', `/orders/${order.id}/refunds`, { amount: '1.00', reason: typed }, 'reason'],
      ['post', `/orders/${order.id}/payments/settle_outside`, { reason: typed }, 'reason'],
      ['put', `/fleet_users/${cards.owner.id}`, { firstName: number }, 'firstName'],
    ] as const
    for (const [method, path, body, field] of sent) {
      const response = await cards.client[method](path, body, key())
      expect([path, field, response.status, response.body.fields]).toEqual([
        path,
        field,
        422,
        { [field]: ['card_number'] },
      ])
    }
    const [row] = await server.db.query<{ n: number }>(sql`
      select (select count(*) from order_notes where comment like '%5105%')
        + (select count(*) from shop_orders where po_number like '%5105%' or customer_comments like '%5105%')::int as n`)
    expect(row).toEqual({ n: 0 })
  })
})
