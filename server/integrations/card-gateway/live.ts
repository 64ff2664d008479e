import braintree from 'braintree'
import type { BraintreeConfig } from '#server/config/config.ts'
import { braintreeTransactions } from './live-transactions.ts'
import { type CardCustomer, type CardGateway, CardRejected, type StoredCard } from './port.ts'

/** Braintree's response codes that are handled (its reference, 'Validation errors'). */
const CODES = {
  customerIdInUse: '91609',
  tokenInUse: ['91718', '82901'],
  duplicate: ['81724', '81763'],
  /** The expiration date, its year or its month is invalid. */
  expiration: ['81710', '81711', '81712', '81713'],
  /** The bank's code for 'Expired Card'. */
  expiredAtBank: '2004',
} as const

/** A rejection: what was wrong with the fields, or the result of the card verification. */
interface FailedResult {
  success: boolean
  message: string
  errors?: { deepErrors(): { code: string }[] }
  verification?: { status: string; processorResponseCode?: string }
}

/** Braintree, through its Node SDK. Tests pass an `environment` with their own server. */
export function braintreeGateway(config: BraintreeConfig, environment = environmentOf(config)): CardGateway {
  const gateway = new braintree.BraintreeGateway({
    environment,
    merchantId: config.merchantId,
    publicKey: config.publicKey,
    privateKey: config.privateKey,
  })
  // A user waits for the response, so the SDK's default of one minute is too long.
  gateway.config.timeout = 20_000

  async function firstMethodOf(customerId: string): Promise<StoredCard> {
    const { paymentMethods = [] } = await gateway.customer.find(customerId)
    const [method] = paymentMethods
    if (!method) throw new CardRejected('invalid')
    return storedOf(method)
  }

  async function findCard(customerId: string, token: string): Promise<StoredCard | null> {
    const method = await gateway.paymentMethod.find(token).catch((error: unknown) => {
      unlessMissing(error)
      return null
    })
    return method && (method as unknown as { customerId?: string }).customerId === customerId
      ? storedOf(method)
      : null
  }

  return {
    ...braintreeTransactions(gateway, config.merchantAccounts),
    kind: 'live',
    async clientToken() {
      const result = await gateway.clientToken.generate({})
      if (!result.success) throw new Error(`Braintree returned no client token: ${result.message}`)
      return result.clientToken
    },
    async createCustomer({ nonce, ...customer }: CardCustomer) {
      const result = await gateway.customer.create({
        ...customer,
        paymentMethodNonce: nonce,
        // The SDK's types require a customer id here, but its runtime check rejects one.
        creditCard: { options: { verifyCard: true } } as braintree.CreditCardCreateRequest,
      })
      if (result.success) {
        const [method] = result.customer.paymentMethods ?? []
        if (method) return storedOf(method)
        throw new CardRejected('invalid')
      }
      // An earlier attempt succeeded, but its response was lost: the customer exists, with the card.
      if (codesOf(result).includes(CODES.customerIdInUse)) return firstMethodOf(customer.id)
      throw rejectionOf(result)
    },
    async ensureCustomer(customer) {
      const result = await gateway.customer.create({ ...customer })
      if (!result.success && !codesOf(result).includes(CODES.customerIdInUse))
        throw new Error(`Braintree created no customer: ${result.message}`)
    },
    async addCard(customerId, { token, nonce, cardholderName }) {
      const known = await findCard(customerId, token)
      if (known) return known
      const options = { verifyCard: true, failOnDuplicatePaymentMethodForCustomer: true }
      const request = {
        customerId,
        token,
        paymentMethodNonce: nonce,
        ...(cardholderName !== undefined && { cardholderName }),
        options,
      }
      const result = await gateway.paymentMethod.create(request)
      if (result.success) return storedOf(result.paymentMethod)
      // Two concurrent requests used the same token.
      const isRace = codesOf(result).some((code) => (CODES.tokenInUse as readonly string[]).includes(code))
      const stored = isRace ? await findCard(customerId, token) : null
      if (stored) return stored
      throw rejectionOf(result)
    },
    storedLike: (customerId, nonce) => findLike(gateway, customerId, nonce),
    removeCard: (token) => gateway.paymentMethod.delete(token).catch(unlessMissing),
    removeCustomer: (customerId) => gateway.customer.delete(customerId).catch(unlessMissing),
  }
}

const environmentOf = ({ environment }: BraintreeConfig) =>
  environment === 'production' ? braintree.Environment.Production : braintree.Environment.Sandbox

/** Ignores that the resource is already gone. */
function unlessMissing(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'notFoundError') throw error
}

const codesOf = ({ errors }: FailedResult) => errors?.deepErrors().map(({ code }) => code) ?? []

function rejectionOf(result: FailedResult): CardRejected {
  const { verification } = result
  if (verification)
    return new CardRejected(
      verification.processorResponseCode === CODES.expiredAtBank ? 'expired' : 'declined',
    )
  const hasOneOf = (known: readonly string[]) => codesOf(result).some((code) => known.includes(code))
  if (hasOneOf(CODES.expiration)) return new CardRejected('expired')
  return new CardRejected(hasOneOf(CODES.duplicate) ? 'duplicate' : 'invalid')
}

/** Braintree's data about the card or PayPal account of a nonce. Each kind lacks some fields. */
interface NonceDetails {
  cardType?: string
  lastFour?: string
  lastTwo?: string
  expirationMonth?: string
  expirationYear?: string
  payerInfo?: { email?: string }
}

async function findLike(gateway: braintree.BraintreeGateway, customerId: string, nonce: string) {
  const { details = {} } = (await gateway.paymentMethodNonce.find(nonce)) as { details?: NonceDetails }
  const { paymentMethods = [] } = await gateway.customer.find(customerId)
  return paymentMethods.map(storedOf).filter((card) => isLike(card, details))
}

/** Compares a stored card with a nonce by the fields that both have. */
function isLike(card: StoredCard, details: NonceDetails): boolean {
  const { cardType, expirationMonth: month, expirationYear: year } = details
  const digits = details.lastFour ?? details.lastTwo
  if (card.type === 'paypal_account') {
    const email = details.payerInfo?.email
    return digits === undefined && (email === undefined || email === card.email)
  }
  const expires = month && year ? `${month}/${year}` : card.expirationDate
  return (
    digits !== undefined &&
    (card.last4 ?? '').endsWith(digits) &&
    (cardType ?? card.cardType) === card.cardType &&
    expires === card.expirationDate
  )
}

/** The SDK's types lack some kinds of payment methods, so the kind is inferred from the fields. */
function storedOf(method: braintree.PaymentMethod): StoredCard {
  const found = method as unknown as Partial<Record<string, string | null>> & { token: string }
  const isCard = typeof found.last4 === 'string'
  return {
    token: found.token,
    type: isCard ? 'credit_card' : 'paypal_account',
    cardType: (isCard && found.cardType) || null,
    last4: (isCard && found.last4) || null,
    expirationDate: (isCard && found.expirationDate) || null,
    cardholderName: (isCard && found.cardholderName) || null,
    email: (!isCard && found.email) || null,
  }
}
