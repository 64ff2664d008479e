import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/**
 * Returns a function that reads for how long, in seconds, the oldest open transaction that has written anything has been open.
 * Returns 0 without one, and while no later transaction has ended. Phones receive no change that was made since it began,
 * whichever database of the PostgreSQL server it writes to. Other roles' transactions are hidden in `pg_stat_activity`, so the
 * time counts from the first reading that saw it.
 */
export function openTransactionReader(db: Pick<Database, 'query'>, nowMs = () => performance.now()) {
  let oldest: string | null = null
  let seenAtMs = 0

  return async (): Promise<number> => {
    const [row] = await db.query<{ oldest: string | null }>(sql`
      select nullif(pg_snapshot_xmin(s), pg_snapshot_xmax(s))::text as oldest from pg_current_snapshot() s`)
    const now = nowMs()
    const current = row?.oldest ?? null
    if (current === null || current !== oldest) seenAtMs = now
    oldest = current
    return (now - seenAtMs) / 1000
  }
}
