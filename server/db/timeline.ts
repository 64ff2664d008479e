import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

/** Logged when a new epoch starts. */
export const NEW_EPOCH =
  'The database was restored, or a replica was promoted: devices check which of their entries it lacks'

/**
 * Starts a new epoch when PostgreSQL has started a new timeline (a replica was promoted, or a point in time was restored), or
 * when the database is a copy made with pg_dump. Each may lack the last commits, so devices compare their receipts
 * (decision 10), and lost numbers are not given again (decision 126). Returns whether it did. New connections do the same
 * (`openDatabase`); this covers databases behind a connection pooler. Does nothing on a database that hides its timeline.
 */
export async function followTimeline(db: Queryable): Promise<boolean> {
  const [noticed] = await db.query<{ is_new: boolean }>(sql`select notice_restore() as is_new`)
  return noticed?.is_new ?? false
}
