// A queue of a season without signal (docs/offline.md row 31).
import type { Page } from 'playwright'
import { expect, openApp, saveOffline, test } from './harness/fixtures.ts'

/** Copies the one waiting entry on disk until there are `count`; entering them would take minutes. */
const fillUpTo = (page: Page, count: number) =>
  page.evaluate(async (wanted) => {
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await resultOf(indexedDB.open('wheelbook-outbox:3:7'))
    const stores = db.transaction(['ops', 'meta'], 'readwrite')
    const [ops, meta] = [stores.objectStore('ops'), stores.objectStore('meta')]
    const [first] = await resultOf(ops.getAll())
    for (let seq = 2; seq <= wanted; seq++) {
      const vehicleId = 1 + (seq % 50)
      const ids = { id: crypto.randomUUID(), entityId: crypto.randomUUID() }
      ops.put({ ...first, ...ids, seq, vehicleId, queue: `entry:${vehicleId}` })
    }
    meta.put({ k: 'seq', v: wanted })
    meta.put({ k: 'counters', v: { entries: wanted, files: 0, needsYou: 0, bytes: 0 } })
    await new Promise((resolve) => {
      stores.oncomplete = resolve
    })
    db.close()
  }, count)

test('starts within 1.5 s with 10,000 entries waiting, stays responsive, accepts entries and no more files [31]', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server, 'idle')
  await saveOffline(page, server, 1)
  await fillUpTo(page, 10_000)
  await page.close()

  server.set({ latencyMs: 20 })
  const again = await context.newPage()
  await again.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(globalThis, { longTasks: tasks })
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) tasks.push(task.duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  await again.goto(`${server.origin}/?no-worker`)
  const bootMs = await again.evaluate(async () => {
    while ((await window.harness?.status())?.waiting === undefined)
      await new Promise((resolve) => setTimeout(resolve, 5))
    return performance.now()
  })
  expect(bootMs).toBeLessThan(1_500)

  await expect.poll(() => server.world.effects(), { timeout: 30_000 }).toBeGreaterThan(100)
  const result = await again.evaluate(async () => {
    const startedAt = performance.now()
    const entry = await window.harness?.save({})
    const savedMs = performance.now() - startedAt
    return {
      entry: entry?.outcome,
      savedMs,
      file: (await window.harness?.save({ fileSizes: [1_000] }))?.outcome,
    }
  })
  expect(result).toMatchObject({ entry: 'saved', file: 'QuotaExceeded' })
  expect(result.savedMs).toBeLessThan(1_000)
  const longest = await again.evaluate(() =>
    Math.max(0, ...(globalThis as never as { longTasks: number[] }).longTasks),
  )
  console.log(
    `10,000 waiting: ready after ${Math.round(bootMs)} ms, longest task ${Math.round(longest)} ms, saved in ${Math.round(result.savedMs)} ms`,
  )
  expect(longest).toBeLessThan(500)
})
