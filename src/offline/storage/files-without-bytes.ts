import { fileIdOf, isFileOp, type OpRow } from '#src/offline/model/op-row.ts'
import type { OutboxDb } from './outbox-db.ts'

/** Problem code of a file that the server lost, until its bytes are in the queue. */
export const WITHOUT_BYTES = 'file_needs_space'

export const isWithoutBytes = (op: Pick<OpRow, 'kind' | 'state' | 'trouble'>): boolean =>
  isFileOp(op) && op.state === 'damaged' && op.trouble?.code === WITHOUT_BYTES

/** Operations of such files. Some may be rows that this build cannot read. */
export const filesWithoutBytes = async (db: OutboxDb): Promise<OpRow[]> =>
  (await db.ops.where('state').equals('damaged').toArray()).filter(isWithoutBytes)

/** Ids of files whose only copy may be in the cache: the server lost them, and they are not in the queue yet. */
export const readFilesWithoutBytes = async (db: OutboxDb): Promise<ReadonlySet<string>> =>
  new Set((await filesWithoutBytes(db)).flatMap((op) => fileIdOf(op) ?? []))
