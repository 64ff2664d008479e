import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ShopLinkState } from '#contract/orders/shop-links.ts'
import { SHOP_LINK_VIN_CHARACTERS } from '#domain/core/limits.ts'
import type { ShopActor } from '#server/actor.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import {
  SHOP_LINK_EMAILS_OF_ORDER,
  SHOP_LINK_EMAILS_OF_USER,
  SHOP_LINK_TRIES,
  SHOP_LINK_WINDOW_MINUTES,
  SHOP_LINKS_MAX,
} from '#server/limits.ts'
import { Problem } from '#server/problem.ts'
import type { Ports, UseCase } from '#server/use-case.ts'
import { limitAttempts, limitCalls } from '../../access/session/attempts.ts'
import { networkOf } from '../../access/session/limits.ts'
import { hashToken, newToken } from '../../access/session/tokens.ts'
import { findOrder } from '../orders/orders.service.ts'
import { sendShopEmail } from './shop-emails.service.ts'
import { type LinkContext, shopLinksRepository as links } from './shop-links.repository.ts'

const WINDOW = SHOP_LINK_WINDOW_MINUTES * 60
/** Failed attempts per network. A shop may have many links behind one address. */
const TRIES_OF_NETWORK = 60
/** Calls per minute on one order, from all devices: enough for photos in parts, too few to overload the server. */
const CALLS_PER_MINUTE = 600
const MINUTE = 60
const HOUR = 60 * MINUTE

// Links by which a shop acts on one order (ruling 15): created and revoked by the fleet, opened by the shop.

/** Links are found by their token, before the fleet is known. */
interface LinkRead {
  db: Database
  clock: () => Date
}
type CreationPorts = 'mail' | 'brands' | 'originOf'
export interface LinkCreation extends LinkRead {
  ports: Pick<Ports, CreationPorts>
}

/** Returns the links of an order that the actor sees. */
export async function showShopLinks(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  orderId: number,
): Promise<ShopLinkState> {
  return stateOf({ tx, clock }, await requireContext({ tx, actor, clock }, orderId), orderId)
}

/**
 * Returns the token of a new link. A repeated request has the same one if it has a seed. The database has all other
 * inputs, but of the seed only a hash, in the fingerprint of the request (S-7).
 */
export function shopLinkToken(
  seed: string | undefined,
  { orderId, userId, key }: { orderId: number; userId: number; key: string | null },
): string {
  if (seed === undefined || key === null) return newToken()
  return createHmac('sha256', seed).update(`shop_link.${orderId}.${userId}.${key}`).digest('base64url')
}

/**
 * Creates a link with this token, and returns the page that it opens and the hash of the token. 422 `vin_missing`, 410 `shop_link_expired`, 429
 * above twenty valid links or the hourly limits of emails, 503 `mail_unavailable` if it should be emailed and email is
 * down. `tx` sees all fleets, because only system transactions can queue email.
 */
export async function createShopLink(
  { tx, actor, clock, ports }: UseCase<CreationPorts>,
  input: { id: number; replaces: boolean; sends: boolean },
  token: string,
) {
  const { id: orderId, replaces, sends } = input
  const linkContext = await requireContext({ tx, actor, clock }, orderId)
  const refused = rejectionOf(linkContext)
  if (refused) throw new Problem(refused)
  const sentTo = sends ? linkContext.shop_email : null
  if (sentTo !== null) await ports.mail.requireAvailable()
  const brand = brandOrDefault(ports.brands, linkContext.brand)
  const page = `${ports.originOf(brand)}/shop_link/${orderId}`
  const fleetId = actor.fleet.id
  if (sentTo !== null) await limitEmails(tx, actor.userId, orderId)
  if (replaces) await links.revokeAll(tx, fleetId, orderId)
  else if ((await links.live(tx, fleetId, orderId, clock())).length >= SHOP_LINKS_MAX)
    throw new Problem('too_many')
  const tokenHash = hashToken(token)
  await links.insert(tx, {
    fleetId,
    orderId,
    tokenHash,
    createdBy: actor.userId,
    sentTo,
    createdAt: clock(),
  })
  if (sentTo !== null) {
    const address = `${page}#${token}`
    await sendShopEmail({ tx, clock, ports }, { orderId, to: sentTo, event: 'link', brand, address })
  }
  const state = await stateOf({ tx, clock }, linkContext, orderId)
  return { body: { page, token_hash: tokenHash.toString('hex'), state }, status: 201 } as const
}

/** Counts an email to the shop. In the transaction that queues it, so that a rejected one does not count. */
async function limitEmails(tx: Transaction, userId: number, orderId: number): Promise<void> {
  await limitAttempts(tx, `shop-link-emails:${orderId}`, SHOP_LINK_EMAILS_OF_ORDER, HOUR)
  await limitAttempts(tx, `shop-link-emails-user:${userId}`, SHOP_LINK_EMAILS_OF_USER, HOUR)
}

/** Revokes all links of an order and their sessions. */
export async function revokeShopLinks(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  orderId: number,
): Promise<ShopLinkState> {
  const linkContext = await requireContext({ tx, actor, clock }, orderId)
  await links.revokeAll(tx, actor.fleet.id, orderId)
  return stateOf({ tx, clock }, linkContext, orderId)
}

/**
 * Opens a link on one device, with its token and the last 8 characters of the VIN. Without a valid token, the
 * response does not reveal whether the order exists.
 */
export async function unlockShopLink(
  { db, clock }: LinkRead,
  input: { id: number; token: string; vin_last_8: string },
  ip: string,
): Promise<{ shop: ShopActor; token: string }> {
  const removeNetworkTry = await limitAttempts(db, `shop-link-net:${networkOf(ip)}`, TRIES_OF_NETWORK, WINDOW)
  const link = await links.find(db, hashToken(input.token), input.id, clock())
  if (!link) throw new Problem('shop_link_invalid')
  requireLive(link)
  const forgive = await limitAttempts(db, `shop-link:${link.id}`, SHOP_LINK_TRIES, WINDOW)
  if (!isEndOfVin(link.vin, input.vin_last_8)) throw new Problem('vin_mismatch')
  const token = newToken()
  await db.system((tx) => links.insertSession(tx, link, hashToken(token)))
  await forgive()
  await removeNetworkTry()
  return { shop: { fleet: { id: link.fleet_id }, orderId: input.id }, token }
}

/** Reads on behalf of a shop that has just opened its link, before the request carries its session. */
export function readAsShop<T>(
  { db }: Pick<LinkRead, 'db'>,
  shop: ShopActor,
  read: (tx: Transaction, shop: ShopActor) => Promise<T>,
): Promise<T> {
  return db.tenant(shop.fleet.id, (tx) => read(tx, shop))
}

/** Returns the entries of a shop's receipts that this server does not know. */
export async function findMissingReceipts(tx: Transaction, { orderId }: ShopActor, ids: readonly string[]) {
  const known = await links.knownKeys(tx, orderId, ids)
  return { missing: ids.filter((key) => !known.has(key.toLowerCase())) }
}

/** Returns the shop of this session; null if there is none. 410 if its link has ended, 429 above the call limit. */
export async function authenticateShop(
  { db, clock }: LinkRead,
  token: string,
  orderId: number,
): Promise<ShopActor | null> {
  const link = await links.ofSession(db, hashToken(token), orderId, clock())
  if (!link) return null
  requireLive(link)
  await limitCalls(db, `shop-calls:${link.id}`, CALLS_PER_MINUTE, MINUTE)
  return { fleet: { id: link.fleet_id }, orderId }
}

async function stateOf(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  linkContext: LinkContext,
  orderId: number,
): Promise<ShopLinkState> {
  return {
    refused: rejectionOf(linkContext),
    links: linkContext.is_expired ? [] : await links.live(tx, linkContext.fleet_id, orderId, clock()),
    shop_email: linkContext.shop_email,
    expires_at: linkContext.expires_at,
  }
}

/** Returns the link context of an order that the actor sees, or throws 404. */
async function requireContext(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  orderId: number,
): Promise<LinkContext> {
  await findOrder(tx, actor, orderId)
  const linkContext = await links.context(tx, orderId, clock())
  if (!linkContext) throw new Problem('not_found')
  return linkContext
}

function requireLive(link: { is_revoked: boolean; is_expired: boolean }): void {
  if (link.is_revoked) throw new Problem('shop_link_revoked')
  if (link.is_expired) throw new Problem('shop_link_expired')
}

/** Returns why a link cannot be created; null if it can. */
function rejectionOf({ vin, is_expired }: LinkContext): ShopLinkState['refused'] {
  if (lastVinCharacters(vin) === null) return 'vin_missing'
  return is_expired ? 'shop_link_expired' : null
}

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Returns the characters that the shop has to enter; null if the VIN is too short. */
function lastVinCharacters(vin: string | null): string | null {
  const characters = plain(vin ?? '')
  return characters.length < SHOP_LINK_VIN_CHARACTERS ? null : characters.slice(-SHOP_LINK_VIN_CHARACTERS)
}

function isEndOfVin(vin: string | null, entered: string): boolean {
  const [right, given] = [lastVinCharacters(vin), plain(entered)]
  if (right === null || given.length !== right.length) return false
  return timingSafeEqual(Buffer.from(right), Buffer.from(given))
}
