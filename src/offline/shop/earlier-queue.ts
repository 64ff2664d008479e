import Dexie, { type EntityTable } from 'dexie'
import { orderEntityId } from '#src/offline/model/ids.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import { newOp } from '#src/offline/queue/enqueue/new-op.ts'
import { readEntities } from '#src/offline/queue/existing.ts'
import { addOrHold, changeQueue, nextSeq, type WorkingQueue } from '#src/offline/queue/working-queue.ts'
import type { FileRow, MetaRow } from '#src/offline/storage/outbox-db.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { opKindOf, type ShopKind, toShopPayload } from './shop-op.ts'

/** An entry or a file in the database `wheelbook-shop:<order>`, the queue of builds before November 2026. */
interface EarlierOp {
  seq: number
  id: string
  kind: ShopKind | 'file'
  /** For a file: its id. */
  body: Record<string, unknown>
  parentId: string | null
  enteredAt: number
  attempts: number
  refused: { code: string } | null
}

type EarlierDb = Dexie & {
  ops: EntityTable<EarlierOp, 'seq'>
  files: EntityTable<FileRow, 'id'>
  meta: EntityTable<MetaRow, 'k'>
}

/**
 * Moves what an earlier build stored to the outbox of the order, under the same keys. Removes a row there only
 * after it is on disk here, so that a kill in between moves it again. The empty database stays, because a tab of the
 * earlier build may still write to it.
 */
export async function takeOverEarlierQueue(store: Store, orderId: number): Promise<void> {
  const name = `wheelbook-shop:${orderId}`
  if (!(await Dexie.exists(name))) return
  const earlier = new Dexie(name, { chromeTransactionDurability: 'strict' }) as EarlierDb
  earlier.version(1).stores({ ops: '++seq, id, parentId', files: 'id', meta: 'k' })
  try {
    const [ops, files, meta] = await earlier.transaction(
      'r',
      [earlier.ops, earlier.files, earlier.meta],
      async () =>
        Promise.all([earlier.ops.orderBy('seq').toArray(), earlier.files.toArray(), earlier.meta.toArray()]),
    )
    if (ops.length + files.length + meta.length === 0) return
    await store.write(() => storeEarlier(store, orderId, { ops, files, meta }))
    await earlier.transaction('rw', [earlier.ops, earlier.files, earlier.meta], async () => {
      await earlier.ops.bulkDelete(ops.map(({ seq }) => seq))
      await earlier.files.bulkDelete(files.map(({ id }) => id))
      await earlier.meta.bulkDelete(meta.map(({ k }) => k))
    })
  } finally {
    earlier.close()
  }
}

interface EarlierRows {
  ops: readonly EarlierOp[]
  files: readonly FileRow[]
  meta: readonly MetaRow[]
}

/** Adds what is not here yet. Within `Store.write`. */
async function storeEarlier(store: Store, orderId: number, { ops, files, meta }: EarlierRows): Promise<void> {
  const { db } = store
  for (const file of files) if (!(await db.files.get(file.id))) await db.files.put(file)
  for (const row of meta)
    if (['order', 'services', 'draft'].includes(row.k) && !(await db.meta.get(row.k))) await db.meta.put(row)
  await changeQueue(db, await readEntities(db, [orderEntityId(orderId)]), (queue) => {
    const known = new Set([...queue.ops.keys(), ...queue.existing.receipts.map(({ id }) => id)])
    for (const op of ops)
      if (!known.has(op.id)) addOrHold(queue, earlierOp(queue, store, { orderId, op, ops, files }))
  })
}

function earlierOp(
  queue: WorkingQueue,
  { scope }: Store,
  { orderId, op, ops, files }: Omit<EarlierRows, 'meta'> & { orderId: number; op: EarlierOp },
): OpRow {
  const { id, kind, body, enteredAt, attempts, refused } = op
  const file = kind === 'file' ? files.find((row) => row.id === body.fileId) : undefined
  const payload =
    kind === 'file'
      ? {
          fileId: body.fileId,
          target: `shop_links/${orderId}/documents`,
          type: file?.type ?? '',
          size: file?.size ?? 0,
          sha256: file?.sha256 ?? '',
        }
      : toShopPayload(orderId, body, enteredAt)
  const isParentHere = ops.some((other) => other.id === op.parentId)
  return {
    ...newOp(
      { scope, appVersion: '' },
      {
        id,
        seq: nextSeq(queue),
        entityId: orderEntityId(orderId),
        vehicleId: 0,
        payload,
        kind: kind === 'file' ? 'file.put' : opKindOf(kind),
        parentId: op.parentId,
        dependsOn: isParentHere && op.parentId !== null ? [op.parentId] : [],
        bytes: file?.size ?? 0,
        occurredAt: enteredAt,
      },
    ),
    attempts,
    // Every attempt under one key sends the same content.
    firstAttemptAt: attempts > 0 ? enteredAt : null,
    ...(refused && {
      state: 'rejected' as const,
      trouble: { class: 'rejected' as const, status: 0, code: refused.code, at: enteredAt },
    }),
  }
}
