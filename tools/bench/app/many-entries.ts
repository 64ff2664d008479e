import type { Page } from 'playwright'
import type { StagedFleet } from './stage.ts'

/**
 * Multiplies the waiting entries to this total in seconds instead of minutes: copies the rows of the entered ones with
 * new ids and numbers, and updates the counters.
 */
export function multiplyEntries(page: Page, fleet: StagedFleet, total: number): Promise<number> {
  const name = `wheelbook-outbox:${fleet.id}:${fleet.owner.id}`
  return page.evaluate(multiplyInPage, { name, total })
}

async function multiplyInPage({ name, total }: { name: string; total: number }): Promise<number> {
  type Row = { id: string; entityId: string; seq: number }
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(indexedDB.open(name))
  const rows: Row[] = await done(db.transaction('ops').objectStore('ops').getAll())
  const last = Math.max(...rows.map(({ seq }) => seq))
  const transaction = db.transaction(['ops', 'meta'], 'readwrite')
  const [ops, meta] = [transaction.objectStore('ops'), transaction.objectStore('meta')]
  const counters = await done(meta.get('counters'))
  const added = total - rows.length
  for (let nth = 0; nth < added; nth++) {
    const ids = { id: crypto.randomUUID(), entityId: crypto.randomUUID(), seq: last + 1 + nth }
    ops.add({ ...rows[nth % rows.length], ...ids })
  }
  meta.put({ k: 'counters', v: { ...counters.v, entries: counters.v.entries + added } })
  meta.put({ k: 'seq', v: last + added })
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve
    transaction.onerror = reject
  })
  const waiting = await done(db.transaction('ops').objectStore('ops').count())
  db.close()
  return waiting
}
