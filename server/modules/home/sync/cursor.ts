import { createHash } from 'node:crypto'

/** A place in the order of commits: everything before it has been delivered. */
export interface Position {
  /** Transaction id, decimal: PostgreSQL's xid8. */
  xid: string
  type: string
  entityId: string
}

export interface Cursor extends Position {
  /** Hash of what the cursor is good for: server, fleet, user, what the user may see. */
  scopeHash: string
  /** Hash of the service catalogue that the device has. */
  catalog: string
  /** Deletions before this transaction are of no interest: the device began with nothing then. */
  sinceXid: string
}

/** Short hash of parts that must all stay as they are. */
export function shortHash(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12)
}

/** Opaque text of a cursor, under 200 characters. */
export function encodeCursor({ scopeHash, catalog, xid, type, entityId, sinceXid }: Cursor): string {
  return Buffer.from([scopeHash, catalog, sinceXid, xid, type, entityId].join('|')).toString('base64url')
}

/** The cursor that a text stands for; undefined where it is none. */
export function decodeCursor(text: string): Cursor | undefined {
  const decoded = Buffer.from(text, 'base64url').toString('latin1')
  const [, scopeHash = '', catalog = '', sinceXid = '', xid = '', type = '', entityId = ''] =
    /^([\w-]{12})\|([\w-]{12})\|(\d{1,18})\|(\d{1,18})\|([a-z_]{0,20})\|([\w:@-]{0,64})$/.exec(decoded) ?? []
  return scopeHash === '' ? undefined : { scopeHash, catalog, sinceXid, xid, type, entityId }
}
