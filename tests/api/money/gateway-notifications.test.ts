// Notifications of the card gateway (S-27): one contract for Braintree's and the sandbox's, then their effects.
import braintree from 'braintree'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sumOf } from '#domain/orders/prices.ts'
import { sql } from '#server/db/sql.ts'
import { braintreeNotifications } from '#server/integrations/card-gateway/live-notifications.ts'
import {
  type GatewayNotification,
  NotificationRejected,
  sandboxNotifications,
  signSandboxNotification,
} from '#server/integrations/card-gateway/notifications.ts'
import { INVALID_NOTIFICATIONS } from '#server/limits.ts'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import { FAKE_BRAINTREE } from '#tests/support/fake-braintree.ts'
import { startPayingServer } from '#tests/support/paying-fleet.ts'

/** A shuffle that is the same in every run with this seed. */
function shuffledBy<T>(seed: string, items: readonly T[]): T[] {
  const random = seededRandom(seed)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

const SECRET = 'a secret of this installation'
const gateway = new braintree.BraintreeGateway({
  ...FAKE_BRAINTREE,
  environment: braintree.Environment.Sandbox,
})

/** As Braintree sends it: XML in base64, signed by the SDK. */
function signBraintree({ kind, sentAt, transactionId, dispute }: GatewayNotification) {
  const type = kind === 'settlement_declined' ? 'transaction_settlement_declined' : kind
  const subject = dispute
    ? `<dispute><id>${dispute.id}</id><amount-disputed>${dispute.amount}</amount-disputed>
        <reason>${dispute.reason}</reason><transaction><id>${transactionId}</id></transaction></dispute>`
    : `<transaction><id>${transactionId}</id><status>settlement_declined</status></transaction>`
  const xml = `<notification><timestamp type="datetime">${sentAt.toISOString()}</timestamp><kind>${type}</kind>
    <subject>${subject}</subject></notification>`
  const payload = `${Buffer.from(xml).toString('base64')}\n`
  const { webhookTesting } = gateway as unknown as {
    webhookTesting: { sampleSignature(payload: string): string }
  }
  return { bt_signature: webhookTesting.sampleSignature(payload), bt_payload: payload }
}

const aNotification = (given: Partial<GatewayNotification> = {}): GatewayNotification => {
  const kind = given.kind ?? 'settlement_declined'
  const type = kind === 'settlement_declined' ? 'transaction_settlement_declined' : kind
  const dispute = kind.startsWith('dispute') ? { id: 'dispute1', amount: '100.00', reason: 'fraud' } : null
  return { kind, type, sentAt: new Date(), transactionId: 'sale1', dispute, ...given }
}

describe.each([
  [
    'the sandbox',
    () => sandboxNotifications({ current: async () => SECRET, accepted: async () => [SECRET] }),
    (of: GatewayNotification) => signSandboxNotification(SECRET, of),
  ],
  ['Braintree', () => braintreeNotifications(FAKE_BRAINTREE), signBraintree],
] as const)('notifications of %s', (_, source, sign) => {
  it.each(['settlement_declined', 'dispute_opened', 'dispute_won', 'dispute_lost'] as const)(
    'are read when the signature fits: %s',
    async (kind) => {
      const notification = aNotification({ kind })
      const { bt_signature, bt_payload } = sign(notification)
      const read = await source().read(bt_signature, bt_payload)
      expect(read).toMatchObject({ kind, transactionId: 'sale1', dispute: notification.dispute })
      expect(Math.abs(read.sentAt.getTime() - notification.sentAt.getTime())).toBeLessThan(1000)
    },
  )

  it('are refused if payload or signature was changed, cut, or signed with another key', async () => {
    const { bt_signature: signature, bt_payload: payload } = sign(aNotification())
    const other = sign(aNotification({ transactionId: 'sale2' }))
    const forged: [string, string][] = [
      ['', payload],
      [signature, ''],
      [signature, other.bt_payload],
      [other.bt_signature, payload],
      [signature.slice(0, -1), payload],
      [`${signature}0`, payload],
      [signature.replace('|', ''), payload],
      [`stranger|${signature.split('|')[1]}`, payload],
      [`${signature.split('|')[0]}|`, payload],
      [`${signature.split('|')[0]}|${'0'.repeat(40)}`, payload],
      [signature.toUpperCase(), payload],
      [signature, payload.slice(0, -5)],
      [signature, `${payload}A`],
      [signature, payload.replace(/^./, 'é')],
    ]
    for (const [wrong, text] of forged)
      await expect(source().read(wrong, text), `${wrong} ${text.slice(0, 10)}`).rejects.toThrow(
        NotificationRejected,
      )
  })

  it('answer the challenge of a new destination, and nothing else', async () => {
    expect(await source().answerChallenge('0123456789abcdef0123')).toMatch(/^\w+\|[0-9a-f]{40}$/)
    for (const text of ['', 'abc', 'z'.repeat(24), `${'a'.repeat(24)}\n`, 'a'.repeat(33)])
      expect(await source().answerChallenge(text)).toBeNull()
  })
})

describe('at POST /webhooks/card_gateway', () => {
  type Stage = Awaited<ReturnType<typeof startPayingServer>>
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

  const post = (fields: Record<string, string>) =>
    fetch(`${stage.server.url}/webhooks/card_gateway`, { method: 'POST', body: new URLSearchParams(fields) })
  const notify = async (given: Partial<GatewayNotification>) =>
    (await post(signSandboxNotification(secret, aNotification(given)))).status
  async function saleOf(order: { id: number }) {
    const [row] = await stage.server.db.query<{ gateway_id: string }>(
      sql`select gateway_id from payments where order_id = ${order.id} order by attempt desc limit 1`,
    )
    return row?.gateway_id ?? ''
  }
  const moneyOf = async (order: { id: number }) =>
    (await cards.client.get(`/orders/${order.id}/payments`)).body
  const kindsOf = async (order: { id: number }) =>
    (await moneyOf(order)).activities.map(({ kind }: { kind: string }) => kind)
  /** Adds up what `GET /payment_activities` lists of an order. The list's total must be the sum of all its rows. */
  const movedOf = async (order: { id: number }) => {
    const range = { start_date: dayOf(-2), end_date: dayOf(2) }
    const query = new URLSearchParams({ ...range, per_page: '100' })
    const { payment_activities: rows, totals } = (await cards.client.get(`/payment_activities?${query}`)).body
    const amounts = (of: { amount: string }[]) => sumOf(of.map(({ amount }) => amount))
    expect(amounts(totals)).toBe(amounts(rows))
    return amounts(rows.filter((row: { shop_order_id: number }) => row.shop_order_id === order.id))
  }
  const dayOf = (days: number) =>
    at(days * 86_400)
      .toISOString()
      .slice(0, 10)
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
  const aDispute = (amount = '100.00', id: string = crypto.randomUUID()) => ({ id, amount, reason: 'fraud' })

  it('a declined settlement returns the order to manual review, once, and another card pays it', async () => {
    const order = await stage.aPaidOrder(cards)
    const signed = signSandboxNotification(secret, aNotification({ transactionId: await saleOf(order) }))
    const responses = await Promise.all(Array.from({ length: 5 }, () => post(signed)))
    expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    expect(await stage.statusOf(order)).toBe('paid_deferred')
    expect(await moneyOf(order)).toMatchObject({
      refundable: '0.00',
      review: { reason: 'settlement_declined', can_charge: true },
      payments: [{ status: 'failed', reason: 'settlement_declined' }],
    })
    expect(await kindsOf(order)).toEqual(['settlement_declined', 'captured', 'authorized'])
    const sale = await saleOf(order)
    const paid = await cards.client.post(`/orders/${order.id}/payments/charge`, {
      payment_provider: 'Braintree',
      payment_method_id: cards.card.id,
    })
    expect([paid.status, await stage.statusOf(order)]).toEqual([200, 'paid'])
    // The old notification again, also with a new signature: the new payment stays.
    expect((await post(signed)).status).toBe(204)
    expect(await notify({ transactionId: sale })).toBe(204)
    expect(await stage.statusOf(order)).toBe('paid')
  })

  it('a settlement that was declined without a notification is found by an hourly check (TRX-022)', async () => {
    const { db, services } = stage.server
    const check = async () => void (await services.payments.checkSettlements())
    const dueOf = async (order: { id: number }) => {
      const [row] = await db.query<{ minutes: number | null }>(sql`
        select case when isfinite(settlement_check_at)
          then round(extract(epoch from settlement_check_at - now()) / 60)::int end as minutes
        from payments where order_id = ${order.id}`)
      return row?.minutes
    }
    const makeDue = (order: { id: number }) =>
      db.query(sql`update payments set settlement_check_at = null where order_id = ${order.id}`)
    const declined = await stage.aPaidOrder(cards, '4001.00')
    const settled = await stage.aPaidOrder(cards)
    await check()
    expect([await stage.statusOf(declined), await dueOf(declined)]).toEqual(['paid', 60])
    for (const order of [declined, settled]) await makeDue(order)
    await Promise.all([check(), check()])
    expect([await stage.statusOf(declined), await dueOf(declined)]).toEqual(['paid_deferred', null])
    expect(await kindsOf(declined)).toEqual(['settlement_declined', 'captured', 'authorized'])
    expect([await stage.statusOf(settled), await dueOf(settled)]).toEqual(['paid', null])

    // Without a response, the next check follows in an hour, for 14 days.
    const late = await stage.aPaidOrder(cards)
    stage.faults.next = (operation) => (operation === 'settlementOf' ? 'server_error' : null)
    await makeDue(late)
    await check()
    expect(await dueOf(late)).toBe(60)
    await db.query(sql`alter table payment_activities disable trigger never_changed`)
    await db.query(sql`
      update payment_activities set created_at = now() - interval '15 days' where order_id = ${late.id}`)
    await db.query(sql`alter table payment_activities enable trigger never_changed`)
    await makeDue(late)
    await check()
    expect([await stage.statusOf(late), await dueOf(late)]).toEqual(['paid', null])
    stage.faults.next = () => null
  })

  it('an open dispute leaves the order paid, is listed, and blocks refunds; a won one ends that', async () => {
    const order = await stage.aPaidOrder(cards)
    await stage.server.db.query(sql`
      update vehicles set name_of_vehicle = null, year = 2021, make = 'Ford', model = 'Transit'
      where id = (select o.vehicle_id from shop_orders o where o.id = ${order.id})`)
    const transactionId = await saleOf(order)
    const dispute = aDispute()
    expect(await notify({ kind: 'dispute_opened', transactionId, dispute, sentAt: at(-60) })).toBe(204)
    expect(await stage.statusOf(order)).toBe('paid')
    expect(await moneyOf(order)).toMatchObject({
      can_refund: false,
      review: { reason: 'dispute_open', can_retry: false, can_charge: false, can_settle_outside: false },
      payments: [{ status: 'captured', dispute: { status: 'open', amount: '100.00' } }],
    })
    const refund = await cards.client.post(`/orders/${order.id}/refunds`, { amount: '1.00', reason: 'Test' })
    expect([refund.status, refund.body.code]).toEqual([409, 'payment_disputed'])
    const listed = async () =>
      (await cards.client.get('/payments/manual_review')).body.items.filter(
        (item: { order_id: number }) => item.order_id === order.id,
      )
    expect(await listed()).toMatchObject([
      { vehicle_name: '2021 Ford Transit', reason: 'dispute_open', amount: '100.00' },
    ])
    expect(await notify({ kind: 'dispute_won', transactionId, dispute })).toBe(204)
    expect(await moneyOf(order)).toMatchObject({ can_refund: true, review: null })
    expect(await listed()).toEqual([])
    expect((await kindsOf(order)).slice(0, 2)).toEqual(['dispute_won', 'dispute_opened'])
  })

  it('an open dispute about a part shows the disputed amount, not the total (TRX-029, TRX-036)', async () => {
    const order = await stage.aPaidOrder(cards)
    const given = { transactionId: await saleOf(order), kind: 'dispute_opened' as const }
    expect(await notify({ ...given, dispute: { ...aDispute(), amount: '30.00' }, sentAt: at(-60) })).toBe(204)
    expect((await moneyOf(order)).review).toMatchObject({ reason: 'dispute_open', amount: '30.00' })
    expect(await notify({ ...given, dispute: { ...aDispute(), amount: '20.00' } })).toBe(204)
    expect(await moneyOf(order)).toMatchObject({
      review: { amount: '50.00' },
      payments: [
        {
          dispute: { status: 'open', amount: '20.00' },
          disputes: [
            { status: 'open', amount: '20.00' },
            { status: 'open', amount: '30.00' },
          ],
        },
      ],
    })
  })

  it('a lost dispute moves the order to manual review; the capture stays in the log', async () => {
    const order = await stage.aPaidOrder(cards)
    const given = { transactionId: await saleOf(order), dispute: aDispute() }
    // The end arrives before the start.
    expect(await notify({ ...given, kind: 'dispute_lost' })).toBe(204)
    expect(await notify({ ...given, kind: 'dispute_opened', sentAt: at(-3600) })).toBe(204)
    expect(await stage.statusOf(order)).toBe('paid_deferred')
    expect((await moneyOf(order)).review).toMatchObject({ reason: 'dispute_lost', can_settle_outside: true })
    expect(await kindsOf(order)).toEqual(['dispute_lost', 'captured', 'authorized'])
  })

  it('a lost dispute about the rest of a refunded payment leaves only that rest to pay (TRX-025)', async () => {
    const order = await stage.aPaidOrder(cards)
    const refund = { amount: '30.00', reason: 'Agreed' }
    expect((await cards.client.post(`/orders/${order.id}/refunds`, refund)).status).toBe(201)
    await stage.reconcile()
    expect(
      await notify({ kind: 'dispute_lost', transactionId: await saleOf(order), dispute: aDispute('70.00') }),
    ).toBe(204)
    expect((await moneyOf(order)).review).toMatchObject({ reason: 'dispute_lost', amount: '70.00' })
    expect((await cards.client.post(`/orders/${order.id}/payments/retry`)).status).toBe(200)
    await stage.reconcile()
    expect(await stage.statusOf(order)).toBe('paid')
    expect((await stage.atGateway(order)).map(({ amount }) => amount)).toEqual(['100.00', '30.00', '70.00'])
    expect((await moneyOf(order)).refundable).toBe('70.00')

    // The bank took more than was left, so the refund has come back too.
    const whole = await stage.aPaidOrder(cards)
    await cards.client.post(`/orders/${whole.id}/refunds`, refund)
    await stage.reconcile()
    await notify({ kind: 'dispute_lost', transactionId: await saleOf(whole), dispute: aDispute('100.00') })
    expect((await moneyOf(whole)).review).toMatchObject({ reason: 'dispute_lost', amount: '100.00' })
  })

  it('a lost dispute about a part counts as refunded', async () => {
    const order = await stage.aPaidOrder(cards)
    const given = { transactionId: await saleOf(order), dispute: aDispute('30.00') }
    expect(await notify({ ...given, kind: 'dispute_opened', sentAt: at(-60) })).toBe(204)
    expect(await notify({ ...given, kind: 'dispute_lost' })).toBe(204)
    expect(await stage.statusOf(order)).toBe('paid')
    expect(await moneyOf(order)).toMatchObject({ refundable: '70.00', review: null })
  })

  describe('a dispute that ends more than once', () => {
    const lose = (transactionId: string, dispute: ReturnType<typeof aDispute>, seconds: number) =>
      notify({ kind: 'dispute_lost', transactionId, dispute, sentAt: at(seconds) })
    const win = (transactionId: string, dispute: ReturnType<typeof aDispute>, seconds: number) =>
      notify({ kind: 'dispute_won', transactionId, dispute, sentAt: at(seconds) })
    const charge = (order: { id: number }) =>
      cards.client.post(`/orders/${order.id}/payments/charge`, {
        payment_provider: 'Braintree',
        payment_method_id: cards.card.id,
      })

    it('lost, then won: the payment counts again and the order is paid; lost again, it is owed again', async () => {
      const order = await stage.aPaidOrder(cards)
      const [transactionId, dispute] = [await saleOf(order), aDispute()]
      await lose(transactionId, dispute, -300)
      expect(await stage.statusOf(order)).toBe('paid_deferred')
      await win(transactionId, dispute, -200)
      expect(await stage.statusOf(order)).toBe('paid')
      expect(await moneyOf(order)).toMatchObject({
        review: null,
        refundable: '100.00',
        payments: [{ status: 'captured', reason: null, dispute: { status: 'won' } }],
      })
      expect(await movedOf(order)).toBe('100.00')
      expect((await kindsOf(order)).slice(0, 3)).toEqual(['dispute_returned', 'dispute_won', 'dispute_lost'])
      await lose(transactionId, dispute, -100)
      expect(await stage.statusOf(order)).toBe('paid_deferred')
      expect((await moneyOf(order)).review).toMatchObject({ reason: 'dispute_lost', amount: '100.00' })
      expect(await movedOf(order)).toBe('0.00')
      // An older win that arrives late changes nothing.
      await win(transactionId, dispute, -150)
      expect(await stage.statusOf(order)).toBe('paid_deferred')
    })

    it('won, then lost: the order is owed', async () => {
      const order = await stage.aPaidOrder(cards)
      const [transactionId, dispute] = [await saleOf(order), aDispute()]
      await win(transactionId, dispute, -200)
      expect(await stage.statusOf(order)).toBe('paid')
      await lose(transactionId, dispute, -100)
      expect(await stage.statusOf(order)).toBe('paid_deferred')
      expect((await charge(order)).status).toBe(200)
      expect(await stage.statusOf(order)).toBe('paid')
    })

    it('lost, paid in another way, then won: the returned amount is refunded, so that no one pays twice', async () => {
      for (const pay of [
        charge,
        (order: { id: number }) =>
          cards.client.post(`/orders/${order.id}/payments/settle_outside`, { reason: 'Check 12' }),
      ]) {
        const order = await stage.aPaidOrder(cards)
        const [transactionId, dispute] = [await saleOf(order), aDispute()]
        await lose(transactionId, dispute, -200)
        expect((await pay(order)).status).toBe(200)
        const before = await stage.statusOf(order)
        await win(transactionId, dispute, -100)
        await stage.reconcile()
        expect(await stage.statusOf(order)).toBe(before)
        const money = await moneyOf(order)
        const disputed = money.payments.at(-1)
        expect(disputed).toMatchObject({
          status: 'failed',
          refunded_amount: '100.00',
          refunds: [{ status: 'refunded', amount: '100.00', reason: null, reason_code: 'paid_again' }],
        })
        expect(money.activities[0]).toMatchObject({ kind: 'refunded', note: null, note_code: 'paid_again' })
        const refunds = (await stage.atGateway(order)).filter(({ kind }) => kind === 'refund')
        expect(refunds).toEqual([{ kind: 'refund', status: 'captured', amount: '100.00' }])
        // The money that moved through the gateway: nothing if the order was settled outside.
        expect(await movedOf(order)).toBe(pay === charge ? '100.00' : '0.00')
      }
    })

    it('lost, reported twice, with a win in between that arrives last: it stays lost', async () => {
      const order = await stage.aPaidOrder(cards)
      const [transactionId, dispute] = [await saleOf(order), aDispute()]
      await lose(transactionId, dispute, -300)
      await lose(transactionId, dispute, -100)
      await win(transactionId, dispute, -200)
      expect(await stage.statusOf(order)).toBe('paid_deferred')
    })

    it('about a part, lost then won: the part is refundable again', async () => {
      const order = await stage.aPaidOrder(cards)
      const [transactionId, dispute] = [await saleOf(order), aDispute('30.00')]
      await lose(transactionId, dispute, -200)
      expect((await moneyOf(order)).refundable).toBe('70.00')
      expect(await movedOf(order)).toBe('70.00')
      await win(transactionId, dispute, -100)
      expect(await moneyOf(order)).toMatchObject({ refundable: '100.00', payments: [{ status: 'captured' }] })
      expect(await movedOf(order)).toBe('100.00')
    })

    it('about a payment that was refunded: a win returns exactly what the loss took', async () => {
      const order = await stage.aPaidOrder(cards)
      const [transactionId, dispute] = [await saleOf(order), aDispute()]
      await cards.client.post(`/orders/${order.id}/refunds`, { amount: '100.00', reason: 'Test' })
      await stage.reconcile()
      expect(await movedOf(order)).toBe('0.00')
      await lose(transactionId, dispute, -200)
      expect(await movedOf(order)).toBe('-100.00')
      await win(transactionId, dispute, -100)
      expect(await movedOf(order)).toBe('0.00')
    })

    it('lost again before the second payment is refunded, then won: every loss is returned once', async () => {
      const order = await stage.aPaidOrder(cards)
      const [transactionId, dispute] = [await saleOf(order), aDispute()]
      await lose(transactionId, dispute, -400)
      expect((await charge(order)).status).toBe(200)
      await win(transactionId, dispute, -300)
      await lose(transactionId, dispute, -200)
      await stage.reconcile()
      expect(await movedOf(order)).toBe('100.00')
      await win(transactionId, dispute, -100)
      await stage.reconcile()
      expect(await movedOf(order)).toBe('100.00')
    })

    it('ends as its newest notification says, in any order and number', async () => {
      for (let round = 0; round < 12; round++) {
        const order = await stage.aPaidOrder(cards)
        const [transactionId, dispute] = [await saleOf(order), aDispute(round % 3 === 0 ? '40.00' : '100.00')]
        const kinds = [
          'dispute_opened',
          'dispute_lost',
          'dispute_won',
          'dispute_lost',
          'dispute_won',
        ] as const
        const last = 2 + (round % 4)
        const sent = kinds.slice(0, last).map((kind, n) => ({ kind, sentAt: at(-500 + n * 100) }))
        const shuffled = shuffledBy(`several ends ${round}`, [...sent, ...sent])
        for (const each of shuffled) expect(await notify({ ...each, transactionId, dispute })).toBe(204)
        const isLost = kinds[last - 1] === 'dispute_lost'
        const isPart = dispute.amount === '40.00'
        expect(await stage.statusOf(order)).toBe(isLost && !isPart ? 'paid_deferred' : 'paid')
        expect((await moneyOf(order)).refundable).toBe(isLost ? (isPart ? '60.00' : '0.00') : '100.00')
        expect(await movedOf(order)).toBe(isLost ? (isPart ? '60.00' : '0.00') : '100.00')
      }
    })
  })

  it('distinguishes codes from reasons that a user wrote, regardless of the text', async () => {
    const order = await stage.aPaidOrder(cards)
    // A user's text may equal a code.
    await cards.client.post(`/orders/${order.id}/refunds`, { amount: '1.00', reason: 'other' })
    await notify({ kind: 'dispute_opened', transactionId: await saleOf(order), dispute: aDispute() })
    const { activities, payments } = await moneyOf(order)
    expect(activities.slice(0, 2)).toMatchObject([
      { kind: 'dispute_opened', note: null, note_code: 'dispute_fraud' },
      { kind: 'refunded', note: 'other', note_code: null },
    ])
    expect(payments[0].refunds).toMatchObject([{ reason: 'other', reason_code: null }])
    const log = (await cards.client.get(`/shop_order_activity_items?shop_order_id=${order.id}`)).body
    expect(log.shop_order_activity_items.slice(0, 2)).toMatchObject([
      { activity_type: 'payment_dispute_open', note: null, note_code: 'dispute_fraud' },
      { activity_type: 'payment_refunded', note: 'other', note_code: null },
    ])
  })

  it('ends the same in every order of 6 notifications, each sent twice', async () => {
    for (let round = 0; round < 6; round++) {
      const order = await stage.aPaidOrder(cards)
      const given = { transactionId: await saleOf(order), dispute: aDispute() }
      const sent = [
        signSandboxNotification(
          secret,
          aNotification({ ...given, kind: 'dispute_opened', sentAt: at(-300) }),
        ),
        signSandboxNotification(secret, aNotification({ ...given, kind: 'dispute_won', sentAt: at(-200) })),
        signSandboxNotification(secret, aNotification({ ...given, kind: 'dispute_lost', sentAt: at(-100) })),
      ]
      const shuffled = shuffledBy(`one end ${round}`, [...sent, ...sent])
      for (const each of shuffled) expect((await post(each)).status).toBe(204)
      expect(await stage.statusOf(order)).toBe('paid_deferred')
      expect((await moneyOf(order)).payments[0].dispute.status).toBe('lost')
    }
  })

  it('accepts notifications without effect: other kinds, and unknown transactions', async () => {
    expect(await notify({ kind: 'other', type: 'disbursement', dispute: null })).toBe(204)
    expect(await notify({ transactionId: 'of-somebody-else' })).toBe(204)
    expect(await notify({ kind: 'dispute_opened', transactionId: null, dispute: aDispute() })).toBe(204)
  })

  it('refuses notifications that are unsigned, old, too large, or no form, and changes nothing', async () => {
    const order = await stage.aPaidOrder(cards)
    const transactionId = await saleOf(order)
    const signed = signSandboxNotification(secret, aNotification({ transactionId }))
    const forged = signSandboxNotification('another secret', aNotification({ transactionId }))
    const day = 86_400
    const statuses = [
      (await post(forged)).status,
      (await post({ bt_signature: signed.bt_signature })).status,
      (await post({ ...signed, bt_payload: `${signed.bt_payload}AAAA` })).status,
      await notify({ transactionId, sentAt: at(-8 * day) }),
      await notify({ transactionId, sentAt: at(2 * day) }),
      (await post({ ...signed, padding: 'x'.repeat(70_000) })).status,
      (
        await fetch(`${stage.server.url}/webhooks/card_gateway`, {
          method: 'POST',
          body: JSON.stringify(signed),
          headers: { 'content-type': 'application/json' },
        })
      ).status,
      (await fetch(`${stage.server.url}/webhooks/card_gateway?bt_challenge=zz`)).status,
    ]
    expect(statuses).toEqual([403, 400, 403, 400, 400, 413, 415, 404])
    expect(await stage.statusOf(order)).toBe('paid')
    expect(await kindsOf(order)).toEqual(['captured', 'authorized'])
  })

  it('blocks an address that keeps sending wrong signatures, for a while', async () => {
    const forged = signSandboxNotification('another secret', aNotification())
    const statuses = new Set<number>()
    for (let n = 0; n < INVALID_NOTIFICATIONS + 2; n++) statuses.add((await post(forged)).status)
    expect([...statuses].sort()).toEqual([403, 429])
  })
})
