import { createHash } from 'node:crypto'

/** A position in commit order: everything before it was delivered. */
export interface Position {
  /** Transaction id, decimal: PostgreSQL's xid8. */
  xid: string
  type: string
  entityId: string
}

export interface Cursor extends Position {
  /** Hash of the conditions that the cursor depends on: server, fleet, user, visible vehicles. */
  scopeHash: string
  /** Hash of the service catalog that the device has. */
  catalog: string
  /** Deletions before this transaction are skipped, because the device was empty then. */
  sinceXid: string
}

/** Cursor position during an initial sync; no transaction has this id. */
export const FIRST_PULL = '0'

/** Describes a page of an initial sync. Null: changes since an earlier pull, or no cursor of this server. */
export function firstPullOf(cursor: string | undefined): { completedBefore: bigint } | null {
  if (cursor === undefined) return { completedBefore: 0n }
  const { xid, sinceXid } = decodeCursor(cursor) ?? {}
  return xid === FIRST_PULL && sinceXid ? { completedBefore: BigInt(sinceXid) } : null
}

/** Short hash of values that must not change. */
export function shortHash(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12)
}

/** Encodes a cursor as opaque text under 200 characters. */
export function encodeCursor({ scopeHash, catalog, xid, type, entityId, sinceXid }: Cursor): string {
  return Buffer.from([scopeHash, catalog, sinceXid, xid, type, entityId].join('|')).toString('base64url')
}

/** Decodes a cursor; undefined if the text is not one. */
export function decodeCursor(text: string): Cursor | undefined {
  const decoded = Buffer.from(text, 'base64url').toString('latin1')
  const [, scopeHash = '', catalog = '', sinceXid = '', xid = '', type = '', entityId = ''] =
    /^([\w-]{12})\|([\w-]{12})\|(\d{1,18})\|(\d{1,18})\|([a-z_]{0,20})\|([\w:@-]{0,64})$/.exec(decoded) ?? []
  return scopeHash === '' ? undefined : { scopeHash, catalog, sinceXid, xid, type, entityId }
}
