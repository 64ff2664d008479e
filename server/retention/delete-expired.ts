import type { Queryable } from '#server/db/database.ts'
import { sql, tableNamed } from '#server/db/sql.ts'
import { RETENTION } from './retention.ts'

/** Rows per statement: a backlog of a month must not hold locks, or reach the time limit of a statement. */
const BATCH = 5000

/** Deletes expired rows, in batches that each commit. */
export async function deleteExpiredRows(db: Queryable, batch = BATCH): Promise<void> {
  for (const [table, { expired }] of Object.entries(RETENTION)) {
    if (!expired) continue
    const from = tableNamed(table)
    for (let count = batch; count === batch; ) {
      const rows = await db.query(sql`
        delete from ${from} where ctid = any (array(select ctid from ${from} where ${expired} limit ${batch}))
        returning 1 as gone`)
      count = rows.length
    }
  }
}
