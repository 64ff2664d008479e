// Refunds and captures in progress when the card gateway reports a reversal (decision 46).
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '#server/db/sql.ts'
import {
  type GatewayNotification,
  signSandboxNotification,
} from '#server/integrations/card-gateway/notifications.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import { lockOrderStatus } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { QUICK_PAYMENTS, startPayingServer } from '#tests/support/paying-fleet.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

type Stage = Awaited<ReturnType<typeof startPayingServer>>
type Order = { id: number }
let stage: Stage
let cards: Awaited<ReturnType<Stage['aPayingFleet']>>
let secret = ''

beforeAll(async () => {
  stage = await startPayingServer()
  cards = await stage.aPayingFleet()
  const [row] = await stage.server.db.query<{ value: string }>(
    sql`select value from secrets where name = 'card_notifications'`,
  )
  secret = row?.value ?? ''
})
afterAll(() => stage.server.stop())

/** A notification about the latest payment of an order, or about the one of `attempt`. */
async function aNotification(
  order: Order,
  kind: 'settlement_declined' | 'dispute_opened' | 'dispute_lost' | 'dispute_won',
  dispute: GatewayNotification['dispute'] = null,
  seconds = 0,
  attempt: number | null = null,
) {
  const [sale] = await stage.server.db.query<{ gateway_id: string }>(sql`
    select gateway_id from payments where order_id = ${order.id} and attempt = coalesce(${attempt}, attempt)
    order by attempt desc limit 1`)
  return signSandboxNotification(secret, {
    kind,
    type: kind,
    dispute,
    transactionId: sale?.gateway_id ?? '',
    sentAt: new Date(Date.now() + seconds * 1000),
  })
}
const send = async (signed: Awaited<ReturnType<typeof aNotification>>) =>
  (
    await fetch(`${stage.server.url}/webhooks/card_gateway`, {
      method: 'POST',
      body: new URLSearchParams({ ...signed }),
    })
  ).status
const notify = async (...of: Parameters<typeof aNotification>) => send(await aNotification(...of))
const aDispute = (amount: string) => ({ id: crypto.randomUUID(), amount, reason: 'fraud' })
const moneyOf = async (order: Order) => (await cards.client.get(`/orders/${order.id}/payments`)).body
const refundsAt = async (order: Order) =>
  (await stage.atGateway(order)).filter(({ kind }) => kind === 'refund').map(({ amount }) => amount)

/** A paid order of 100.00 with a refund of 60.00 that has no result yet. */
async function aRefundInProgress(fault: 'server_error' | 'lost_answer') {
  const order = await stage.aPaidOrder(cards)
  stage.faults.next = (operation) => (operation === 'refund' ? fault : null)
  await cards.client.post(
    `/orders/${order.id}/refunds`,
    { amount: '60.00', reason: 'Wrong part' },
    { 'idempotency-key': crypto.randomUUID() },
  )
  stage.faults.next = () => null
  return order
}

describe('a refund in progress', () => {
  it.each(['dispute_lost', 'settlement_declined'] as const)(
    'that the gateway does not have fails if the bank took the payment back: %s',
    async (kind) => {
      const order = await aRefundInProgress('server_error')
      const dispute = kind === 'dispute_lost' ? aDispute('100.00') : null
      if (dispute) await notify(order, 'dispute_opened', dispute, -60)
      expect(await notify(order, kind, dispute)).toBe(204)
      await stage.reconcile()
      expect(await refundsAt(order)).toEqual([])
      expect(await stage.statusOf(order)).toBe('paid_deferred')
      expect((await moneyOf(order)).payments[0]).toMatchObject({
        status: 'failed',
        reason: kind,
        refunded_amount: '0.00',
        refunds: [{ status: 'failed' }],
      })
      const log = (await cards.client.get(`/shop_order_activity_items?shop_order_id=${order.id}`)).body
      expect(log.shop_order_activity_items[0]).toMatchObject({
        activity_type: 'payment_refund_failed',
        note_code: kind,
      })
    },
  )

  it('fails if the gateway has one of another amount with its key (decision 122)', async () => {
    const order = await aRefundInProgress('lost_answer')
    await stage.server.db.query(sql`
      update card_sandbox.transactions set amount = 50 where kind = 'refund' and key in (
        select r.key from payment_refunds r join payments p on p.id = r.payment_id where p.order_id = ${order.id})`)
    await stage.reconcile()
    expect(await moneyOf(order)).toMatchObject({
      refundable: '100.00',
      payments: [{ status: 'captured', refunded_amount: '0.00', refunds: [{ status: 'failed' }] }],
    })
  })

  it('is sent again by the clock of the database, when that of the server is ahead of it', async () => {
    const order = await aRefundInProgress('server_error')
    QUICK_PAYMENTS.searchSeconds = 120
    const real = Date.now
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 600_000)
    await stage.reconcile().finally(() => clock.mockRestore())
    QUICK_PAYMENTS.searchSeconds = 0
    expect(await refundsAt(order)).toEqual([])
    await stage.reconcile()
    expect(await refundsAt(order)).toEqual(['60.00'])
  })

  it('fails if the bank took a part and the rest is too small', async () => {
    const order = await aRefundInProgress('server_error')
    const dispute = aDispute('50.00')
    await notify(order, 'dispute_opened', dispute, -60)
    await stage.reconcile()
    expect(await notify(order, 'dispute_lost', dispute)).toBe(204)
    await stage.reconcile()
    expect(await refundsAt(order)).toEqual([])
    expect(await moneyOf(order)).toMatchObject({
      refundable: '50.00',
      payments: [{ status: 'captured', refunds: [{ status: 'failed' }] }],
    })
  })

  it('is paid after a lost dispute about a part if the rest is enough', async () => {
    const order = await aRefundInProgress('server_error')
    expect(await notify(order, 'dispute_lost', aDispute('30.00'))).toBe(204)
    await stage.reconcile()
    expect(await refundsAt(order)).toEqual(['60.00'])
    expect(await moneyOf(order)).toMatchObject({ refundable: '10.00' })
  })

  it('that the gateway executed is recorded before a lost dispute that depends on it', async () => {
    const order = await aRefundInProgress('lost_answer')
    const lost = await aNotification(order, 'dispute_lost', aDispute('50.00'))
    expect(await send(lost)).toBe(503)
    await stage.reconcile()
    expect(await moneyOf(order)).toMatchObject({ refundable: '40.00' })
    expect(await send(lost)).toBe(204)
    expect(await stage.statusOf(order)).toBe('paid_deferred')
    expect(await refundsAt(order)).toEqual(['60.00'])
  })

  it('that the gateway executed is recorded after the bank took the payment back', async () => {
    const order = await aRefundInProgress('lost_answer')
    expect(await notify(order, 'dispute_lost', aDispute('100.00'))).toBe(204)
    await stage.reconcile()
    expect((await moneyOf(order)).payments[0]).toMatchObject({
      status: 'failed',
      refunded_amount: '60.00',
      refunds: [{ status: 'refunded' }],
    })
  })

  it('is recorded with what is left if the gateway paid more than that', async () => {
    const order = await aRefundInProgress('lost_answer')
    await stage.server.db.query(sql`update payments set refunded_amount = 50 where order_id = ${order.id}`)
    await stage.reconcile()
    expect((await moneyOf(order)).payments[0]).toMatchObject({
      status: 'refunded',
      refunded_amount: '100.00',
      refunds: [{ status: 'refunded', amount: '60.00' }],
    })
  })
})

describe('a reversal that arrives before the capture is recorded', () => {
  it.each(['dispute_lost', 'settlement_declined'] as const)(
    'takes effect when repeated: %s',
    async (kind) => {
      const order = await stage.anOrder(cards)
      await stage.approve(cards, order)
      stage.faults.next = (operation) => (operation === 'capture' ? 'lost_answer' : null)
      await stage.complete(cards, order)
      await stage.server.services.payments.reconcile()
      stage.faults.next = () => null
      // A server is calling the gateway.
      await stage.server.db.query(
        sql`update payments set claimed_until = now() + interval '1 minute' where order_id = ${order.id}`,
      )
      const reversal = await aNotification(order, kind, kind === 'dispute_lost' ? aDispute('100.00') : null)
      expect(await send(reversal)).toBe(503)
      await stage.server.db.query(sql`update payments set claimed_until = null where order_id = ${order.id}`)
      expect(await send(reversal)).toBe(503)
      await stage.reconcile()
      expect(await stage.statusOf(order)).toBe('paid')
      expect(await send(reversal)).toBe(204)
      expect(await stage.statusOf(order)).toBe('paid_deferred')
      expect((await moneyOf(order)).review).toMatchObject({ reason: kind })
    },
  )
})

it('a lost dispute that is won while another charge of its order starts is refunded', async () => {
  const order = await stage.aPaidOrder(cards)
  const fleetId = cards.fleet.id
  const dispute = aDispute('100.00')
  await notify(order, 'dispute_lost', dispute, -60)
  const won = await aNotification(order, 'dispute_won', dispute)
  const { pending } = await stage.server.db.system(async (tx) => {
    await lockOrderStatus(tx, { fleetId, id: order.id })
    const pending = send(won)
    await Promise.race([untilBlocked(stage.server.db), pending])
    await payments.insert(tx, {
      fleetId,
      orderId: order.id,
      provider: 'Braintree',
      methodId: cards.card.id,
      accountNumber: null,
      currency: 'USD',
      amount: '100.00',
      userId: null,
      requestKey: null,
      decision: null,
      waitSeconds: 0,
    })
    return { pending }
  })
  expect(await pending).toBe(204)
  await stage.reconcile()
  expect(await stage.statusOf(order)).toBe('paid')
  expect((await moneyOf(order)).payments).toMatchObject([
    { status: 'captured', refunded_amount: '0.00' },
    { status: 'failed', reason: 'dispute_lost', refunded_amount: '100.00' },
  ])
  expect(await refundsAt(order)).toEqual(['100.00'])
})

// Dispute `a` is about 40.00 of the payment of 100.00, `b` about the other 60.00. `moved`: what the fleet has paid by card.
it.each([
  ['lose a, lose b, win a, win b', { status: 'paid', moved: '100.00', refunds: [] }],
  ['lose a, lose b, win b, win a', { status: 'paid', moved: '100.00', refunds: [] }],
  ['lose a, lose b, charge, win a', { status: 'paid', moved: '100.00', refunds: ['40.00'] }],
  ['lose a, lose b, charge, win a, win b', { status: 'paid', moved: '100.00', refunds: ['40.00', '60.00'] }],
  ['lose a, lose b, charge, win b, win a', { status: 'paid', moved: '100.00', refunds: ['60.00', '40.00'] }],
  ['lose a, lose b, win a, charge, win b', { status: 'paid', moved: '100.00', refunds: ['60.00'] }],
  ['lose a, lose b, win a, lose a, charge', { status: 'paid', moved: '100.00', refunds: [] }],
  ['lose a, lose b, win a, lose a, win b', { status: 'paid_deferred', moved: '60.00', refunds: [] }],
  ['lose a, lose b, win a, lose a, win b, win a', { status: 'paid', moved: '100.00', refunds: [] }],
  [
    'lose a, lose b, settle, win a, win b',
    { status: 'paid_in_shop', moved: '0.00', refunds: ['40.00', '60.00'] },
  ],
  ['lose a, lose b, win a, settle, win b', { status: 'paid_in_shop', moved: '40.00', refunds: ['60.00'] }],
])('two disputes of one payment leave what the order costs (TRX-033): %s', async (steps, expected) => {
  const order = await stage.aPaidOrder(cards)
  const disputes = { a: aDispute('40.00'), b: aDispute('60.00') }
  const post = (path: string, body: object) =>
    cards.client.post(`/orders/${order.id}/payments/${path}`, body).then(({ status }) => status)
  let seconds = -1000
  for (const step of steps.split(', ')) {
    const [verb, name] = step.split(' ')
    const dispute = disputes[name as keyof typeof disputes]
    if (verb === 'lose') expect(await notify(order, 'dispute_lost', dispute, ++seconds, 1)).toBe(204)
    if (verb === 'win') expect(await notify(order, 'dispute_won', dispute, ++seconds, 1)).toBe(204)
    if (verb === 'charge')
      expect(await post('charge', { payment_provider: 'Braintree', payment_method_id: cards.card.id })).toBe(
        200,
      )
    if (verb === 'settle') expect(await post('settle_outside', { reason: 'Check 12' })).toBe(200)
    await stage.reconcile()
  }
  const [row] = await stage.server.db.query<{ moved: string }>(sql`
    select sum(case when kind in ('captured', 'dispute_returned') then amount else -amount end) as moved
    from payment_activities where order_id = ${order.id}
      and kind in ('captured', 'dispute_returned', 'dispute_lost', 'refunded')`)
  expect({
    status: await stage.statusOf(order),
    moved: row?.moved,
    refunds: await refundsAt(order),
  }).toEqual(expected)
})
