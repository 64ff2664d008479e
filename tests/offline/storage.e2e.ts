// What a browser does to storage: killed, full, without signal (docs/offline.md rows 6 and 9, OFF-003, OFF-004).
import { freshProfile } from '#tools/bench/outbox/chromium-profile.ts'
import { POLICY } from './harness/build.ts'
import { expect, expectAllDelivered, openApp, saveOffline, test, untilSent } from './harness/fixtures.ts'
import type { SaveResult } from './harness/page.ts'

/** Kills right after 'saved': a few each time, 200 for a release (docs/benchmarks.md#outbox-targets). */
const KILLS = Number(process.env.KILLS ?? 6)

test(`keeps every entry that was reported as saved when the browser is killed right after, ${KILLS} times [6]`, async ({
  server,
}) => {
  test.setTimeout(60_000 + KILLS * 6_000)
  const profile = freshProfile()
  const results: SaveResult[] = []
  server.set({ uplinkMs: [100, 200] })
  for (let i = 0; i < KILLS; i++) {
    const chromium = await profile.launch()
    const page = await openApp(chromium.context, server, 'no-worker')
    // While the previous one is in flight.
    for (let n = 0; n < 2; n++) {
      const saved = await page.evaluate(() => window.harness?.save({ fileSizes: [50_000] }))
      if (saved) results.push(saved)
    }
    await chromium.kill()
  }
  server.set({ uplinkMs: [0, 0] })
  const chromium = await profile.launch()
  const page = await openApp(chromium.context, server, 'no-worker')
  await untilSent(page, 60_000)
  await chromium.kill()
  profile.remove()
  expect(results.length).toBe(2 * KILLS)
  expectAllDelivered(server, results)
})

test('reports a full disk, keeps every entry it reported as saved, and sends it although nothing more fits, even after a kill [9]', async ({
  server,
}) => {
  // On a full disk Chromium needs seconds for each transaction.
  test.setTimeout(120_000)
  const profile = freshProfile()
  async function openOnSmallDisk() {
    const { context, kill } = await profile.launch()
    // Before the page opens, because Chromium caches for a while how much space there was.
    const blank = await context.newPage()
    await blank.goto(`${server.origin}/api-free.html`)
    const session = await context.newCDPSession(blank)
    await session.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: 6_000_000 })
    return { page: await openApp(context, server, 'no-worker'), kill }
  }
  const before = await openOnSmallDisk()
  const saved: SaveResult[] = []
  for (const size of [980_000, 60_000, 4_000, 1_000])
    saved.push(...(await saveOffline(before.page, server, 12, { fileSizes: [size] })))
  const outcomes = saved.map((entry) => entry.outcome)
  expect(new Set(outcomes)).toEqual(new Set(['saved', 'QuotaExceeded']))
  expect(outcomes.slice(0, 5)).toEqual(Array(5).fill('saved'))
  await before.kill()
  const { page, kill } = await openOnSmallDisk()
  await page.evaluate(() => window.harness?.sendNow())
  await untilSent(page, 80_000)
  await kill()
  profile.remove()
  expectAllDelivered(server, saved)
})

test('sends from a full private window, where Chromium never frees space [9]', async ({
  context,
  server,
}) => {
  test.setTimeout(120_000)
  const blank = await context.newPage()
  await blank.goto(`${server.origin}/api-free.html`)
  const session = await context.newCDPSession(blank)
  await session.send('Storage.overrideQuotaForOrigin', { origin: server.origin, quotaSize: 3_000_000 })
  const page = await openApp(context, server, 'no-worker')
  const saved: SaveResult[] = []
  for (const size of [490_000, 30_000, 2_000])
    saved.push(...(await saveOffline(page, server, 8, { fileSizes: [size] })))
  expect(new Set(saved.map((entry) => entry.outcome))).toEqual(new Set(['saved', 'QuotaExceeded']))
  await page.evaluate(() => window.harness?.sendNow())
  await untilSent(page, 80_000)
  expectAllDelivered(server, saved)
})

test('opens at any address without signal after one visit, with its policy and its queue (OFF-003, OFF-004, OFF-019)', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await context.setOffline(true)
  const saved = await page.evaluate(() => window.harness?.save({ fileSizes: [10_000] }))
  await page.close()
  const again = await context.newPage()
  const response = await again.goto(`${server.origin}/vehicles/5?tab=history`)
  expect(response?.fromServiceWorker()).toBe(true)
  expect(response?.headers()['content-security-policy']).toBe(POLICY)
  await again.waitForFunction(() => window.harness !== undefined)
  expect(await again.evaluate(() => window.harness?.waiting())).toEqual([saved?.id])
  expect(await again.evaluate((id) => window.harness?.localRow(id), saved?.id ?? '')).toMatchObject({
    waiting: { change: 'create' },
    row: { custom_shop_name: 'Harbour Road Garage' },
  })
  await context.setOffline(false)
  await untilSent(again)
  expectAllDelivered(server, saved ? [saved] : [])
})

test('caches no response of the API and no page of the server (OFF-048)', async ({ context, server }) => {
  const page = await openApp(context, server)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.evaluate(async () => {
    await window.harness?.save({ fileSizes: [1_000] })
    for (const address of ['/api/v4/ping', '/api/v4/sync', '/mailbox', '/manifest.webmanifest'])
      await fetch(address)
  })
  await untilSent(page)
  const cached = await page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname)
    return paths.sort()
  })
  expect(cached).toEqual(['/', '/assets/harness.js', '/manifest.webmanifest'])
})
