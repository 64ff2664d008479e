import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { deviceClock } from '#src/offline/model/clock.ts'
import { FilesGone } from '#src/offline/model/errors.ts'
import { orderEntityId } from '#src/offline/model/ids.ts'
import type { SaveTrace } from '#src/offline/queue/enqueue/save-trace.ts'
import { readEntities } from '#src/offline/queue/existing.ts'
import { changeQueue, note } from '#src/offline/queue/working-queue.ts'
import { toStorageBlocked } from '#src/offline/storage/storage-errors.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { planShopEntry } from './plan-shop-entry.ts'
import { hasFile, readOrder } from './shop-meta.ts'
import type { ShopKind } from './shop-op.ts'

/** An entry as the form passes it on, with new ids. */
export interface EnteredFields {
  id: string
  kind: ShopKind
  body: Record<string, unknown>
  files: readonly { id: string; opId: string }[]
}

/**
 * One durable transaction: the entry and its files, with the trace by which a save with a lost result is found.
 * @throws FilesGone if neither this device nor the server has one of its files; otherwise the file would be missing
 * without notice
 */
export async function storeEntry(
  store: Store,
  orderId: number,
  entry: EnteredFields,
  trace: SaveTrace,
): Promise<Saved> {
  const { db, scope } = store
  const { id, kind, files } = entry
  const enteredAt = deviceClock.now()
  const work = () =>
    store.write(async () => {
      trace.hasBegun = true
      const rows = await db.files.bulkGet(files.map((file) => file.id))
      const order = await readOrder(db)
      const gone = files.filter(({ id: fileId }, n) => !rows[n] && !hasFile(order, fileId))
      if (gone.length > 0) throw new FilesGone(gone.map((file) => file.id))
      const stored = files.flatMap(({ opId }, n) => (rows[n] ? [{ opId, row: rows[n] }] : []))
      await changeQueue(db, await readEntities(db, [orderEntityId(orderId)]), (queue) => {
        planShopEntry(queue, { ...entry, files: stored, orderId, scope, appVersion: '', enteredAt })
        note(queue, `entered ${kind}`, id, trace.id)
      })
      if (kind === 'estimate') await db.meta.delete('draft')
      return { opId: id, entityId: orderEntityId(orderId) }
    })
  return work().catch((error: unknown) => {
    throw toStorageBlocked(error)
  })
}
