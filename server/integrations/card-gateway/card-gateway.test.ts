// One contract for both card gateways: the sandbox, and Braintree's SDK against a server that speaks its protocol.
import braintree from 'braintree'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_CARDS, SANDBOX_PAYPAL, sandboxNonceOf } from '#contract/money/sandbox-cards.ts'
import { FAKE_BRAINTREE, startFakeBraintree } from '#tests/support/fake-braintree.ts'
import { braintreeGateway } from './live.ts'
import { sandboxGateway } from './local.ts'
import type { CardGateway } from './port.ts'

let fake: Awaited<ReturnType<typeof startFakeBraintree>>
let live: CardGateway
beforeAll(async () => {
  fake = await startFakeBraintree()
  live = braintreeGateway(FAKE_BRAINTREE, at(fake.port))
})
afterAll(() => fake.stop())

const at = (port: number) => new braintree.Environment('127.0.0.1', String(port), '', false, '127.0.0.1', '1')
const sandbox = sandboxGateway()
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
  it('gives a token that the card form starts with (PAY-010)', async () => {
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

  it('refuses a nonce that stands for nothing', async () => {
    await expect(gateway().createCustomer(aCustomer('made-up'))).rejects.toMatchObject({ reason: 'invalid' })
  })

  it('makes one customer of a request that is sent twice', async () => {
    const customer = aCustomer(VISA)
    const first = await gateway().createCustomer(customer)
    expect(await gateway().createCustomer(customer)).toEqual(first)
  })

  it('adds another card to a customer, and refuses one that the customer has already', async () => {
    const { id } = aCustomer(VISA)
    await gateway().createCustomer(aCustomer(VISA, id))
    expect(await gateway().addCard(id, 'fake-valid-amex-nonce')).toMatchObject({ last4: '0005' })
    await expect(gateway().addCard(id, VISA)).rejects.toMatchObject({ reason: 'duplicate' })
    await expect(gateway().addCard(id, 'fake-processor-declined-visa-nonce')).rejects.toMatchObject({
      reason: 'declined',
    })
  })

  it('forgets a customer, also one that it never knew', async () => {
    const customer = aCustomer(VISA)
    await gateway().createCustomer(customer)
    await gateway().removeCustomer(customer.id)
    await gateway().removeCustomer(customer.id)
    const other = await gateway().createCustomer({ ...customer, nonce: 'fake-valid-jcb-nonce' })
    expect(other.cardType).toBe('JCB')
  })
})

describe('Braintree, when something is wrong with it', () => {
  it('throws what is no refusal of the card: wrong keys, nobody there', async () => {
    const stranger = braintreeGateway({ ...FAKE_BRAINTREE, privateKey: 'wrong' }, at(fake.port))
    const absent = braintreeGateway(FAKE_BRAINTREE, at(1))
    for (const gateway of [stranger, absent]) {
      const error = await gateway.createCustomer(aCustomer(VISA)).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toHaveProperty('reason')
    }
  })

  it('has each new card verified before it is kept', async () => {
    await live.createCustomer(aCustomer(VISA))
    expect(fake.requests.at(-1)).toMatchObject({
      body: { customer: { credit_card: { options: { verify_card: true } } } },
    })
  })
})

it('knows the nonce of a test number however it is spaced, and of no other number', () => {
  expect(sandboxNonceOf('4111 1111 1111 1111')).toBe(VISA)
  expect(sandboxNonceOf('4111-1111-1111-1112')).toBeNull()
  expect(sandboxNonceOf('')).toBeNull()
})
