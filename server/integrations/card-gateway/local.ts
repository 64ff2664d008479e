import { randomBytes } from 'node:crypto'
import { SANDBOX_CARDS, SANDBOX_PAYPAL, type SandboxCard } from '#domain/money/sandbox-cards.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { sql } from '#server/db/sql.ts'
import { type SandboxFault, sandboxLedger } from './local-ledger.ts'
import { type CardGateway, CardRejected, type StoredCard } from './port.ts'

/**
 * The sandbox (ruling 18): Braintree's public test nonces, without network. Its ledger uses separate tables and
 * transactions, so that it survives a killed server like a real gateway.
 */
export function sandboxGateway(db: Database, fault?: SandboxFault): CardGateway {
  async function store(tx: Transaction, customerId: string, nonce: string, card: StoredCard) {
    try {
      const [added] = await tx.query(sql`
        insert into card_sandbox.cards (token, customer_id, nonce, card)
        values (${card.token}, ${customerId}, ${nonce}, ${JSON.stringify(card)}) on conflict (token) do nothing returning 1`)
      if (added) return card
    } catch (error) {
      if (isUniqueViolation(error, 'cards_customer_id_nonce_key')) throw new CardRejected('duplicate')
      throw error
    }
    // A concurrent duplicate of this request was first.
    const [first] = await tx.query<{ card: StoredCard }>(
      sql`select card from card_sandbox.cards where token = ${card.token} and customer_id = ${customerId}`,
    )
    if (!first) throw new CardRejected('duplicate')
    return first.card
  }
  const addCustomer = (tx: Transaction, id: string) =>
    tx.query(sql`insert into card_sandbox.customers (id) values (${id}) on conflict do nothing`)

  return {
    kind: 'sandbox',
    clientToken: () => Promise.resolve(`sandbox_${randomBytes(16).toString('base64url')}`),
    createCustomer: ({ id, nonce }) =>
      db.system(async (tx) => {
        const [known] = await tx.query<{ card: StoredCard }>(
          sql`select card from card_sandbox.cards where customer_id = ${id} order by added_at limit 1`,
        )
        if (known) return known.card
        const card = cardOf(nonce, newToken())
        await addCustomer(tx, id)
        return store(tx, id, nonce, card)
      }),
    ensureCustomer: async ({ id }) => {
      await db.system((tx) => addCustomer(tx, id))
    },
    addCard: (customerId, { token, nonce, cardholderName }) =>
      db.system(async (tx) => {
        const [known] = await tx.query<{ card: StoredCard }>(
          sql`select card from card_sandbox.cards where token = ${token} and customer_id = ${customerId}`,
        )
        if (known) return known.card
        const card = { ...cardOf(nonce, token), cardholderName: cardholderName ?? null }
        // Customers of the demo world exist only in our own tables.
        await addCustomer(tx, customerId)
        return store(tx, customerId, nonce, card)
      }),
    storedLike: async (customerId, nonce) => {
      const rows = await db.query<{ card: StoredCard }>(
        sql`select card from card_sandbox.cards where customer_id = ${customerId} and nonce = ${nonce}`,
      )
      return rows.map(({ card }) => card)
    },
    removeCard: async (token) => {
      await db.query(sql`delete from card_sandbox.cards where token = ${token}`)
    },
    ...sandboxLedger(db, fault),
    removeCustomer: async (customerId) => {
      await db.query(sql`delete from card_sandbox.customers where id = ${customerId}`)
    },
  }
}

const newToken = () => `sandbox_${randomBytes(8).toString('hex')}`

/** Returns the card of a nonce. Throws the error that the bank or the gateway would return. */
function cardOf(nonce: string, token: string): StoredCard {
  if (nonce === SANDBOX_PAYPAL) return storedAccount(token)
  const card = SANDBOX_CARDS.find((candidate) => candidate.nonce === nonce)
  if (!card) throw new CardRejected('invalid')
  if (card.verdict !== 'approved') throw new CardRejected(card.verdict)
  return storedCard(card, token)
}

const storedCard = ({ cardType, number }: SandboxCard, token: string): StoredCard => ({
  token,
  type: 'credit_card',
  cardType,
  last4: number.slice(-4),
  expirationDate: '12/2031',
  cardholderName: null,
  email: null,
})

const storedAccount = (token: string): StoredCard => ({
  token,
  type: 'paypal_account',
  cardType: null,
  last4: null,
  expirationDate: null,
  cardholderName: null,
  email: 'buyer@example.com',
})
