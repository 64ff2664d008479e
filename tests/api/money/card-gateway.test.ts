// One contract for both card gateways: the sandbox, and Braintree's SDK against a server that speaks its protocol.
import braintree from 'braintree'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { SANDBOX_CARDS, SANDBOX_PAYPAL, sandboxNonceOf } from '#domain/money/sandbox-cards.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { braintreeGateway } from '#server/integrations/card-gateway/live.ts'
import { sandboxGateway } from '#server/integrations/card-gateway/local.ts'
import type { CardGateway, Charge } from '#server/integrations/card-gateway/port.ts'
import { FAKE_BRAINTREE, startFakeBraintree } from '#tests/support/fake-braintree.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

let fake: Awaited<ReturnType<typeof startFakeBraintree>>
let live: CardGateway
let sandbox: CardGateway
let db: Database
let url: string
beforeAll(async () => {
  const cluster = inject('cluster')
  url = await createTestDatabase(cluster, cluster.template)
  db = openDatabase(url)
  sandbox = sandboxGateway(db)
  fake = await startFakeBraintree()
  live = braintreeGateway(FAKE_BRAINTREE, at(fake.port))
})
afterAll(async () => {
  await fake.stop()
  await db.close()
  await dropTestDatabase(inject('cluster'), url)
})

const at = (port: number) => new braintree.Environment('127.0.0.1', String(port), '', false, '127.0.0.1', '1')
const gateways = [
  ['the sandbox', () => sandbox],
  ['Braintree', () => live],
] as const

const aCustomer = (nonce: string, id: string = crypto.randomUUID()) => ({
  id,
  nonce,
  firstName: 'Ada',
  lastName: 'Person',
  company: 'Northgate Couriers',
  email: 'ada@example.com',
  phone: '6145550100',
})
const VISA = 'fake-valid-visa-nonce'

describe.each(gateways)('%s', (_, gateway) => {
  it('returns a token that initializes the card form (PAY-010)', async () => {
    expect((await gateway().clientToken()).length).toBeGreaterThan(10)
  })

  it.each(SANDBOX_CARDS.filter(({ verdict }) => verdict === 'approved'))(
    'keeps $cardType $number for a new customer, and tells what may be shown of it',
    async ({ nonce, cardType, number }) => {
      const card = await gateway().createCustomer(aCustomer(nonce))
      expect(card).toMatchObject({
        type: 'credit_card',
        cardType,
        last4: number.slice(-4),
        expirationDate: '12/2031',
        email: null,
      })
      expect(card.token).toMatch(/\w{6,}/)
    },
  )

  it('keeps a PayPal account', async () => {
    expect(await gateway().createCustomer(aCustomer(SANDBOX_PAYPAL))).toMatchObject({
      type: 'paypal_account',
      email: 'buyer@example.com',
      cardType: null,
      last4: null,
      expirationDate: null,
    })
  })

  it.each(SANDBOX_CARDS.filter(({ verdict }) => verdict !== 'approved'))(
    'refuses $number: $verdict, and keeps no customer',
    async ({ nonce, verdict }) => {
      const customer = aCustomer(nonce)
      await expect(gateway().createCustomer(customer)).rejects.toMatchObject({ reason: verdict })
      expect(await gateway().createCustomer({ ...customer, nonce: VISA })).toMatchObject({ last4: '1111' })
    },
  )

  it('rejects an unknown nonce', async () => {
    await expect(gateway().createCustomer(aCustomer('made-up'))).rejects.toMatchObject({ reason: 'invalid' })
  })

  it('creates one customer for a request that is sent twice', async () => {
    const customer = aCustomer(VISA)
    const first = await gateway().createCustomer(customer)
    expect(await gateway().createCustomer(customer)).toEqual(first)
  })

  it('adds another card to a customer, and rejects one that the customer already has', async () => {
    const { id } = aCustomer(VISA)
    await gateway().createCustomer(aCustomer(VISA, id))
    const add = (nonce: string) => gateway().addCard(id, { token: crypto.randomUUID(), nonce })
    expect(await add('fake-valid-amex-nonce')).toMatchObject({ last4: '0005' })
    await expect(add(VISA)).rejects.toMatchObject({ reason: 'duplicate' })
    await expect(add('fake-processor-declined-visa-nonce')).rejects.toMatchObject({ reason: 'declined' })
  })

  it('creates a customer without a card, and stores a card once however often it is sent', async () => {
    const { nonce: _, ...customer } = aCustomer(VISA)
    await gateway().ensureCustomer(customer)
    await gateway().ensureCustomer(customer)
    const card = { token: crypto.randomUUID(), nonce: VISA, cardholderName: 'Ada Person' }
    const first = await gateway().addCard(customer.id, card)
    expect(first).toMatchObject({ token: card.token, last4: '1111' })
    expect(await gateway().addCard(customer.id, card)).toEqual(first)
  })

  it.each([VISA, SANDBOX_PAYPAL])('finds the stored card of a nonce that was used: %s', async (nonce) => {
    const { nonce: _, ...customer } = aCustomer(nonce)
    await gateway().ensureCustomer(customer)
    expect(await gateway().storedLike(customer.id, nonce)).toEqual([])
    const stored = await gateway().addCard(customer.id, { token: crypto.randomUUID(), nonce })
    await gateway().addCard(customer.id, { token: crypto.randomUUID(), nonce: 'fake-valid-amex-nonce' })
    expect(await gateway().storedLike(customer.id, nonce)).toEqual([stored])
  })

  it('deletes a card, and succeeds if it does not exist', async () => {
    const { id } = aCustomer(VISA)
    await gateway().createCustomer(aCustomer('fake-valid-jcb-nonce', id))
    const card = { token: crypto.randomUUID(), nonce: VISA }
    await gateway().addCard(id, card)
    await gateway().removeCard(card.token)
    await gateway().removeCard(card.token)
    expect(await gateway().addCard(id, { ...card, token: crypto.randomUUID() })).toMatchObject({
      last4: '1111',
    })
  })

  it('deletes a customer, even an unknown one', async () => {
    const customer = aCustomer(VISA)
    await gateway().createCustomer(customer)
    await gateway().removeCustomer(customer.id)
    await gateway().removeCustomer(customer.id)
    const other = await gateway().createCustomer({ ...customer, nonce: 'fake-valid-jcb-nonce' })
    expect(other.cardType).toBe('JCB')
  })
})

describe.each(gateways)('money through %s', (_, gateway) => {
  async function aCharge(given: Partial<Charge> = {}): Promise<Charge> {
    const customer = aCustomer(VISA)
    const { token } = await gateway().createCustomer(customer)
    return {
      key: `order-1-${crypto.randomUUID()}`.slice(0, 40),
      token,
      amount: '129.95',
      currency: 'USD',
      ...given,
    }
  }
  /** Braintree refunds what was settled overnight. */
  const settled = () => fake.settle()

  it('authorizes an amount once, however often it is requested with one key', async () => {
    const charge = await aCharge()
    const first = await gateway().authorize(charge)
    expect(first).toMatchObject({ kind: 'sale', status: 'authorized', amount: '129.95', reason: null })
    expect(await gateway().authorize(charge)).toEqual(first)
    expect(await gateway().find(charge.key)).toEqual([first])
  })

  it('finds nothing for an unknown key', async () => {
    expect(await gateway().find('order-0-0')).toEqual([])
  })

  it.each([
    ['2000.00', 'do_not_honor'],
    ['2001.00', 'insufficient_funds'],
    ['2002.00', 'limit_exceeded'],
    ['2004.00', 'card_expired'],
    ['2014.00', 'fraud'],
  ])('declines the test amount %s: %s', async (amount, reason) => {
    const charge = await aCharge({ amount })
    expect(await gateway().authorize(charge)).toMatchObject({ status: 'declined', reason })
    expect(await gateway().find(charge.key)).toMatchObject([{ status: 'declined', reason }])
  })

  it('captures the amount or less of it, once, and returns the same result when repeated', async () => {
    const { id } = await gateway().authorize(await aCharge())
    expect(await gateway().capture(id, '100.00')).toMatchObject({ id, status: 'captured', amount: '100.00' })
    expect(await gateway().capture(id, '100.00')).toMatchObject({ id, status: 'captured', amount: '100.00' })
  })

  it('never captures more than was authorized', async () => {
    const charge = await aCharge()
    const { id } = await gateway().authorize(charge)
    const sale = await gateway()
      .capture(id, '130.00')
      .catch(() => null)
    expect(sale?.status).not.toBe('captured')
    expect(await gateway().find(charge.key)).toMatchObject([{ status: 'authorized', amount: '129.95' }])
  })

  it('voids an authorization, which then cannot be captured', async () => {
    const { id } = await gateway().authorize(await aCharge())
    expect(await gateway().void(id)).toMatchObject({ id, status: 'voided' })
    expect(await gateway().void(id)).toMatchObject({ id, status: 'voided' })
    expect(await gateway().capture(id, '129.95')).toMatchObject({ id, status: 'voided' })
  })

  it.each([
    ['129.95', 'settled'],
    ['4001.00', 'declined'],
  ])('reports how the settlement of %s ended: %s', async (amount, result) => {
    const { id } = await gateway().authorize(await aCharge({ amount }))
    expect(await gateway().settlementOf(id)).toBe('pending')
    await gateway().capture(id, amount)
    settled()
    expect(await gateway().settlementOf(id)).toBe(result)
  })

  it('reports a sale that was voided as settled', async () => {
    const { id } = await gateway().authorize(await aCharge())
    await gateway().void(id)
    expect(await gateway().settlementOf(id)).toBe('settled')
  })

  it('refunds a captured amount in parts, each once, never more than was captured', async () => {
    const { id } = await gateway().authorize(await aCharge())
    await gateway().capture(id, '129.95')
    settled()
    const first = { key: `refund-${id}-1`, amount: '100.00' }
    const refund = await gateway().refund(id, first)
    expect(refund).toMatchObject({ kind: 'refund', status: 'captured', amount: '100.00' })
    expect(await gateway().refund(id, first)).toEqual(refund)
    expect(await gateway().refund(id, { key: `refund-${id}-2`, amount: '29.96' })).toMatchObject({
      status: 'failed',
    })
    expect(await gateway().refund(id, { key: `refund-${id}-3`, amount: '29.95' })).toMatchObject({
      status: 'captured',
    })
  })
})

describe('Braintree errors', () => {
  it('throws on errors that are not a rejection of the card: wrong keys, no connection', async () => {
    const stranger = braintreeGateway({ ...FAKE_BRAINTREE, privateKey: 'wrong' }, at(fake.port))
    const absent = braintreeGateway(FAKE_BRAINTREE, at(1))
    for (const gateway of [stranger, absent]) {
      const error = await gateway.createCustomer(aCustomer(VISA)).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toHaveProperty('reason')
    }
  })

  it.each([
    ['a card that it has no longer', { token: 'gone' }, 'card_missing'],
    ['an amount of nothing', { amount: '0.00' }, 'amount_refused'],
    ['an amount that is too large', { amount: '99999999.00' }, 'amount_refused'],
    ['something that has no name here', { amount: '4242.00' }, 'request_refused'],
  ] as const)('says that nothing was charged where it refuses %s', async (_what, given, reason) => {
    const { token } = await live.createCustomer(aCustomer(VISA))
    const key = `order-3-${crypto.randomUUID()}`.slice(0, 40)
    const charge: Charge = { key, token, amount: '10.00', currency: 'USD', ...given }
    expect(await live.authorize(charge)).toMatchObject({ id: '', status: 'declined', reason })
    expect(await live.find(key)).toEqual([])
  })

  it('reports a currency without a merchant account', async () => {
    const accounts = { USD: 'no_such_account', CAD: null }
    const gateway = braintreeGateway({ ...FAKE_BRAINTREE, merchantAccounts: accounts }, at(fake.port))
    const { token } = await gateway.createCustomer(aCustomer(VISA))
    const charge: Charge = { key: 'order-4-1', token, amount: '10.00', currency: 'USD' }
    expect(await gateway.authorize(charge)).toMatchObject({ status: 'declined', reason: 'currency' })
  })

  it('verifies each new card before it is stored', async () => {
    await live.createCustomer(aCustomer(VISA))
    expect(fake.requests.at(-1)).toMatchObject({
      body: { customer: { credit_card: { options: { verify_card: true } } } },
    })
  })
})

it('recognizes a test card number with any spacing, and no other number', () => {
  expect(sandboxNonceOf('4111 1111 1111 1111')).toBe(VISA)
  expect(sandboxNonceOf('4111-1111-1111-1112')).toBeNull()
  expect(sandboxNonceOf('')).toBeNull()
})
