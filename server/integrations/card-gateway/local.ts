import { randomBytes } from 'node:crypto'
import { SANDBOX_CARDS, SANDBOX_PAYPAL, type SandboxCard } from '#contract/money/sandbox-cards.ts'
import { type CardCustomer, type CardGateway, CardRefused, type StoredCard } from './port.ts'

/**
 * The sandbox (ruling 18): Braintree's public test nonces, without network. What it keeps it keeps in memory, for the
 * checks alone: the fleet's own table has the tokens.
 */
export function sandboxGateway(): CardGateway {
  const customers = new Map<string, Map<string, StoredCard>>()

  /** Throws what a bank or the gateway would say of it. */
  function verified(nonce: string): SandboxCard {
    const card = SANDBOX_CARDS.find((candidate) => candidate.nonce === nonce)
    if (!card) throw new CardRefused('invalid')
    if (card.verdict !== 'approved') throw new CardRefused(card.verdict)
    return card
  }

  function keep(cards: Map<string, StoredCard>, nonce: string): StoredCard {
    const card = nonce === SANDBOX_PAYPAL ? null : verified(nonce)
    if (cards.has(nonce)) throw new CardRefused('duplicate')
    const stored = card ? storedCard(card) : storedAccount()
    cards.set(nonce, stored)
    return stored
  }

  return {
    kind: 'sandbox',
    clientToken: () => Promise.resolve(`sandbox_${randomBytes(16).toString('base64url')}`),
    async createCustomer({ id, nonce }: CardCustomer) {
      const [known] = customers.get(id)?.values() ?? []
      if (known) return known
      const cards = new Map<string, StoredCard>()
      const stored = keep(cards, nonce)
      customers.set(id, cards)
      return stored
    },
    async addCard(customerId, nonce) {
      // A restart forgets customers, not the fleets that they stand for.
      const cards = customers.get(customerId) ?? new Map<string, StoredCard>()
      customers.set(customerId, cards)
      return keep(cards, nonce)
    },
    async removeCustomer(customerId) {
      customers.delete(customerId)
    },
  }
}

const newToken = () => `sandbox_${randomBytes(8).toString('hex')}`

const storedCard = ({ cardType, number }: SandboxCard): StoredCard => ({
  token: newToken(),
  type: 'credit_card',
  cardType,
  last4: number.slice(-4),
  expirationDate: '12/2031',
  cardholderName: null,
  email: null,
})

const storedAccount = (): StoredCard => ({
  token: newToken(),
  type: 'paypal_account',
  cardType: null,
  last4: null,
  expirationDate: null,
  cardholderName: null,
  email: 'buyer@example.com',
})
