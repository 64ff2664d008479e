/**
 * The owner of an outbox and a cache: one pair of databases per fleet and user (OFF-046, ruling 25). A shop's device has
 * neither: its outbox belongs to one order.
 */
export interface Scope {
  /** The fleet of the session; 0: none. */
  tenantId: number
  userId: number
  /** The order of a shop link, on a shop's device. */
  shopOrderId?: number
}

/** The scope of one order on a shop's device (docs/decisions/0018-shop-links.md). */
export const shopScope = (shopOrderId: number): Scope => ({ tenantId: 0, userId: 0, shopOrderId })

const OUTBOX_PREFIX = 'wheelbook-outbox:'
const SHOP_OUTBOX_PREFIX = 'wheelbook-shop-outbox:'
const CACHE_PREFIX = 'wheelbook-cache:'

/** Name of the outbox database: everything that the server has not acknowledged. Never deleted by code. */
export const outboxName = ({ tenantId, userId, shopOrderId }: Scope): string =>
  shopOrderId === undefined ? `${OUTBOX_PREFIX}${tenantId}:${userId}` : `${SHOP_OUTBOX_PREFIX}${shopOrderId}`

/** Name of the cache database: copies of server rows. It may be dropped and rebuilt at any time. */
export const cacheName = (scope: Scope): string => `${CACHE_PREFIX}${scope.tenantId}:${scope.userId}`

/** Name of the Web Lock that the sending tab or worker holds for one run. */
export const lockName = ({ tenantId, userId, shopOrderId }: Scope): string =>
  shopOrderId === undefined
    ? `wheelbook-sender:${tenantId}:${userId}`
    : `wheelbook-shop-sender:${shopOrderId}`

/** Header value by which the server refuses an entry sent under another session than its author's. */
export const scopeHeader = (scope: Scope): string => `${scope.tenantId}:${scope.userId}`

/** Returns the scope of a user's outbox database; null if the name belongs to another database. */
export function scopeOfOutbox(databaseName: string): Scope | null {
  return userScopeAfter(OUTBOX_PREFIX, databaseName)
}

/** Returns the scope of a cache database; null if the name belongs to another database. */
export function scopeOfCache(databaseName: string): Scope | null {
  return userScopeAfter(CACHE_PREFIX, databaseName)
}

/** Returns the scope of a shop's outbox database; null if the name belongs to another database. */
export function scopeOfShopOutbox(databaseName: string): Scope | null {
  const [orderId] = idsAfter(SHOP_OUTBOX_PREFIX, databaseName, /^(\d+)$/)
  return orderId === undefined ? null : shopScope(orderId)
}

function userScopeAfter(prefix: string, name: string): Scope | null {
  const [tenantId, userId] = idsAfter(prefix, name, /^(\d+):(\d+)$/)
  return tenantId === undefined || userId === undefined ? null : { tenantId, userId }
}

const idsAfter = (prefix: string, name: string, ids: RegExp): number[] =>
  name.startsWith(prefix) ? (ids.exec(name.slice(prefix.length)) ?? []).slice(1).map(Number) : []

export const isSameScope = (a: Scope, b: Scope): boolean => a.tenantId === b.tenantId && a.userId === b.userId
