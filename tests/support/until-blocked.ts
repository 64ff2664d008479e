import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Waits until a statement on this database is blocked by another transaction's lock. */
export async function untilBlocked(db: Queryable): Promise<void> {
  for (;;) {
    const waiting = await db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (waiting.length > 0) return
    await sleep(10)
  }
}
