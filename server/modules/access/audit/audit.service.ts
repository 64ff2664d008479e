import type { AuditEntry } from '#contract/access/audit.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import {
  inCompanyAudit,
  inFleetAudit,
  insertAudit,
  insertPasswordAudit,
  readAudit,
} from './audit.repository.ts'

/** Adds an entry to the audit log, in the transaction of the action. Entries are never changed. */
export const recordAudit = insertAudit

/** Adds an entry about a user who set their own password. Users without a fleet have no audit log. */
export const recordPasswordAudit = insertPasswordAudit

/**
 * Returns entries of the actor's fleet, or with `fmc` of their management company, newest first; `next_cursor` null: the
 * last page.
 */
export async function listAudit(
  db: Queryable,
  actor: Actor,
  query: { user_id?: number | undefined; fmc: boolean; cursor?: number | undefined; per_page: number },
): Promise<{ changes: AuditEntry[]; next_cursor: number | null }> {
  const { user_id: userId, fmc, cursor, per_page } = query
  const where = fmc ? inCompanyAudit(actor.userId) : inFleetAudit(actor.fleet.id)
  const found = await readAudit(db, where, { userId, cursor, limit: per_page + 1 })
  const changes = found.slice(0, per_page)
  return { changes, next_cursor: found.length > per_page ? (changes.at(-1)?.id ?? null) : null }
}
