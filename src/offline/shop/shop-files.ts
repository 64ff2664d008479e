import { fileIdOf } from '#src/offline/model/op-row.ts'
import { readableOps } from '#src/offline/queue/existing.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import type { Store } from '#src/offline/storage/store.ts'
import { readOrder, readShopMeta } from './shop-meta.ts'

/** How long opening waits for another page of the order that is deleting files. */
const WAIT_MS = 2_000

/**
 * Registers a page of the order until it is released. Runs `whenAlone` before, if no other page of the order is open:
 * then no form is about to include a file that it has just stored. Without Web Locks it never runs.
 */
export async function claimShopPage(orderId: number, whenAlone: () => Promise<void>): Promise<() => void> {
  const locks = globalThis.navigator?.locks as LockManager | undefined
  if (!locks) return () => {}
  const name = `wheelbook-shop-page:${orderId}`
  await locks
    .request(name, { ifAvailable: true }, (lock) => (lock ? whenAlone() : undefined))
    .catch((error: unknown) => console.error('Unused files could not be deleted', error))
  return new Promise((opened) => {
    const options: LockOptions = { mode: 'shared', signal: AbortSignal.timeout(WAIT_MS) }
    locks
      .request(name, options, () => new Promise<void>((end) => opened(() => end())))
      .catch(() => opened(() => {}))
  })
}

/** The drafts of an order's unsaved forms, in any tab. */
export interface FormDrafts {
  /** Restores drafts that a killed browser has lost. Returns whether `include` sees all of them. */
  restore(): Promise<boolean>
  include(fileId: string): boolean
}

/**
 * Returns a test whether a form of the order may still show a file. No form is shown again for a canceled order. Within
 * `Store.write`.
 */
export async function formFileTest(
  db: OutboxDb,
  drafts: Pick<FormDrafts, 'include'>,
): Promise<(fileId: string) => boolean> {
  const order = await readOrder(db)
  if (order?.status === 'cancel') return () => false
  const earlyDraft = JSON.stringify((await readShopMeta(db, 'draft')) ?? '')
  return (fileId) => drafts.include(fileId) || earlyDraft.includes(fileId)
}

/**
 * Deletes files that neither an entry nor a form includes: of photos removed from a form, or forms given up. Deletes none
 * if the drafts of the forms cannot be read.
 */
export async function deleteUnusedFiles(store: Store, drafts: FormDrafts): Promise<void> {
  if (!(await drafts.restore())) return
  const { db } = store
  await store.write(async () => {
    const ids = await db.files.toCollection().primaryKeys()
    if (ids.length === 0) return
    const rows = await db.ops.toArray()
    // A row that this build cannot read may be the operation of any file.
    if (readableOps(rows).length < rows.length) return
    const isInForm = await formFileTest(db, drafts)
    const inQueue = new Set(readableOps(rows).map(fileIdOf))
    await db.files.bulkDelete(ids.filter((id) => !inQueue.has(id) && !isInForm(id)))
  })
}
