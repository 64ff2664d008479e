import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/**
 * Waits until no older transaction is open in the cluster, including those of other test files, because a pull returns
 * changes only then (decision 4).
 */
export async function settled(db: Database): Promise<void> {
  for (const end = Date.now() + 25_000; Date.now() < end; await sleep(10)) {
    const [row] = await db.query<{ isSettled: boolean }>(sql`
      select coalesce(max(xid) < pg_snapshot_xmin(pg_current_snapshot()), true) as "isSettled" from sync_changes`)
    if (row?.isSettled) return
  }
  throw new Error('Some transaction stays open.')
}
