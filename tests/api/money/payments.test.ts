import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { sandboxGateway } from '#server/integrations/card-gateway/local.ts'
import type { SandboxFault } from '#server/integrations/card-gateway/local-ledger.ts'
import { PAYMENT_TIMINGS } from '#server/modules/money/payments/payment-timings.ts'
import { recordEstimate } from '#server/modules/orders/orders/lifecycle/order-estimates.ts'
import { completeAsShop } from '#server/modules/orders/shop-links/shop-actions.service.ts'
import type { Client } from '#tests/support/client.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** No waiting: an attempt that the gateway cannot find counts as lost immediately. */
const TIMINGS = {
  ...PAYMENT_TIMINGS,
  claimSeconds: 0,
  searchSeconds: 0,
  searchEverySeconds: 0,
  captureWaits: [0, 0],
}
let server: TestServer
let owner: Client
let fleet: { id: number }
let ownerUser: { id: number; fleetId: number }
let service: { id: number }
let card: { id: number; token: string }
let fault: SandboxFault = () => null
/** Runs once, while the next authorization is at the gateway. */
let duringAuthorize = async () => {}

beforeAll(async () => {
  server = await startTestServer({
    cards: (db) => {
      const gateway = sandboxGateway(db, (operation, key) => fault(operation, key))
      const authorize: typeof gateway.authorize = async (sale) => {
        const change = duringAuthorize
        duringAuthorize = async () => {}
        await change()
        return gateway.authorize(sale)
      }
      return { ...gateway, authorize }
    },
    paymentTimings: TIMINGS,
  })
  service = await server.build.service({ name: 'Oil change' })
  const made = await aPayingFleet()
  ;[fleet, ownerUser, card] = [made.fleet, made.owner, made.card]
  owner = await server.as(made.owner)
})
afterAll(() => server.stop())

async function aPayingFleet(type: 'Braintree' | 'WEX' = 'Braintree') {
  const made = await server.build.fleet()
  const user = await server.build.user(made, { firstName: 'Dana' })
  await server.db.query(sql`
    update fleets set pays_through_platform = true, payment_providers = array[${type}]::text[],
      fuel_card_account_number = '0412345678901' where id = ${made.id}`)
  return { fleet: made, owner: user, card: await server.build.paymentMethod(made, user, { isDefault: true }) }
}

async function anOrder(status = 'awaiting_approval', price = '100.00', of = fleet) {
  const vehicle = await server.build.vehicle(of)
  return anOpenOrder(server.db, vehicle, { status, serviceId: service.id, price })
}
/** Headers with a new key and the current revision of the order. */
async function request(order: { id: number }, by = owner) {
  const { rev } = (await by.get(`/orders/${order.id}`)).body
  return { 'idempotency-key': crypto.randomUUID(), 'if-match': `"${rev}"` }
}
const approval = (payment: object = { payment_method_id: card.id }) => ({ status: 'approved', ...payment })
const approve = async (
  order: { id: number },
  { by = owner, payment, headers }: { by?: Client; payment?: object; headers?: Record<string, string> } = {},
) => by.put(`/orders/${order.id}`, approval(payment), headers ?? (await request(order, by)))
const complete = (order: { id: number }, input: object = {}, fleetId = fleet.id) =>
  server.db.tenant(fleetId, (tx) =>
    completeAsShop(
      { tx, clock: server.services.now, shop: { fleet: { id: fleetId }, orderId: order.id } },
      input,
    ),
  )
async function settle() {
  for (let round = 0; round < 8; round++) await server.services.payments.reconcile()
}
const orderOf = async (order: { id: number }) => (await owner.get(`/orders/${order.id}`)).body
const paymentsOf = (order: { id: number }) =>
  server.db.query<{ status: string; amount: string; capture_amount: string | null; reason: string | null }>(
    sql`select status, amount, capture_amount, reason from payments where order_id = ${order.id} order by attempt`,
  )
/** The gateway's transactions for an order, without declined ones. */
const atGateway = (order: { id: number }) =>
  server.db.query<{ status: string; amount: string }>(sql`
    select status, amount from card_sandbox.transactions
    where key like 'order-' || ${order.id}::bigint || '-%' and status not in ('declined', 'voided')`)
const logOf = async (order: { id: number }) =>
  (
    await owner.get(`/shop_order_activity_items?shop_order_id=${order.id}`)
  ).body.shop_order_activity_items.map((item: { activity_type: string }) => item.activity_type)

describe('an approval in a fleet that pays by card (ruling 27)', () => {
  it('authorizes the total, approves, captures at completion and ends paid, each in both logs', async () => {
    const order = await anOrder()
    expect((await approve(order)).status).toBe(200)
    expect(await orderOf(order)).toMatchObject({
      status: 'approved',
      approver: expect.stringMatching(/^Dana/),
    })
    expect(await atGateway(order)).toEqual([{ status: 'authorized', amount: '100.00' }])
    await complete(order)
    expect((await orderOf(order)).status).toBe('complete')
    await settle()
    expect((await orderOf(order)).status).toBe('paid')
    expect(await atGateway(order)).toEqual([{ status: 'captured', amount: '100.00' }])
    expect(await logOf(order)).toEqual(['pay', 'complete', 'approve', 'payment_authorized'])
    const kinds = await server.db.query(
      sql`select kind, amount from payment_activities where order_id = ${order.id} order by id`,
    )
    expect(kinds).toEqual([
      { kind: 'authorized', amount: '100.00' },
      { kind: 'captured', amount: '100.00' },
    ])
  })

  it('leaves the order unchanged if the card is declined, and gives the reason', async () => {
    const order = await anOrder('awaiting_approval', '2001.00')
    expect((await approve(order)).body).toMatchObject({
      code: 'payment_declined',
      fields: { payment_method_id: ['declined_insufficient_funds'] },
    })
    expect((await orderOf(order)).status).toBe('awaiting_approval')
    expect(await atGateway(order)).toEqual([])
  })

  it('is found approved after a lost response, and charged once (reconciliation)', async () => {
    const order = await anOrder()
    fault = (operation) => (operation === 'authorize' ? 'lost_answer' : null)
    expect((await approve(order)).body.code).toBe('payment_unknown')
    fault = () => null
    expect((await approve(order)).body.code).toBe('payment_running')
    await settle()
    expect((await orderOf(order)).status).toBe('approved')
    expect(await atGateway(order)).toHaveLength(1)
  })

  it('is given up if the gateway never received it, and may be retried', async () => {
    const order = await anOrder()
    fault = (operation) => (operation === 'authorize' ? 'server_error' : null)
    expect((await approve(order)).body.code).toBe('payment_unknown')
    fault = () => null
    await settle()
    expect(await paymentsOf(order)).toMatchObject([{ status: 'failed', reason: 'not_found' }])
    expect((await approve(order)).status).toBe(200)
    expect(await atGateway(order)).toHaveLength(1)
  })

  it.each([
    ['ahead of', 600_000, 120, 'unknown'],
    ['behind', -600_000, 0, 'failed'],
  ])(
    'is given up by the clock of the database, when that of the server is %s it',
    async (_, shiftMs, searchSeconds, status) => {
      const order = await anOrder()
      fault = (operation) => (operation === 'authorize' ? 'server_error' : null)
      expect((await approve(order)).body.code).toBe('payment_unknown')
      fault = () => null
      TIMINGS.searchSeconds = searchSeconds
      const real = Date.now
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + shiftMs)
      await settle().finally(() => clock.mockRestore())
      TIMINGS.searchSeconds = 0
      expect(await paymentsOf(order)).toMatchObject([{ status }])
    },
  )

  it('releases the authorization of an attempt that reaches the gateway after it was given up', async () => {
    const order = await anOrder()
    fault = (operation) => (operation === 'authorize' ? 'server_error' : null)
    await approve(order)
    fault = () => null
    await settle()
    const [{ key } = { key: '' }] = await server.db.query<{ key: string }>(
      sql`select key from payments where order_id = ${order.id}`,
    )
    const late = { key, token: card.token, amount: '100.00', currency: 'USD' as const }
    await sandboxGateway(server.db).authorize(late)
    expect(await atGateway(order)).toHaveLength(1)
    await settle()
    expect(await atGateway(order)).toEqual([])
    expect((await orderOf(order)).status).toBe('awaiting_approval')
  })

  it('takes effect once, however many users submit at the same moment; the same key returns the same response', async () => {
    const order = await anOrder()
    const responses = await Promise.all([approve(order), approve(order), approve(order)])
    expect(responses.filter(({ status }) => status === 200)).not.toHaveLength(0)
    await settle()
    expect((await orderOf(order)).status).toBe('approved')
    expect(await atGateway(order)).toHaveLength(1)
    const second = await anOrder()
    const headers = await request(second)
    const first = await approve(second, { headers })
    expect((await approve(second, { headers })).body).toEqual(first.body)
    expect(await paymentsOf(second)).toHaveLength(1)
  })

  it('is refused with a card that this user may not use, and with a provider that the fleet does not have', async () => {
    const manager = await server.build.user(fleet, { roles: ['Manager'] })
    const others = await server.build.paymentMethod(fleet, ownerUser, { isForAll: false })
    const order = await anOrder()
    const by = await server.as(manager)
    expect((await approve(order, { by, payment: { payment_method_id: others.id } })).body.fields).toEqual({
      payment_method_id: ['payment_method'],
    })
    expect((await approve(order, { by, payment: { payment_provider: 'WEX' } })).body.fields).toEqual({
      payment_provider: ['payment_provider'],
    })
    expect(await paymentsOf(order)).toEqual([])
  })

  it('keeps its card from being deleted (PAY-020)', async () => {
    const own = await server.build.paymentMethod(fleet, ownerUser)
    const order = await anOrder()
    await approve(order, { payment: { payment_method_id: own.id } })
    const response = await owner.delete(`/braintree_payment_methods/${own.id}`)
    expect([response.status, response.body.alertMessage]).toEqual([
      409,
      "This payment method has active orders and can't be removed",
    ])
    await complete(order)
    await settle()
    expect((await owner.delete(`/braintree_payment_methods/${own.id}`)).status).toBe(200)
  })
})

describe('an approver who loses the right during the payment', () => {
  /** An order that only its driver or a manager may approve, and what the gateway holds for it in the end. */
  async function anApproval(role: 'Driver' | 'Manager') {
    const user = await server.build.user(fleet, { roles: [role] })
    const vehicle = await server.build.vehicle(fleet, { drivers: role === 'Driver' ? [user] : [] })
    const order = await anOpenOrder(server.db, vehicle, {
      status: 'awaiting_approval',
      serviceId: service.id,
      price: '100.00',
    })
    const client = await server.as(user)
    const headers = await request(order, client)
    const send = () => client.put(`/orders/${order.id}`, approval(), headers)
    const unassign = async () => {
      const { rev } = (await owner.get(`/vehicles/${vehicle.id}`)).body
      const edit = { 'idempotency-key': crypto.randomUUID(), 'if-match': `"${rev}"` }
      expect((await owner.put(`/vehicles/${vehicle.id}`, { driver_ids: [] }, edit)).status).toBe(200)
    }
    const demote = () => server.db.query(sql`update users set roles = '{Driver}' where id = ${user.id}`)
    async function end() {
      await settle()
      const [row] = await server.db.query(sql`
        select o.status, (select array_agg(p.status) from payments p where p.order_id = o.id) as payments
        from shop_orders o where o.id = ${order.id}`)
      return row
    }
    return { send, unassign, demote, end }
  }
  const RELEASED = { status: 'awaiting_approval', payments: ['voided'] }

  it.each(['Driver', 'Manager'] as const)(
    'and no longer sees the vehicle does not approve: %s (APR-083)',
    async (role) => {
      const { send, unassign, demote, end } = await anApproval(role)
      duringAuthorize = async () => void (await (role === 'Driver' ? unassign() : demote()))
      expect((await send()).status).toBe(404)
      expect(await end()).toEqual(RELEASED)
      expect((await send()).status).toBe(404)
    },
  )

  it('does not approve either if a job finds the payment after a lost response', async () => {
    const { send, unassign, end } = await anApproval('Driver')
    fault = (operation) => (operation === 'authorize' ? 'lost_answer' : null)
    expect((await send()).body.code).toBe('payment_unknown')
    fault = () => null
    await unassign()
    expect(await end()).toEqual(RELEASED)
  })
})

describe('an estimate that a policy approves automatically', () => {
  const estimate = (order: { id: number }) =>
    server.db.tenant(fleet.id, (tx) =>
      recordEstimate({ tx, clock: server.services.now }, { fleetId: fleet.id, id: order.id }, { prices: [] }),
    )
  async function aCoveredOrder(price: string) {
    const vehicle = await server.build.vehicle(fleet)
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, vehicle_ids, auto_approvable)
      values (${fleet.id}, 5000, ${[vehicle.id]}, true)`)
    return anOpenOrder(server.db, vehicle, { status: 'active', serviceId: service.id, price })
  }

  it('is approved as Auto-Approve when the amount is authorized on the default card', async () => {
    const order = await aCoveredOrder('80.00')
    await estimate(order)
    expect((await orderOf(order)).status).toBe('awaiting_approval')
    await settle()
    expect(await orderOf(order)).toMatchObject({ status: 'approved', approver: 'Auto-Approve' })
    expect(await atGateway(order)).toEqual([{ status: 'authorized', amount: '80.00' }])
  })

  it('waits for a user if the card is declined, who is notified then', async () => {
    const order = await aCoveredOrder('2000.00')
    await estimate(order)
    await settle()
    expect((await orderOf(order)).status).toBe('awaiting_approval')
    expect(await logOf(order)).toEqual(['approval_required', 'payment_declined', 'estimate_received'])
  })
})

describe('completion (ruling 28)', () => {
  const bill = (price: string) => ({ lines: [{ service_definition_id: service.id, price }] })

  it('captures less than was authorized if the final amount is lower', async () => {
    const order = await anOrder()
    await approve(order)
    await complete(order, bill('60.00'))
    await settle()
    expect(await orderOf(order)).toMatchObject({ status: 'paid', total: '60.00' })
    expect(await atGateway(order)).toEqual([{ status: 'captured', amount: '60.00' }])
  })

  it('returns to approval if it is higher, with the existing authorization; the new approval replaces it', async () => {
    const order = await anOrder()
    await approve(order)
    await complete(order, bill('130.00'))
    expect(await orderOf(order)).toMatchObject({
      status: 'awaiting_approval',
      total: '130.00',
      payment: { remaining: '30.00', is_running: false },
      check_payment_method_of_previous_transaction: 'Braintree',
      previous_payments: '100.00',
    })
    expect((await approve(order)).status).toBe(200)
    expect(await atGateway(order)).toEqual([{ status: 'authorized', amount: '130.00' }])
    await complete(order)
    await settle()
    expect(await orderOf(order)).toMatchObject({ status: 'paid', previous_payments: '0.00' })
    expect(await atGateway(order)).toEqual([{ status: 'captured', amount: '130.00' }])
  })

  it('needs an approver if the bill is corrected after a declined charge, because no amount is held', async () => {
    const order = await anOrder()
    await approve(order)
    await complete(order, bill('2000.00'))
    expect((await approve(order)).body.code).toBe('payment_declined')
    await settle()
    const [line] = (await orderOf(order)).order_services
    await server.db.tenant(fleet.id, (tx) =>
      recordEstimate(
        { tx, clock: server.services.now },
        { fleetId: fleet.id, id: order.id },
        { prices: [{ id: line.id, price: '90.00' }] },
      ),
    )
    expect(await orderOf(order)).toMatchObject({
      status: 'awaiting_approval',
      total: '90.00',
      payment: { remaining: '90.00' },
    })
    expect((await logOf(order))[0]).toBe('exceed')
    expect((await approve(order)).status).toBe(200)
    await complete(order)
    await settle()
    expect(await atGateway(order)).toEqual([{ status: 'captured', amount: '90.00' }])
  })

  it('of a fleet that does not pay through the platform ends paid at the shop', async () => {
    const other = await server.build.fleet()
    const order = await anOrder('approved', '50.00', other)
    await complete(order, {}, other.id)
    const [row] = await server.db.query(sql`select status from shop_orders where id = ${order.id}`)
    expect(row).toEqual({ status: 'paid_in_shop' })
  })

  it('of a WEX fleet records the charge without any gateway (ruling 29)', async () => {
    const wex = await aPayingFleet('WEX')
    const order = await anOrder('awaiting_approval', '75.00', wex.fleet)
    const by = await server.as(wex.owner)
    expect((await approve(order, { by, payment: {} })).status).toBe(200)
    await complete(order, {}, wex.fleet.id)
    await settle()
    expect(await paymentsOf(order)).toMatchObject([{ status: 'captured', capture_amount: '75.00' }])
    expect(await atGateway(order)).toEqual([])
  })

  it('ends in manual review after repeated capture failures, and paid once it succeeds', async () => {
    const order = await anOrder()
    await approve(order)
    fault = (operation) => (operation === 'capture' ? 'server_error' : null)
    await complete(order)
    await settle()
    expect((await orderOf(order)).status).toBe('paid_deferred')
    fault = () => null
    await server.db.query(sql`update payments set due_at = now() where order_id = ${order.id}`)
    await settle()
    expect((await orderOf(order)).status).toBe('paid')
    expect(await atGateway(order)).toEqual([{ status: 'captured', amount: '100.00' }])
  })

  it('ends in manual review without an authorization', async () => {
    const order = await anOrder('approved')
    await complete(order)
    expect((await orderOf(order)).status).toBe('paid_deferred')
  })
})

it.each([
  ['en', 'Receipt for $100.00', 'Payment method: Visa •••• 1111'],
  ['fr', 'Reçu pour un paiement de $100.00', 'Mode de paiement\u00a0: Visa •••• 1111'],
] as const)('one receipt goes to the address of the card (TRX-030): %s', async (language, subject, text) => {
  const made = await aPayingFleet()
  const recipient = `books-${made.fleet.id}@example.com`
  await server.db.query(sql`update users set language = ${language} where id = ${made.owner.id}`)
  await server.db.query(sql`update payment_methods set email = ${recipient} where id = ${made.card.id}`)
  const order = await anOrder('awaiting_approval', '100.00', made.fleet)
  const payment = { payment_method_id: made.card.id }
  expect((await approve(order, { by: await server.as(made.owner), payment })).status).toBe(200)
  await complete(order, {}, made.fleet.id)
  const { payments } = server.services
  await payments.sendReceipts()
  await settle()
  await Promise.all([1, 2, 3].map(() => payments.sendReceipts()))
  expect(await payments.sendReceipts()).toBe(0)
  const mails = await server.db.query(sql`select subject, text from mails where recipient = ${recipient}`)
  expect(mails).toEqual([{ subject, text: expect.stringContaining(text) }])
  expect(mails[0]).toMatchObject({ text: expect.stringContaining(`: ${order.id}\n`) })
})

describe('after a restored backup (decision 122)', () => {
  /** Adds an authorization of 80.00 of an attempt that the backup lacks. */
  async function anOrderWithLostAttempt() {
    const order = await anOrder()
    await server.db.query(sql`
      insert into card_sandbox.transactions (id, key, kind, token, amount, currency, status)
      values (${`lost-${order.id}`}, ${`order-${order.id}-1`}, 'sale', ${card.token}, 80, 'USD', 'authorized')`)
    return order
  }

  it('records no transaction of another amount, and releases it', async () => {
    const order = await anOrderWithLostAttempt()
    expect((await approve(order)).body.fields).toEqual({ payment_method_id: ['declined_not_found'] })
    await settle()
    expect(await paymentsOf(order)).toMatchObject([{ status: 'failed', reason: 'not_found' }])
    expect((await orderOf(order)).status).toBe('awaiting_approval')
    expect(await atGateway(order)).toEqual([])
  })

  it('gives new attempts keys that the gateway does not know', async () => {
    const order = await anOrderWithLostAttempt()
    await server.db.query(sql`update server_meta set epoch = gen_random_uuid()`)
    expect((await approve(order)).status).toBe(200)
    const [payment] = await server.db.query<{ key: string; status: string }>(
      sql`select key, status from payments where order_id = ${order.id}`,
    )
    expect(payment?.status).toBe('authorized')
    expect(payment?.key).toMatch(new RegExp(`^order-${order.id}-1-\\d{10,}$`))
    await server.db.query(sql`update server_meta set key_generation = 0`)
  })
})

describe('the database refuses', () => {
  it('a second live authorization, a second capture, and a step that the state machine does not allow', async () => {
    const order = await anOrder()
    await approve(order)
    const another = (status: string) =>
      server.db.query(sql`
        insert into payments (fleet_id, order_id, attempt, key, provider, method_id, currency, amount, capture_amount, status)
        values (${fleet.id}, ${order.id}, 9, ${`other-${status}`}, 'Braintree', ${card.id}, 'USD', 1, 1, ${status})`)
    await expect(another('requested')).rejects.toThrow('payments_one_live')
    const step = (status: string) =>
      server.db.query(sql`update payments set status = ${status} where order_id = ${order.id}`)
    await expect(step('refunded')).rejects.toThrow('cannot go from authorized to refunded')
    await complete(order)
    await settle()
    await expect(another('captured')).rejects.toThrow('payments_one_captured')
    await expect(step('authorized')).rejects.toThrow('cannot go from captured to authorized')
    await expect(
      server.db.query(sql`delete from payment_activities where order_id = ${order.id}`),
    ).rejects.toThrow()
  })
})

/**
 * A server that is killed at its nth step: before it, or after its commit but before its response. The first step is the
 * first transaction in the fleet, after authentication.
 */
interface Death {
  at: number
  after: boolean
  step: number
}

function dyingDatabase(db: Database, death: Death): Database {
  const step = async <T>(run: () => Promise<T>): Promise<T> => {
    const step = ++death.step
    if (step > death.at || (step === death.at && !death.after)) throw new Error('killed')
    const result = await run()
    if (step === death.at) throw new Error('killed')
    return result
  }
  return {
    ...db,
    query: (query) => (death.step === 0 ? db.query(query) : step(() => db.query(query))),
    tenant: (id, work: (tx: Transaction) => Promise<never>) => step(() => db.tenant(id, work)),
  }
}

describe('a server that is killed', () => {
  const steps = Array.from({ length: 8 }, (_, n) => [
    [n + 1, false],
    [n + 1, true],
  ]).flat() as [number, boolean][]
  const death: Death = { at: Number.POSITIVE_INFINITY, after: false, step: 0 }
  let dying: TestServer
  beforeAll(async () => {
    dying = await startTestServer({
      databaseUrl: server.databaseUrl,
      database: (db) => dyingDatabase(db, death),
      // The gateway is another company's, so it keeps running.
      cards: () => sandboxGateway(server.db),
      paymentTimings: TIMINGS,
    })
  })
  afterAll(() => dying.stop())

  it.each(steps)(
    'at step %i (committed: %s) leaves the order approved with one hold, or unchanged with none',
    async (at, after) => {
      const order = await anOrder()
      const headers = await request(order)
      const by = await dying.as(ownerUser)
      Object.assign(death, { at, after, step: 0 })
      await approve(order, { by, headers })
      await server.db.query(
        sql`update payments set due_at = now() where order_id = ${order.id} and due_at is not null`,
      )
      await settle()
      const [{ status } = { status: '' }] = await server.db.query<{ status: string }>(
        sql`select status from shop_orders where id = ${order.id}`,
      )
      expect(['approved', 'awaiting_approval']).toContain(status)
      expect(await atGateway(order)).toHaveLength(status === 'approved' ? 1 : 0)
      // The same request again tells the truth.
      const again = await approve(order, { headers })
      expect(again.status === 200).toBe((await orderOf(order)).status === 'approved')
      // Whatever happened, the order can be completed.
      if (again.status !== 200) await approve(order)
      await complete(order)
      await settle()
      expect((await orderOf(order)).status).toBe('paid')
      expect(await atGateway(order)).toEqual([{ status: 'captured', amount: '100.00' }])
    },
  )
})
