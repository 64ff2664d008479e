import { NO_WEIGHT, readOp, type Weight, weightOf } from '#src/offline/model/op-row.ts'
import type { OutboxDb } from './outbox-db.ts'

export const WEIGHTS = Object.keys(NO_WEIGHT) as (keyof Weight)[]

/** Counts what is in the outbox, row by row. */
export async function weigh(db: OutboxDb): Promise<Weight> {
  const sum = { ...NO_WEIGHT }
  await db.ops.each((row) => {
    const weight = weightOf(readOp(row) ?? { kind: 'unknown', state: 'damaged', bytes: 0 })
    for (const key of WEIGHTS) sum[key] += weight[key]
  })
  return sum
}
