import type { Page } from 'playwright'
import type { OpenApp } from '../device.ts'
import type { StagedFleet } from '../stage.ts'

/** Path of an empty document of the same origin, past the service worker. */
const EMPTY_PATH = '/api/bench'
const POLL_MS = 200
const SYNC = '**/api/v4/sync?*'

/** Keeps the app from pulling its local copies, until `fillCopies`. */
export const withoutSync = ({ context }: OpenApp) => context.route(SYNC, (route) => route.abort())

/**
 * Fills the local copies of a signed-in device with all rows of a fleet. The app takes several times as long for a first
 * sync of 250,000 rows, because its screens read the copies again after each page. `untilCached` proves that none is missing.
 */
export async function fillCopies({ context, page }: OpenApp, url: string, fleet: StagedFleet): Promise<void> {
  const scope = `${fleet.id}:${fleet.owner.id}`
  const name = `wheelbook-cache:${scope}`
  // The app creates the tables, with its schema.
  while (!(await page.evaluate(isCreated, name))) await page.waitForTimeout(POLL_MS)
  await context.route(`**${EMPTY_PATH}`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(`${url}${EMPTY_PATH}`)
  await context.unroute(SYNC)
  await fill(page, { name, scope })
}

const isCreated = async (name: string) =>
  (await indexedDB.databases()).some((database) => database.name === name)

const fill = (page: Page, of: { name: string; scope: string }) =>
  page.evaluate(async ({ name, scope }) => {
    const tables: Record<string, string> = {
      vehicle: 'vehicles',
      interval: 'intervals',
      schedule: 'schedules',
      telematics: 'telematics',
      manual_history: 'histories',
      order_history: 'orders',
      service: 'services',
      favorite_shop: 'shops',
    }
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opened = indexedDB.open(name)
      opened.onsuccess = () => resolve(opened.result)
      opened.onerror = () => reject(opened.error)
    })
    const headers = { 'App-Name': 'bench', 'X-Wheelbook-Scope': scope }
    let cursor = ''
    for (let hasMore = true; hasMore; ) {
      const response = await fetch(`/api/v4/sync?limit=2000${cursor && `&cursor=${cursor}`}`, { headers })
      if (!response.ok) throw new Error(`Sync: ${response.status} ${await response.text()}`)
      const page: { changes: { type: string; data?: object }[]; next: string; hasMore: boolean } =
        await response.json()
      const transaction = db.transaction([...Object.values(tables), 'syncState'], 'readwrite')
      for (const { type, data } of page.changes) {
        const table = tables[type]
        if (table && data) transaction.objectStore(table).put(data)
      }
      const now = Date.now()
      const completedAt = page.hasMore ? null : now
      transaction.objectStore('syncState').put({
        scope: 'all',
        cursor: page.next,
        completedAt,
        storedAt: now,
        pulledAt: completedAt ?? undefined,
      })
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
      cursor = encodeURIComponent(page.next)
      hasMore = page.hasMore
    }
    db.close()
  }, of)
