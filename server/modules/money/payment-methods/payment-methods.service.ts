import { createHash, randomUUID } from 'node:crypto'
import { zipFault } from '#contract/access/sign-up-rules.ts'
import {
  ALL_USERS,
  type FleetPaymentMapping,
  type NewPaymentMethod,
  type PaymentMethod,
} from '#contract/money/payment-methods.ts'
import { can } from '#domain/access/permissions.ts'
import { CARD_REFUSALS, CARD_TOKENS, SIGN_UP_WINDOW_MINUTES } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { type CardGateway, CardRefused, type StoredCard } from '#server/integrations/card-gateway/port.ts'
import { admit } from '#server/modules/access/session/attempts.ts'
import { networkOf } from '#server/modules/access/session/limits.ts'
import { Problem } from '#server/problem.ts'
import type { MethodFields, MethodRow, PaymentMethodsRepository } from './payment-methods.repository.ts'

const WINDOW_SECONDS = SIGN_UP_WINDOW_MINUTES * 60

interface Dependencies {
  db: Database
  cards: CardGateway
  methods: PaymentMethodsRepository
}

/** How fleets pay: cards and PayPal accounts that the gateway holds for them (ruling 18), and the WEX account number. */
export function paymentMethodsService({ db, cards, methods }: Dependencies) {
  const toPaymentMethod = (actor: Actor, row: MethodRow): PaymentMethod => ({
    ...row,
    can_edit: row.owner_id === actor.userId || can(actor, 'payments.edit'),
    can_set_default: !row.is_default && can(actor, 'payments.setSubscription'),
  })

  async function show(tx: Transaction, actor: Actor, id: number): Promise<PaymentMethod> {
    const [row] = await methods.list(tx, actor.fleet.id, id)
    if (!row) throw new Problem('not_found')
    return toPaymentMethod(actor, row)
  }

  /** The method that the actor may edit, with the fleet's methods locked. Errors: not_found, not_allowed, stale. */
  async function lockEditable(tx: Transaction, actor: Actor, id: number, ifMatch: number | null) {
    await methods.lockAll(tx, actor.fleet.id)
    const method = await show(tx, actor, id)
    if (!method.can_edit) throw new Problem('not_allowed')
    if (ifMatch !== null && ifMatch !== method.rev)
      throw new Problem('stale', { current: method, etag: `"${method.rev}"` })
    return method
  }

  async function requireUsers(tx: Transaction, fleetId: number, ids: readonly number[]): Promise<void> {
    const users = [...new Set(ids)].filter((id) => id !== ALL_USERS)
    if ((await methods.countUsers(tx, fleetId, users)) < users.length)
      throw new Problem('validation', { fields: { customer_ids: ['id'] } })
  }

  /** Refuses a new zip or postal code that is none in the fleet's country. */
  function requireValidZip({ fleet }: Actor, zip: string | null | undefined): void {
    const fault = zip ? zipFault(fleet.country, zip) : null
    if (fault) throw new Problem('validation', { fields: { billing_zip: [fault] } })
  }

  function requireOwnFleet(actor: Actor, fleetId: number): void {
    if (fleetId !== actor.fleet.id) throw new Problem('not_found')
  }

  /** Calls the gateway; errors: card_refused with the reason as the code of `field`, or of `expiration`; unavailable. */
  async function take(call: () => Promise<StoredCard>, field = 'payment_method_nonce'): Promise<StoredCard> {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof CardRefused)) return throwUnavailable(error)
      const at = error.reason === 'expired' ? 'expiration' : field
      throw new Problem('card_refused', { fields: { [at]: [`card_${error.reason}`] } })
    }
  }

  return {
    async list(tx: Transaction, actor: Actor): Promise<{ payment_methods: PaymentMethod[] }> {
      const rows = await methods.list(tx, actor.fleet.id)
      return { payment_methods: rows.map((row) => toPaymentMethod(actor, row)) }
    },

    /** Errors: too_many, unavailable. */
    async clientToken(ip: string) {
      await admit(db, `card-token-net:${networkOf(ip)}`, CARD_TOKENS, WINDOW_SECONDS)
      const token = await cards.clientToken().catch(throwUnavailable)
      return { client_token: token, gateway: cards.kind }
    },

    take,

    /** Keeps what the gateway took, in the transaction of its cause. */
    insertCard: (tx: Transaction, of: { fleetId: number; userId: number }, card: StoredCard) =>
      methods.insert(tx, of, card),

    /**
     * Has the gateway store the card, outside of any transaction. The token follows from the request's key, so that a
     * request that is sent again finds its card instead of a used nonce. Errors: card_refused, too_many, unavailable.
     */
    async store(actor: Actor, input: NewPaymentMethod, key: string | null): Promise<StoredCard> {
      const fleetId = actor.fleet.id
      // Before the gateway is asked: a nonce is good for one call.
      requireValidZip(actor, input.billing_zip)
      await db.tenant(fleetId, (tx) => requireUsers(tx, fleetId, input.customer_ids))
      const forgive = await admit(db, `card-user:${actor.userId}`, CARD_REFUSALS, WINDOW_SECONDS)
      const customer = await db.system((tx) => methods.customer(tx, fleetId, actor.userId))
      const { nonce, cardholder_name: name } = input
      const token = tokenOf(actor, key)
      const card = await take(async () => {
        await cards.ensureCustomer(customer)
        return cards.addCard(customer.id, {
          token,
          nonce,
          ...(name !== undefined && { cardholderName: name }),
        })
      }, 'nonce')
      await forgive()
      return card
    },

    async create(tx: Transaction, actor: Actor, input: NewPaymentMethod, card: StoredCard) {
      const fleetId = actor.fleet.id
      await methods.lockAll(tx, fleetId)
      await requireUsers(tx, fleetId, input.customer_ids)
      const id = await methods.insert(tx, { fleetId, userId: actor.userId }, card)
      // Without an address of its own in the form, a PayPal account keeps the one that the gateway told.
      await methods.setFields(tx, fleetId, id, input)
      return { body: await show(tx, actor, id), status: 201 } as const
    },

    async update(
      tx: Transaction,
      actor: Actor,
      { id, ...fields }: MethodFields & { id: number },
      { ifMatch }: { ifMatch: number | null },
    ) {
      const before = await lockEditable(tx, actor, id, ifMatch)
      // A code that was stored before this rule does not keep anyone from changing the rest.
      if (fields.billing_zip !== before.billing_zip) requireValidZip(actor, fields.billing_zip)
      await requireUsers(tx, actor.fleet.id, fields.customer_ids)
      await methods.setFields(tx, actor.fleet.id, id, fields)
      return { body: await show(tx, actor, id) }
    },

    /** Errors: payment_method_in_use, payment_method_default (PAY-020, PAY-021). */
    async destroy(tx: Transaction, actor: Actor, id: number, { ifMatch }: { ifMatch: number | null }) {
      const method = await lockEditable(tx, actor, id, ifMatch)
      if (method.has_active_orders) throw new Problem('payment_method_in_use')
      if (method.is_default) throw new Problem('payment_method_default')
      await methods.remove(tx, actor.fleet.id, id)
      return { body: { success: true, id } as const }
    },

    async setDefault(tx: Transaction, actor: Actor, id: number) {
      await methods.lockAll(tx, actor.fleet.id)
      await show(tx, actor, id)
      await methods.setDefault(tx, actor.fleet.id, id)
      return { body: await show(tx, actor, id) }
    },

    async mapping(tx: Transaction, actor: Actor, fleetId: number): Promise<FleetPaymentMapping> {
      requireOwnFleet(actor, fleetId)
      return { fleet_id: fleetId, account_number: await methods.accountNumber(tx, fleetId) }
    },

    async saveMapping(
      tx: Transaction,
      actor: Actor,
      input: { fleetId: number; account_number: string; isNew: boolean },
    ) {
      const { fleetId, account_number, isNew } = input
      requireOwnFleet(actor, fleetId)
      const former = await methods.lockAccountNumber(tx, fleetId)
      if (isNew && former !== null && former !== account_number)
        throw new Problem('stale', { current: { fleet_id: fleetId, account_number: former } })
      await methods.setAccountNumber(tx, fleetId, account_number)
      return { body: { fleet_id: fleetId, account_number } }
    },

    /** Has the gateway forget methods that were deleted. A job calls it again and again. */
    async deleteRemovedFromVault(): Promise<number> {
      const gone = await methods.removedTokens(db)
      for (const { id, token } of gone) {
        await cards.removeCard(token)
        await methods.markRemovedFromVault(db, id)
      }
      return gone.length
    },
  }
}
export type PaymentMethodsService = ReturnType<typeof paymentMethodsService>

/** The gateway's name for the card: 32 letters and digits that nobody else can ask for. */
function tokenOf({ fleet, userId }: Actor, key: string | null): string {
  const of = `${fleet.id} ${userId} ${key ?? randomUUID()}`
  return createHash('sha256').update(of).digest('hex').slice(0, 32)
}

/** The gateway did not answer, or not in its own words. */
function throwUnavailable(cause: unknown): never {
  throw Object.assign(new Problem('unavailable', { retryAfter: 10 }), { cause })
}
