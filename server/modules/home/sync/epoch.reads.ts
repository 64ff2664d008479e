import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Returns the epoch. It changes when the database is restored from a backup, so that devices resend what it lacks. */
export async function readEpoch(db: Queryable): Promise<string> {
  const [meta] = await db.query<{ epoch: string }>(sql`select epoch from server_meta`)
  return meta?.epoch ?? ''
}
