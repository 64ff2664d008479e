import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Waits until statements on this database are blocked by locks of other transactions. */
export async function untilBlocked(db: Queryable, count = 1): Promise<void> {
  for (;;) {
    const waiting = await db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (waiting.length >= count) return
    await sleep(10)
  }
}
