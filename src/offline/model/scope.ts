/** Whose outbox and cache it is: one pair of databases per fleet and user (OFF-046, ruling 25). */
export interface Scope {
  /** The fleet that the session stands in. */
  tenantId: number
  userId: number
}

const OUTBOX_PREFIX = 'wheelbook-outbox:'
const CACHE_PREFIX = 'wheelbook-cache:'

/** Name of the database that holds what the server has not acknowledged. Never deleted by code. */
export const outboxName = (scope: Scope): string => `${OUTBOX_PREFIX}${scope.tenantId}:${scope.userId}`

/** Name of the database that holds copies of server rows; it may be dropped and filled again at any time. */
export const cacheName = (scope: Scope): string => `${CACHE_PREFIX}${scope.tenantId}:${scope.userId}`

/** Name of the Web Lock that the sending tab or worker holds for one run. */
export const lockName = (scope: Scope): string => `wheelbook-sender:${scope.tenantId}:${scope.userId}`

/** Value of the header by which the server refuses an entry that another session than its author's would send. */
export const scopeHeader = (scope: Scope): string => `${scope.tenantId}:${scope.userId}`

/** The scope of an outbox database, or null when the name is of something else. */
export function scopeOfOutbox(databaseName: string): Scope | null {
  const match = /^wheelbook-outbox:(\d+):(\d+)$/.exec(databaseName)
  return match ? { tenantId: Number(match[1]), userId: Number(match[2]) } : null
}

export const isSameScope = (a: Scope, b: Scope): boolean => a.tenantId === b.tenantId && a.userId === b.userId
