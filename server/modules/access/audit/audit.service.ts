import type { AuditEntry } from '#contract/access/audit.ts'
import type { Actor } from '#server/actor.ts'
import type { Database } from '#server/db/database.ts'
import {
  inCompanyAudit,
  inFleetAudit,
  insertAudit,
  insertPasswordAudit,
  readAudit,
} from './audit.repository.ts'

/** The audit log. Entries are added in the transaction of the action, and never changed. */
export function auditService({ db }: { db: Database }) {
  return {
    note: insertAudit,
    notePassword: insertPasswordAudit,

    /**
     * Entries of the actor's fleet, or with `fmc` of their management company, newest first; `next_cursor` null: the
     * last page.
     */
    async list(
      actor: Actor,
      query: { user_id?: number | undefined; fmc: boolean; cursor?: number | undefined; per_page: number },
    ): Promise<{ changes: AuditEntry[]; next_cursor: number | null }> {
      const { user_id: userId, fmc, cursor, per_page } = query
      const where = fmc ? inCompanyAudit(actor.userId) : inFleetAudit(actor.fleet.id)
      const found = await readAudit(db, where, { userId, cursor, limit: per_page + 1 })
      const changes = found.slice(0, per_page)
      return { changes, next_cursor: found.length > per_page ? (changes.at(-1)?.id ?? null) : null }
    },
  }
}
export type AuditService = ReturnType<typeof auditService>
