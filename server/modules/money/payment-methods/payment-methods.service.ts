import { createHash, randomUUID } from 'node:crypto'
import { zipError } from '#contract/access/sign-up-rules.ts'
import {
  ALL_USERS,
  type FleetPaymentMapping,
  type NewPaymentMethod,
  type PaymentMethod,
} from '#contract/money/payment-methods.ts'
import { can } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { CardRejected, type NewCard, type StoredCard } from '#server/integrations/card-gateway/port.ts'
import { CARD_TOKENS, DECLINED_CARDS, SIGN_UP_WINDOW_MINUTES } from '#server/limits.ts'
import { countOnly, limitAttempts } from '#server/modules/access/session/attempts.ts'
import { networkOf } from '#server/modules/access/session/limits.ts'
import { Problem } from '#server/problem.ts'
import type { Ports, Precondition, UseCase } from '#server/use-case.ts'
import {
  type MethodFields,
  type MethodRow,
  paymentMethodsRepository as methods,
} from './payment-methods.repository.ts'

const WINDOW_SECONDS = SIGN_UP_WINDOW_MINUTES * 60

// Payment methods of a fleet: cards and PayPal accounts in the gateway's vault (ruling 18), and the WEX account number.

/** What a call of the gateway needs. It has no transaction, because the gateway may be slow. */
interface GatewayCall {
  db: Database
  ports: Pick<Ports, 'cards'>
}

/** Lists the payment methods of the fleet. */
export async function listPaymentMethods({
  tx,
  actor,
}: Pick<UseCase, 'tx' | 'actor'>): Promise<{ payment_methods: PaymentMethod[] }> {
  const rows = await methods.list(tx, actor.fleet.id)
  return { payment_methods: rows.map((row) => toPaymentMethod(actor, row)) }
}

/** Returns a token for the gateway's card form. Errors: too_many, unavailable. */
export async function createClientToken({ db, ports: { cards } }: GatewayCall, ip: string) {
  await limitAttempts(db, `card-token-net:${networkOf(ip)}`, CARD_TOKENS, WINDOW_SECONDS)
  const token = await cards.clientToken().catch(throwUnavailable)
  return { client_token: token, gateway: cards.kind }
}

/** Stores the card that the gateway accepted, in the caller's transaction. */
export const insertCard = methods.insert

/** Stores a customer id before the gateway gets it: without a fleet a day later, the customer is removed (ACC-136). */
export const { noteCustomer, takeCustomer } = methods

/** Returns whether the fleet stored a card with this token, also if it was removed since. */
export const wasCardStored = (tx: Transaction, fleetId: number, token: string): Promise<boolean> =>
  methods.withTokens(tx, fleetId, [token]).then((found) => found.length > 0)

/**
 * Stores another card of a fleet and makes it the default, in the caller's transaction. Changes nothing if the card was
 * stored before: since then, a user may have chosen another default or removed the card.
 */
export async function insertDefaultCard(
  tx: Transaction,
  owner: { fleetId: number; userId: number },
  card: StoredCard,
): Promise<void> {
  await methods.lockAll(tx, owner.fleetId)
  const { id, isNew } = await methods.insert(tx, owner, card)
  if (isNew) await methods.setDefault(tx, owner.fleetId, id)
}

/**
 * Stores the card at the gateway, outside any transaction. The token is derived from the idempotency key, so a
 * retried request finds its card instead of reusing the nonce. Errors: card_refused, too_many, unavailable.
 */
export async function storeCard(
  { db, actor, ports: { cards } }: GatewayCall & Pick<UseCase, 'actor'>,
  input: NewPaymentMethod,
  key: string | null,
): Promise<StoredCard> {
  const fleetId = actor.fleet.id
  // Validates before calling the gateway: a nonce is valid for one call only.
  requireValidZip(actor, input.billing_zip)
  await db.tenant(fleetId, (tx) => requireUsers(tx, fleetId, input.customer_ids))
  const forgive = await limitAttempts(db, `card-user:${actor.userId}`, DECLINED_CARDS, WINDOW_SECONDS)
  const { nonce, cardholder_name: name } = input
  const token = tokenOf(actor, key)
  return countOnly('card_refused', forgive, async () => {
    const customer = await db.system((tx) => methods.customer(tx, fleetId, actor.userId))
    return takeCard(async () => {
      await cards.ensureCustomer(customer)
      const card = { token, nonce, ...(name !== undefined && { cardholderName: name }) }
      return addCard({ db, ports: { cards } }, { fleetId, customerId: customer.id }, card)
    }, 'nonce')
  })
}

/** Stores another card of a fleet at the gateway. Throws CardRejected: `duplicate` only if the fleet lists the card. */
export async function addCard(
  { db, ports: { cards } }: GatewayCall,
  owner: { fleetId: number; customerId: string },
  card: NewCard,
): Promise<StoredCard> {
  const add = () => cards.addCard(owner.customerId, card)
  return add().catch((error: unknown) => {
    if (!(error instanceof CardRejected) || error.reason !== 'duplicate') throw error
    return takeUnlisted({ db, ports: { cards } }, { ...owner, nonce: card.nonce, add, error })
  })
}

/**
 * Handles a card that the gateway already has. Either an outage prevented its row, or its method was removed and the
 * gateway has not deleted it yet. Throws `error` otherwise.
 */
async function takeUnlisted(
  { db, ports: { cards } }: GatewayCall,
  duplicate: {
    fleetId: number
    customerId: string
    nonce: string
    add: () => Promise<StoredCard>
    error: CardRejected
  },
): Promise<StoredCard> {
  const like = await cards.storedLike(duplicate.customerId, duplicate.nonce)
  const tokens = like.map(({ token }) => token)
  const listed = await db.tenant(duplicate.fleetId, (tx) => methods.withTokens(tx, duplicate.fleetId, tokens))
  const lost = like.find(({ token }) => !listed.some((method) => method.token === token))
  if (lost) return lost
  const removed = listed.filter((method) => method.is_removed)
  if (removed.length === 0) throw duplicate.error
  for (const { id, token } of removed) {
    await cards.removeCard(token)
    await methods.markRemovedFromVault(db, id)
  }
  return duplicate.add()
}

/**
 * Discards a card that `storeCard` stored, because its request was rejected since: the vault cleaner removes it from the
 * gateway. Changes nothing if a concurrent request with the same key has listed the card. One that lists it later finds
 * it removed.
 */
export const discardCard = (
  { db }: Pick<GatewayCall, 'db'>,
  owner: { fleetId: number; userId: number },
  card: StoredCard,
): Promise<void> => db.tenant(owner.fleetId, (tx) => methods.insertRemoved(tx, owner, card))

/** Adds a card that `storeCard` stored. */
export async function createPaymentMethod(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  input: NewPaymentMethod,
  card: StoredCard,
) {
  const fleetId = actor.fleet.id
  await methods.lockAll(tx, fleetId)
  await requireUsers(tx, fleetId, input.customer_ids)
  const { id } = await methods.insert(tx, { fleetId, userId: actor.userId }, card)
  // If the form has no email, a PayPal account keeps the one from the gateway.
  await methods.setFields(tx, fleetId, id, input)
  return { body: await getMethod(tx, actor, id), status: 201 } as const
}

/** Changes the fields that Wheelbook stores. Errors: as `lockEditable`, validation. */
export async function updatePaymentMethod(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  { id, ...fields }: MethodFields & { id: number },
  { ifMatch }: Precondition,
) {
  const before = await lockEditable(tx, actor, id, ifMatch)
  // A code that was stored before this rule does not block edits of other fields.
  if (fields.billing_zip !== before.billing_zip) requireValidZip(actor, fields.billing_zip)
  await requireUsers(tx, actor.fleet.id, fields.customer_ids)
  await methods.setFields(tx, actor.fleet.id, id, fields)
  return { body: await getMethod(tx, actor, id) }
}

/** Removes a method. Errors: payment_method_in_use, payment_method_default (PAY-020, PAY-021). */
export async function removePaymentMethod(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  id: number,
  { ifMatch }: Precondition,
) {
  await methods.lockAll(tx, actor.fleet.id)
  // A charge that starts at the same time is visible once its transaction has ended.
  await methods.lockForRemoval(tx, actor.fleet.id, id)
  const method = await lockEditable(tx, actor, id, ifMatch)
  if (method.has_active_orders) throw new Problem('payment_method_in_use')
  if (method.is_default) throw new Problem('payment_method_default')
  await methods.remove(tx, actor.fleet.id, id)
  return { body: { success: true, id } as const }
}

/** Makes a method the default, which subscriptions and policies charge. */
export async function setDefaultPaymentMethod({ tx, actor }: Pick<UseCase, 'tx' | 'actor'>, id: number) {
  await methods.lockAll(tx, actor.fleet.id)
  await getMethod(tx, actor, id)
  await methods.setDefault(tx, actor.fleet.id, id)
  return { body: await getMethod(tx, actor, id) }
}

/** Returns the WEX account number of the actor's fleet. */
export async function getAccountNumber(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  fleetId: number,
): Promise<FleetPaymentMapping> {
  requireOwnFleet(actor, fleetId)
  return { fleet_id: fleetId, account_number: await methods.accountNumber(tx, fleetId) }
}

/** Sets the WEX account number. Errors: stale if the stored one is not the one that the user saw. */
export async function saveAccountNumber(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  input: { fleetId: number; account_number: string; isNew: boolean; replaces?: string | undefined },
) {
  const { fleetId, account_number, isNew, replaces } = input
  requireOwnFleet(actor, fleetId)
  const former = await methods.lockAccountNumber(tx, fleetId)
  const seen = isNew ? null : (replaces ?? former)
  if (former !== null && former !== seen && former !== account_number)
    throw new Problem('stale', { current: { fleet_id: fleetId, account_number: former } })
  await methods.setAccountNumber(tx, fleetId, account_number)
  return { body: { fleet_id: fleetId, account_number } }
}

/**
 * Calls the gateway. Errors: unavailable, or card_refused with the reason as the code of `field` or of `expiration`.
 */
export async function takeCard<Card extends StoredCard | null>(
  call: () => Promise<Card>,
  field = 'payment_method_nonce',
): Promise<Card> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof CardRejected)) return throwUnavailable(error)
    const at = error.reason === 'expired' ? 'expiration' : field
    throw new Problem('card_refused', { fields: { [at]: [`card_${error.reason}`] } })
  }
}

const toPaymentMethod = (actor: Actor, row: MethodRow): PaymentMethod => ({
  ...row,
  can_edit: row.owner_id === actor.userId || can(actor, 'payments.edit'),
  can_set_default: !row.is_default && can(actor, 'payments.setSubscription'),
})

async function getMethod(tx: Transaction, actor: Actor, id: number): Promise<PaymentMethod> {
  const [row] = await methods.list(tx, actor.fleet.id, id)
  if (!row) throw new Problem('not_found')
  return toPaymentMethod(actor, row)
}

/**
 * Returns a method that the actor may edit, with all methods of the fleet locked. Errors: not_found, not_allowed,
 * stale.
 */
async function lockEditable(tx: Transaction, actor: Actor, id: number, ifMatch: number | null) {
  await methods.lockAll(tx, actor.fleet.id)
  const method = await getMethod(tx, actor, id)
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

/** Rejects a new zip or postal code that is invalid in the fleet's country. */
function requireValidZip({ fleet }: Actor, zip: string | null | undefined): void {
  const fault = zip ? zipError(fleet.country, zip) : null
  if (fault) throw new Problem('validation', { fields: { billing_zip: [fault] } })
}

function requireOwnFleet(actor: Actor, fleetId: number): void {
  if (fleetId !== actor.fleet.id) throw new Problem('not_found')
}

/** Returns the gateway's token for the card: 32 hexadecimal digits that another user cannot guess. */
function tokenOf({ fleet, userId }: Actor, key: string | null): string {
  const seed = `${fleet.id} ${userId} ${key ?? randomUUID()}`
  return createHash('sha256').update(seed).digest('hex').slice(0, 32)
}

/** Reports that the gateway did not respond, or sent an invalid response. */
function throwUnavailable(cause: unknown): never {
  throw Object.assign(new Problem('unavailable', { retryAfter: 10 }), { cause })
}
