// Exactly once, in a real Chromium with the real worker (docs/offline.md; the numbers in brackets are its rows).
import {
  expect,
  expectAllDelivered,
  openApp,
  saveOffline,
  test,
  untilSent,
  watchWorker,
} from './harness/fixtures.ts'

test('executes each entry once when responses are lost, although the browser itself sends a POST again [1, 2]', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server, 'no-worker')
  // A reused connection that fails before the response: Chromium repeats the request by itself.
  await page.evaluate(() => fetch('/api/v4/ping'))
  server.set({ mix: { lostAck: 0.3 } })
  const saved = await page.evaluate(() => window.harness?.saveMany(30))
  await untilSent(page)
  expectAllDelivered(server, saved ?? [])
})

test('sends each entry once when two tabs and the worker all want to at the same time, a hundred times over [3]', async ({
  context,
  server,
}) => {
  const [one, two] = [await openApp(context, server), await openApp(context, server)]
  const saved = await saveOffline(one, server, 30)
  const worker = await watchWorker(context, server)
  server.ledger.requests.length = 0
  let syncing: Promise<unknown> | null = null
  for (let i = 0; i < 100; i++) {
    for (const page of [one, two]) await page.evaluate(() => window.harness?.sendNow())
    // One event at a time, as in the browser.
    syncing ??= worker
      .sync()
      .catch(() => {})
      .finally(() => {
        syncing = null
      })
  }
  await untilSent(one)
  await syncing
  expectAllDelivered(server, saved)
  expect(server.ledger.requests.length).toBeLessThanOrEqual(30 * 1.05 + 1)
})

test('loses nothing when the tab is closed repeatedly in the middle of an upload [4]', async ({
  context,
  server,
}) => {
  let page = await openApp(context, server, 'no-worker')
  const saved = await saveOffline(page, server, 8, { fileSizes: [200_000] })
  server.set({ uplinkMs: [100, 200] })
  for (let i = 0; i < 5; i++) {
    await page.close()
    page = await openApp(context, server, 'no-worker')
    await page.waitForTimeout(150 + 60 * i)
  }
  server.set({ uplinkMs: [0, 0] })
  await page.evaluate(() => window.harness?.sendNow())
  await untilSent(page)
  expectAllDelivered(server, saved)
})

test('loses nothing when the worker is stopped repeatedly while it sends [5]', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server)
  const saved = await saveOffline(page, server, 12, { fileSizes: [20_000] })
  const worker = await watchWorker(context, server)
  await page.close()
  server.set({ uplinkMs: [100, 200] })
  for (let i = 0; i < 5; i++) {
    const ended = worker.sync().catch(() => {})
    await worker.page.waitForTimeout(350 + 50 * i)
    await worker.stop()
    await ended
  }
  expect(server.ledger.executions()).toBeGreaterThan(0)
  server.set({ uplinkMs: [0, 0] })
  // The lock and the lease of the stopped worker are free for the next one.
  await expect
    .poll(
      async () => {
        await worker.sync().catch(() => {})
        return server.world.entityIds().length
      },
      { timeout: 20_000 },
    )
    .toBe(12)
  const again = await openApp(context, server)
  await untilSent(again)
  expectAllDelivered(server, saved)
})

test('continues in the worker when the last tab is closed [5]', async ({ context, server }) => {
  const page = await openApp(context, server)
  const saved = await saveOffline(page, server, 6, { fileSizes: [10_000] })
  const worker = await watchWorker(context, server)
  await page.close()
  await worker.sync()
  await expect.poll(() => server.world.effects()).toBe(6)
  await expect
    .poll(() => saved.every((entry) => server.world.file(entry.files[0]?.id ?? '')?.state === 'stored'))
    .toBe(true)
  expectAllDelivered(server, saved)
})

test('waits in the worker for entries whose retry is seconds away, within one event of the browser [5]', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server, 'idle')
  const saved = await saveOffline(page, server, 6, { fileSizes: [10_000] })
  server.set({ mix: { '429': 1 }, retryAfterS: 4 })
  const tries = () => server.ledger.requests.length
  await page.evaluate(() => window.harness?.start())
  await expect.poll(tries).toBeGreaterThan(0)
  const worker = await watchWorker(context, server)
  await page.close()
  server.set({ mix: {}, retryAfterS: null })
  await worker.sync()
  await expect.poll(() => server.world.effects(), { timeout: 20_000 }).toBe(6)
  await expect
    .poll(() => saved.every((entry) => server.world.file(entry.files[0]?.id ?? '')?.state === 'stored'))
    .toBe(true)
  expectAllDelivered(server, saved)
})

test('continues in the worker when the network is back, with no tab open, at the browser’s event [11]', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server)
  await page.evaluate(() => navigator.serviceWorker.ready)
  // A browser without any page ends its workers' events; one that shows another page does not.
  const worker = await watchWorker(context, server)
  await context.setOffline(true)
  const saved = await page.evaluate(() => window.harness?.saveMany(3))
  await page.close()
  await context.setOffline(false)
  const hasWorkerStarted = await expect
    .poll(() => server.world.effects(), { timeout: 8_000 })
    .toBe(3)
    .then(
      () => true,
      () => false,
    )
  // Chromium may have used its event while the connection was still dead; its next one comes minutes later.
  if (!hasWorkerStarted) await worker.sync()
  await expect.poll(() => server.world.effects()).toBe(3)
  expectAllDelivered(server, saved ?? [])
})

test('sends without background sync too [11]', async ({ context, server }) => {
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SyncManager')
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  })
  const page = await openApp(context, server)
  const saved = await saveOffline(page, server, 5)
  await page.evaluate(() => window.harness?.sendNow())
  await untilSent(page)
  expectAllDelivered(server, saved)
})

test('does not accept a portal’s page as a response, and reports that the network needs a sign-in [7]', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server, 'no-worker')
  server.set({ mix: { portal: 1 } })
  const saved = await page.evaluate(() => window.harness?.saveMany(5))
  await expect.poll(async () => (await page.evaluate(() => window.harness?.status()))?.network).toBe('portal')
  expect(server.world.effects()).toBe(0)
  server.set({ mix: { portal: 0.1 } })
  await page.evaluate(() => window.harness?.sendNow())
  await untilSent(page)
  expectAllDelivered(server, saved ?? [])
})

test('sends without user action when a dead connection that looks alive comes back without any event [8]', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server, 'no-worker')
  const saved = await saveOffline(page, server, 5)
  server.set({ refuse: true })
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await page.waitForTimeout(1_000)
  const triedBefore = server.ledger.refused
  await page.waitForTimeout(2_000)
  expect(server.ledger.refused - triedBefore).toBeLessThanOrEqual(1)
  server.set({ refuse: false })
  await untilSent(page, 35_000)
  expectAllDelivered(server, saved)
})

test('asks for a sign-in at a 401, sends nothing more, and continues afterwards [17]', async ({
  context,
  server,
}) => {
  server.set({ signedInAs: 'nobody' })
  const page = await openApp(context, server, 'no-worker')
  const saved = await page.evaluate(() => window.harness?.saveMany(10))
  const status = () => page.evaluate(() => window.harness?.status())
  await expect.poll(async () => (await status())?.pausedFor).toBe('auth')
  const tried = server.ledger.requests.length
  await page.evaluate(() => window.harness?.sendNow())
  await page.waitForTimeout(300)
  expect(server.ledger.requests.length).toBe(tried)
  // One for each lane that was in flight by then.
  expect(tried).toBeLessThanOrEqual(4)
  server.set({ signedInAs: '3:7' })
  await page.evaluate(() => window.harness?.start())
  await untilSent(page)
  expectAllDelivered(server, saved ?? [])
})

test('sets a refused entry aside and sends the others [22]', async ({ context, server }) => {
  const page = await openApp(context, server, 'no-worker')
  server.once('validation')
  const saved = (await page.evaluate(() => window.harness?.saveMany(10))) ?? []
  await expect.poll(() => server.world.effects()).toBe(9)
  const left = (await page.evaluate(() => window.harness?.entries())) ?? []
  expect(left).toMatchObject([{ state: 'rejected', trouble: { status: 422, code: 'validation' } }])
  expectAllDelivered(
    server,
    saved.filter((entry) => entry.id !== left[0]?.entityId),
  )
})

test('sends three files byte for byte although the second one is interrupted [28]', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server, 'no-worker')
  server.once('ok', 'ok', 'reset', 'lostAck')
  const saved = await page.evaluate(() => window.harness?.save({ fileSizes: [300_000, 800_000, 500_000] }))
  await untilSent(page)
  expectAllDelivered(server, saved ? [saved] : [])
})
