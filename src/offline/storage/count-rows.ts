import { countsOf, type QueueCounts, readOp, ZERO_COUNTS } from '#src/offline/model/op-row.ts'
import type { OutboxDb } from './outbox-db.ts'

export const COUNT_KEYS = Object.keys(ZERO_COUNTS) as (keyof QueueCounts)[]

/** Counts the rows of the outbox one by one. */
export async function countRows(db: OutboxDb): Promise<QueueCounts> {
  const sum = { ...ZERO_COUNTS }
  await db.ops.each((row) => {
    const weight = countsOf(readOp(row) ?? { kind: 'unknown', state: 'damaged', bytes: 0 })
    for (const key of COUNT_KEYS) sum[key] += weight[key]
  })
  return sum
}
