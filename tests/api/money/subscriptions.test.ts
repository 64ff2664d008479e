import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import {
  type GatewayNotification,
  signSandboxNotification,
} from '#server/integrations/card-gateway/notifications.ts'
import { startPayingServer } from '#tests/support/paying-fleet.ts'
import boreal from '../../../brands/boreal/brand.json' with { type: 'json' }
import petrolane from '../../../brands/petrolane/brand.json' with { type: 'json' }

type Stage = Awaited<ReturnType<typeof startPayingServer>>
let stage: Stage
let now = new Date()

beforeAll(async () => {
  stage = await startPayingServer({ now: () => now })
})
afterAll(() => stage.server.stop())

/** A fleet with three active vehicles and an inactive one, subscribed from the first of March. */
async function aSubscriber(
  given: { zone?: string; country?: 'US' | 'CA'; provider?: 'Braintree' | 'WEX'; from?: string } = {},
) {
  const { zone = 'America/New_York', country = 'US', provider = 'Braintree', from = '2027-03-01' } = given
  const of = await stage.aPayingFleet(provider, { timeZone: zone, country })
  for (let n = 0; n < 3; n++) await stage.server.build.vehicle(of.fleet)
  const parked = await stage.server.build.vehicle(of.fleet)
  await stage.server.db.query(sql`update vehicles set is_active = false where id = ${parked.id}`)
  await stage.server.db.query(sql`update fleets set subscribed_from = ${from} where id = ${of.fleet.id}`)
  return of
}
type Subscriber = Awaited<ReturnType<typeof aSubscriber>>

/** The servers run everything that is due at this moment. */
async function live(at: string) {
  now = new Date(at)
  for (let round = 0; round < 3; round++) {
    await stage.server.services.subscriptions.runDue()
    await stage.reconcile()
  }
}
const monthsOf = ({ fleet }: Subscriber) =>
  stage.server.db.query<{ month: string; status: string; amount: string }>(
    sql`select month, status, amount, currency from subscription_months where fleet_id = ${fleet.id} order by month`,
  )
const chargesOf = async ({ fleet }: Subscriber) =>
  (
    await stage.server.db.query<{ key: string }>(sql`
      select key from card_sandbox.transactions where key like ${`subscription-${fleet.id}-%`} and status = 'captured'
      order by key`)
  ).map(({ key }) => key)
const decline = () => {
  stage.faults.next = (operation, key) =>
    operation === 'authorize' && key.endsWith(' bank') ? 'decline' : null
}
const accept = () => {
  stage.faults.next = () => null
}
const mailsTo = ({ owner }: Subscriber) =>
  stage.server.db.query<{ subject: string; text: string }>(
    sql`select subject, text from mails where recipient = (select email from users where id = ${owner.id}) order by created_at`,
  )

describe('a subscription (ruling 32)', () => {
  it('is charged once a month per active vehicle, with activities, on the first day in the fleet’s time zone', async () => {
    const of = await aSubscriber()
    await live('2027-03-01T04:59:00Z')
    expect(await monthsOf(of)).toEqual([])
    await live('2027-03-01T05:00:00Z')
    await live('2027-03-31T12:00:00Z')
    expect(await monthsOf(of)).toEqual([
      { month: '2027-03-01', status: 'paid', amount: '18.00', currency: 'USD' },
    ])
    await live('2027-04-01T04:00:00Z')
    expect(await chargesOf(of)).toEqual([
      `subscription-${of.fleet.id}-202703-1`,
      `subscription-${of.fleet.id}-202704-1`,
    ])
    const kinds = await stage.server.db.query(sql`
      select kind, amount from payment_activities where fleet_id = ${of.fleet.id} order by id limit 2`)
    expect(kinds).toEqual([
      { kind: 'authorized', amount: '18.00' },
      { kind: 'captured', amount: '18.00' },
    ])
  })

  it.each([
    ['Pacific/Kiritimati', '2027-02-28T10:00:00Z', '2027-02-28T09:59:59Z'],
    ['Pacific/Pago_Pago', '2027-03-01T11:00:00Z', '2027-03-01T10:59:59Z'],
    ['America/St_Johns', '2027-03-01T03:30:00Z', '2027-03-01T03:29:59Z'],
  ])('starts its month in %s at %s', async (zone, begins, before) => {
    const of = await aSubscriber({ zone })
    await live(before)
    expect(await chargesOf(of)).toEqual([])
    await live(begins)
    expect(await chargesOf(of)).toHaveLength(1)
  })

  it('is charged in the currency of the fleet, at the price of its brand in that currency, wherever the brand is from', async () => {
    const american = await aSubscriber()
    const canadian = await aSubscriber({ country: 'CA', zone: 'America/Toronto' })
    const { db } = stage.server
    // Boreal is a Canadian brand, Petrolane an American one.
    await db.query(sql`update fleets set brand = 'boreal' where id = ${american.fleet.id}`)
    await db.query(sql`update fleets set brand = 'petrolane' where id = ${canadian.fleet.id}`)
    await live('2027-03-02T00:00:00Z')
    for (const [of, brand, currency] of [
      [american, boreal, 'USD'],
      [canadian, petrolane, 'CAD'],
    ] as const) {
      const amount = (Number(brand.subscription[currency]) * 3).toFixed(2)
      expect(await monthsOf(of)).toMatchObject([{ status: 'paid', amount, currency }])
      const charged = await db.query(sql`
        select currency, capture_amount from payments where fleet_id = ${of.fleet.id}`)
      expect(charged).toEqual([{ currency, capture_amount: amount }])
    }
  })

  it('costs the Canadian price in Canada, and is billed to a fuel card by file', async () => {
    const canadian = await aSubscriber({ country: 'CA', zone: 'America/Toronto' })
    const fuel = await aSubscriber({ provider: 'WEX' })
    await live('2027-03-02T00:00:00Z')
    expect((await monthsOf(canadian))[0]).toMatchObject({ status: 'paid', amount: '21.75', currency: 'CAD' })
    expect((await monthsOf(fuel))[0]).toMatchObject({ status: 'paid', amount: '18.00' })
    const [row] = await stage.server.db.query(
      sql`select count(*)::int as n from payment_activities where fleet_id = ${fuel.fleet.id} and settles`,
    )
    expect(row).toEqual({ n: 1 })
  })

  it('is charged to the default card, also if the fleet had a fuel card first (ruling 32)', async () => {
    const of = await aSubscriber()
    await stage.server.db.query(sql`
      update fleets set payment_providers = array['WEX', 'Braintree']
      where id = ${of.fleet.id}`)
    await live('2027-03-02T00:00:00Z')
    expect(await chargesOf(of)).toHaveLength(1)
  })

  it('of a fleet without active vehicles is free, and starts with the first whole month', async () => {
    const of = await aSubscriber({ from: '2027-03-02' })
    await stage.server.db.query(sql`update vehicles set is_active = false where fleet_id = ${of.fleet.id}`)
    await live('2027-03-20T00:00:00Z')
    expect(await monthsOf(of)).toEqual([])
    await live('2027-04-02T00:00:00Z')
    expect(await monthsOf(of)).toMatchObject([{ month: '2027-04-01', status: 'free', amount: '0.00' }])
    expect(await chargesOf(of)).toEqual([])
  })

  it('that is declined is retried on days 3 and 7; then the owner gets one email, and staff see it', async () => {
    const of = await aSubscriber()
    await stage.server.db.query(sql`update users set language = 'fr' where id = ${of.owner.id}`)
    decline()
    for (const day of ['01', '02', '03', '04', '05', '06', '07', '08', '09'])
      await live(`2027-03-${day}T18:00:00Z`)
    accept()
    const tried = await stage.server.db.query(
      sql`select status from payments where fleet_id = ${of.fleet.id} order by attempt`,
    )
    expect(tried).toEqual([{ status: 'declined' }, { status: 'declined' }, { status: 'declined' }])
    const mails = await mailsTo(of)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toMatch(/^Le paiement de l’abonnement/)
    expect(mails[0]?.text).toContain('mars 2027')
    expect(mails[0]?.text).toContain(`/settings?tab=payments&fleet=${of.fleet.id}`)
    const { items } = (await of.client.get('/payments/manual_review')).body
    expect(items).toMatchObject([
      {
        kind: 'subscription',
        subscription_month: '2027-03-01',
        reason: 'subscription_failed',
        decline_reason: 'do_not_honor',
        amount: '18.00',
        pays_through_app: true,
      },
    ])
    const setProviders = (providers: string[]) =>
      stage.server.db.query(
        sql`update fleets set payment_providers = ${providers}::text[] where id = ${of.fleet.id}`,
      )
    await setProviders(['Fleetcor'])
    const { body } = await of.client.get('/payments/manual_review')
    expect(body.items).toMatchObject([{ kind: 'subscription', pays_through_app: false }])
    await setProviders(['Braintree'])
    const retry = () => of.client.post('/subscription_months/2027-03-01/retry')
    expect((await retry()).status).toBe(200)
    await live('2027-03-15T18:00:00Z')
    expect((await monthsOf(of))[0]).toMatchObject({ status: 'paid' })
    expect(await chargesOf(of)).toHaveLength(1)
    expect((await retry()).body.code).toBe('order_status')
    expect((await of.client.get('/payments/manual_review')).body.items).toEqual([])
  })

  it('is charged on day 3 if the card is accepted then', async () => {
    const of = await aSubscriber()
    decline()
    await live('2027-03-01T18:00:00Z')
    accept()
    await live('2027-03-02T18:00:00Z')
    expect(await chargesOf(of)).toEqual([])
    await live('2027-03-03T18:00:00Z')
    expect(await chargesOf(of)).toHaveLength(1)
    expect(await mailsTo(of)).toEqual([])
  })

  it('without any payment method is given up on day 7', async () => {
    const of = await aSubscriber()
    await stage.server.db.query(
      sql`update payment_methods set is_default = false where fleet_id = ${of.fleet.id}`,
    )
    for (const day of ['01', '03', '07', '08']) await live(`2027-03-${day}T18:00:00Z`)
    expect((await monthsOf(of))[0]).toMatchObject({ status: 'failed' })
    expect(await mailsTo(of)).toHaveLength(1)
  })

  it.each([
    ['pays with a card', 'Braintree', true, '/settings?tab=payments&fleet=', 'Open payment settings'],
    ['pays by Fleetcor only', 'Fleetcor', true, '/fleet_transactions?fleet=', 'Open transactions'],
    ['pays at the shop', 'Braintree', false, '/fleet_transactions?fleet=', 'Open transactions'],
  ] as const)(
    'links its email to the page with the retry if the fleet %s (TRX-027)',
    async (_, provider, pays, path, action) => {
      const of = await aSubscriber()
      await stage.server.db.query(sql`
      update fleets set payment_providers = array[${provider}]::text[], pays_through_platform = ${pays}
      where id = ${of.fleet.id}`)
      decline()
      await stage.server.db.query(
        sql`update payment_methods set is_default = false where fleet_id = ${of.fleet.id}`,
      )
      for (const day of ['01', '03', '07', '08']) await live(`2027-03-${day}T18:00:00Z`)
      accept()
      const [mail] = await mailsTo(of)
      expect(mail?.text).toContain(`${path}${of.fleet.id}\n`)
      expect(mail?.text).toContain(action)
      expect(mail?.text.includes('Add another payment method')).toBe(path.startsWith('/settings'))
    },
  )

  it('is charged once by several servers, after lost responses, and when the clock runs back and forth', async () => {
    const of = await aSubscriber()
    now = new Date('2027-03-01T18:00:00Z')
    let lost = 2
    stage.faults.next = (operation) => (operation !== 'find' && lost-- > 0 ? 'lost_answer' : null)
    const { subscriptions, payments } = stage.server.services
    await Promise.all(Array.from({ length: 6 }, () => subscriptions.runDue()))
    await Promise.all(Array.from({ length: 6 }, () => payments.reconcile()))
    accept()
    for (const at of [
      '2027-03-01T18:00:00Z',
      '2027-02-27T00:00:00Z',
      '2027-04-01T18:00:00Z',
      '2027-03-05T00:00:00Z',
      '2027-04-02T00:00:00Z',
    ])
      await live(at)
    expect(await chargesOf(of)).toEqual([
      // Another attempt follows if a server searched for the first one before the gateway had it; one of them is
      // captured.
      expect.stringMatching(/-202703-\d$/),
      expect.stringMatching(/-202704-1$/),
    ])
  })

  it('is captured at once although another server’s search ends after the authorization', async () => {
    const of = await aSubscriber()
    now = new Date('2027-03-01T18:00:00Z')
    const { subscriptions, payments } = stage.server.services
    stage.faults.next = (operation) => (operation === 'authorize' ? 'lost_answer' : null)
    await subscriptions.runDue()
    await payments.reconcile()
    accept()
    let deliver = () => {}
    const searched = new Promise<void>((resolve) => {
      stage.faults.afterFind = () => {
        resolve()
        return new Promise((delivered) => {
          deliver = delivered
        })
      }
    })
    const late = payments.reconcile()
    await searched
    stage.faults.afterFind = () => Promise.resolve()
    await payments.reconcile()
    deliver()
    await late
    await payments.reconcile()
    expect(await chargesOf(of)).toEqual([`subscription-${of.fleet.id}-202703-1`])
  })

  it('charges the months that passed while no server ran, each once', async () => {
    const of = await aSubscriber()
    await live('2027-06-10T00:00:00Z')
    expect((await monthsOf(of)).map(({ month, status }) => `${month} ${status}`)).toEqual(
      ['03', '04', '05', '06'].map((month) => `2027-${month}-01 paid`),
    )
    expect(await chargesOf(of)).toHaveLength(4)
  })

  it('is charged again if the settlement of a month is declined', async () => {
    const of = await aSubscriber()
    await live('2027-03-01T18:00:00Z')
    const [sale] = await stage.server.db.query<{ gateway_id: string }>(
      sql`select gateway_id from payments where fleet_id = ${of.fleet.id}`,
    )
    const [secret] = await stage.server.db.query<{ value: string }>(
      sql`select value from secrets where name = 'card_notifications'`,
    )
    const notification: GatewayNotification = {
      kind: 'settlement_declined',
      type: 'transaction_settlement_declined',
      dispute: null,
      sentAt: now,
      transactionId: sale?.gateway_id ?? '',
    }
    const signed = signSandboxNotification(secret?.value ?? '', notification)
    const response = await fetch(`${stage.server.url}/webhooks/card_gateway`, {
      method: 'POST',
      body: new URLSearchParams(signed),
    })
    expect(response.status).toBe(204)
    expect((await monthsOf(of))[0]).toMatchObject({ status: 'open' })
    await live('2027-03-03T18:00:00Z')
    expect((await monthsOf(of))[0]).toMatchObject({ status: 'paid' })
    const rows = await stage.server.db.query(
      sql`select status from payments where fleet_id = ${of.fleet.id} order by attempt`,
    )
    expect(rows).toEqual([{ status: 'failed' }, { status: 'captured' }])
  })

  it('counts as paid again if a lost dispute is won after the month was given up', async () => {
    const of = await aSubscriber()
    await live('2027-03-01T18:00:00Z')
    const [sale] = await stage.server.db.query<{ gateway_id: string }>(
      sql`select gateway_id from payments where fleet_id = ${of.fleet.id}`,
    )
    const [secret] = await stage.server.db.query<{ value: string }>(
      sql`select value from secrets where name = 'card_notifications'`,
    )
    const notify = async (kind: 'dispute_opened' | 'dispute_lost' | 'dispute_won') => {
      const signed = signSandboxNotification(secret?.value ?? '', {
        kind,
        type: kind,
        sentAt: now,
        transactionId: sale?.gateway_id ?? '',
        dispute: { id: `month-${of.fleet.id}`, amount: '18.00', reason: 'fraud' },
      })
      const body = new URLSearchParams(signed)
      return (await fetch(`${stage.server.url}/webhooks/card_gateway`, { method: 'POST', body })).status
    }
    const review = async () => (await of.client.get('/payments/manual_review')).body.items
    expect(await notify('dispute_opened')).toBe(204)
    // It prevents the deletion of the fleet, so it is listed (TRX-023).
    expect(await review()).toMatchObject([
      {
        kind: 'subscription',
        order_id: null,
        subscription_month: '2027-03-01',
        reason: 'dispute_open',
        amount: '18.00',
      },
    ])
    expect(await notify('dispute_lost')).toBe(204)
    expect(await review()).toEqual([])
    decline()
    for (const day of ['03', '07', '08']) await live(`2027-03-${day}T18:00:00Z`)
    accept()
    expect((await monthsOf(of))[0]).toMatchObject({ status: 'failed' })
    expect(await notify('dispute_won')).toBe(204)
    await live('2027-03-09T18:00:00Z')
    expect((await monthsOf(of))[0]).toMatchObject({ status: 'paid' })
    expect(await chargesOf(of)).toHaveLength(1)
  })

  it('has one payment a month, and one price, enforced by the database', async () => {
    const of = await aSubscriber()
    await live('2027-03-01T18:00:00Z')
    const { db } = stage.server
    const second = db.query(sql`
      insert into payments (fleet_id, subscription_month, attempt, key, provider, method_id, currency, amount, capture_amount, status)
      values (${of.fleet.id}, '2027-03-01', 2, ${crypto.randomUUID()}, 'Braintree', ${of.card.id}, 'USD', 18, 18, 'captured')`)
    await expect(second).rejects.toThrow('payments_one_captured_subscription')
    const cheaper = db.query(sql`
      update subscription_months set price = 1, amount = 3 where fleet_id = ${of.fleet.id}`)
    await expect(cheaper).rejects.toThrow('keeps its price')
  })
})
