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
 * One durable transaction: the entries and their files, with the trace by which a save with a lost result is found.
 * @throws FilesGone if neither this device nor the server has one of the files; otherwise the file would be missing
 * without notice
 */
export async function storeEntries(
  store: Store,
  orderId: number,
  entries: readonly EnteredFields[],
  trace: SaveTrace,
): Promise<Saved> {
  const { db, scope } = store
  const enteredAt = deviceClock.now()
  const entityId = orderEntityId(orderId)
  const files = entries.flatMap((entry) => entry.files)
  const work = () =>
    store.write(async () => {
      trace.hasBegun = true
      const rows = new Map((await db.files.bulkGet(files.map(({ id }) => id))).map((row) => [row?.id, row]))
      const order = await readOrder(db)
      const gone = files.filter(({ id }) => !rows.has(id) && !hasFile(order, id))
      if (gone.length > 0) throw new FilesGone(gone.map(({ id }) => id))
      await changeQueue(db, await readEntities(db, [entityId]), (queue) => {
        for (const entry of entries) {
          const stored = entry.files.flatMap(({ id, opId }) => {
            const row = rows.get(id)
            return row ? [{ opId, row }] : []
          })
          planShopEntry(queue, { ...entry, files: stored, orderId, scope, appVersion: '', enteredAt })
          note(queue, `entered ${entry.kind}`, entry.id, trace.id)
        }
      })
      if (entries.some(({ kind }) => kind === 'estimate')) await db.meta.delete('draft')
      return { opId: entries[0]?.id ?? '', entityId }
    })
  return work().catch((error: unknown) => {
    throw toStorageBlocked(error)
  })
}
