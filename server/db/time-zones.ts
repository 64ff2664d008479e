import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

/** Cache of known names, because reading them takes a tenth of a second. */
const known = new Set<string>()

/**
 * Returns whether PostgreSQL knows a time zone by this name. Its list may be older than that of Node, and a statement with
 * an unknown name fails for all fleets.
 */
export async function isKnownTimeZone(db: Queryable, name: string): Promise<boolean> {
  if (known.has(name)) return true
  const found = await db.query(sql`select from pg_timezone_names where lower(name) = lower(${name})`)
  if (found.length > 0) known.add(name)
  return found.length > 0
}
