import { LOCKS } from '#server/db/advisory-locks.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { DELIVERY_DAYS } from '#server/limits.ts'
import type { Jobs } from './jobs.ts'

/**
 * Enqueues emails and text messages that have neither been sent nor have a job. Backups leave the job queue out, so these
 * are the ones that waited when the backup was made. Older messages than the retries take have failed for good. Returns how
 * many. Idempotent.
 */
export function enqueueUnsent(db: Database, jobs: Jobs): Promise<number> {
  return db.system(async (tx) => {
    // Two servers that start together enqueue a message once.
    await tx.query(sql`select pg_advisory_xact_lock(${LOCKS.migration})`)
    const unsent = await tx.query<{ name: 'mail' | 'text'; id: string }>(sql`
      with messages as (
        select 'mail' as name, id, created_at from mails where sent_at is null and refused_at is null
        union all
        select 'text', id, created_at from text_messages where sent_at is null and refused_at is null)
      select m.name, m.id from messages m
      where m.created_at > now() - make_interval(days => ${DELIVERY_DAYS})
        and not exists (select from jobs.job j where j.name = m.name and j.data ->> 'id' = m.id::text)
      order by m.created_at`)
    for (const { name, id } of unsent) await jobs.enqueue(tx, name, { id })
    return unsent.length
  })
}
