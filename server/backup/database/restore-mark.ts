import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/**
 * Marks a database as restored, in the transaction of the restore. A backup older than the migration that creates the column
 * lacks it.
 */
export const MARK_AS_RESTORED = `
  alter table server_meta add column if not exists restored_at timestamptz;
  update server_meta set restored_at = now()`

/**
 * Returns when a backup was restored into this database. Null: never, or it was confirmed. Also works before the first
 * migration.
 */
export async function unconfirmedRestoreOf(db: Queryable): Promise<string | null> {
  const [found] = await db.query<{ name: string | null }>(
    sql`select to_regclass('server_meta')::text as name`,
  )
  if (!found?.name) return null
  // Selected as JSON because the column does not exist before its migration.
  const [meta] = await db.query<{ at: string | null }>(
    sql`select to_jsonb(m) ->> 'restored_at' as at from server_meta m`,
  )
  return meta?.at ?? null
}

/** Records that this database replaces production. Returns whether there was an unconfirmed restore. */
export async function confirmRestore(db: Queryable): Promise<boolean> {
  const confirmed = await db.query(
    sql`update server_meta set restored_at = null where restored_at is not null returning 1`,
  )
  return confirmed.length > 0
}
