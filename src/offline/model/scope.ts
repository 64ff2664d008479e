/** The owner of an outbox and a cache: one pair of databases per fleet and user (OFF-046, ruling 25). */
export interface Scope {
  /** The fleet of the session. */
  tenantId: number
  userId: number
}

const OUTBOX_PREFIX = 'wheelbook-outbox:'
const CACHE_PREFIX = 'wheelbook-cache:'

/** Name of the outbox database: everything that the server has not acknowledged. Never deleted by code. */
export const outboxName = (scope: Scope): string => `${OUTBOX_PREFIX}${scope.tenantId}:${scope.userId}`

/** Name of the cache database: copies of server rows. It may be dropped and rebuilt at any time. */
export const cacheName = (scope: Scope): string => `${CACHE_PREFIX}${scope.tenantId}:${scope.userId}`

/** Name of the Web Lock that the sending tab or worker holds for one run. */
export const lockName = (scope: Scope): string => `wheelbook-sender:${scope.tenantId}:${scope.userId}`

/** Header value by which the server refuses an entry sent under another session than its author's. */
export const scopeHeader = (scope: Scope): string => `${scope.tenantId}:${scope.userId}`

/** Returns the scope of an outbox database; null if the name belongs to another database. */
export function scopeOfOutbox(databaseName: string): Scope | null {
  const match = /^wheelbook-outbox:(\d+):(\d+)$/.exec(databaseName)
  return match ? { tenantId: Number(match[1]), userId: Number(match[2]) } : null
}

export const isSameScope = (a: Scope, b: Scope): boolean => a.tenantId === b.tenantId && a.userId === b.userId
