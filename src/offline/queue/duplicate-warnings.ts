import * as z from 'zod/mini'
import { PossibleDuplicate } from '#contract/maintenance/history-record.ts'
import type { DuplicateWarning } from '#src/offline/model/api/outbox-api.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import { readMeta, writeMeta } from '#src/offline/storage/meta.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { RECEIPT_RETENTION_MS } from '#src/offline/storage/outbox-db.ts'

const DuplicatesResponse = z.object({ possibleDuplicates: z.array(PossibleDuplicate) })

/** Records the possible duplicates that the response to a create lists, if any. Within `Store.write`. */
export async function recordDuplicateWarning(
  db: OutboxDb,
  op: Pick<OpRow, 'id' | 'kind' | 'entityId'>,
  body: unknown,
  now: number,
): Promise<void> {
  if (op.kind !== 'history.create') return
  const others = z.safeParse(DuplicatesResponse, body).data?.possibleDuplicates ?? []
  if (others.length === 0) return
  const known = await readMeta(db, 'sameJobs')
  const fresh = known.filter((job) => job.opId !== op.id && now - job.arrivedAt < RECEIPT_RETENTION_MS)
  const job = { opId: op.id, entityId: op.entityId, arrivedAt: now, others }
  await writeMeta(db, 'sameJobs', [...fresh, job])
}

/** Warnings that the user has not decided on, oldest first. Entries deleted on this device since are left out. */
export async function openDuplicateWarnings(db: OutboxDb, now: number): Promise<DuplicateWarning[]> {
  const jobs = (await readMeta(db, 'sameJobs')).filter((job) => now - job.arrivedAt < RECEIPT_RETENTION_MS)
  if (jobs.length === 0) return []
  const ids = jobs.flatMap((job) => [job.entityId, ...job.others.map((other) => other.id)])
  const isDelete = ({ kind }: { kind: string }) => kind === 'history.delete'
  const [going, gone] = await Promise.all([
    db.ops.where('entityId').anyOf(ids).filter(isDelete).toArray(),
    db.receipts.where('entityId').anyOf(ids).filter(isDelete).toArray(),
  ])
  const deleted = new Set([...going, ...gone].map(({ entityId }) => entityId))
  return jobs.flatMap((job) => {
    const others = job.others.filter((other) => !deleted.has(other.id))
    return others.length > 0 && !deleted.has(job.entityId) ? [{ ...job, others }] : []
  })
}

/** Removes the warning of an entry, because the user keeps both. Within `Store.write`. */
export async function dismissDuplicateWarning(db: OutboxDb, opId: string): Promise<void> {
  const jobs = await readMeta(db, 'sameJobs')
  await writeMeta(
    db,
    'sameJobs',
    jobs.filter((job) => job.opId !== opId),
  )
}
