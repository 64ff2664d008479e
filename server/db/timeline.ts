import type { Database } from './database.ts'
import { sql } from './sql.ts'

/**
 * Starts a new epoch when PostgreSQL has started a new timeline: a replica was promoted, or a point in time was restored.
 * Either may lack the last commits, so devices compare their receipts (decision 10). Returns whether it did. Does nothing on
 * a database that hides its timeline.
 */
export async function followTimeline(db: Database): Promise<boolean> {
  const [now] = await db
    .query<{ timeline: string }>(sql`
      select timeline from (
        select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline where not pg_is_in_recovery()) now
      where timeline is distinct from (select timeline from server_meta)`)
    .catch(() => [])
  if (!now) return false
  const [changed] = await db.query<{ isNew: boolean }>(sql`
    with before as (select timeline from server_meta for update)
    update server_meta m set timeline = ${now.timeline},
      epoch = case when before.timeline is null then m.epoch else gen_random_uuid() end
    from before where before.timeline is distinct from ${now.timeline}
    returning before.timeline is not null as "isNew"`)
  return changed?.isNew ?? false
}
