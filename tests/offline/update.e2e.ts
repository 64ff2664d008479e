// A new build of the worker (docs/offline.md row 21, OFF-047, R-12).
import type { Page } from 'playwright'
import { expect, expectAllDelivered, openApp, saveOffline, test, untilSent } from './harness/fixtures.ts'

const workers = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return { isWaiting: Boolean(registration?.waiting) }
  })

test('waits until the user accepts it, even while sending, and nothing is lost', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const saved = await saveOffline(page, server, 10, { fileSizes: [20_000] })
  server.set({ uplinkMs: [30, 60] })
  await page.evaluate(() => window.harness?.sendNow())
  server.deploy()
  const first = await page.evaluateHandle(() => navigator.serviceWorker.controller)
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect.poll(async () => (await workers(page)).isWaiting).toBe(true)
  await untilSent(page)
  expectAllDelivered(server, saved)
  expect(await first.evaluate((worker) => worker === navigator.serviceWorker.controller)).toBe(true)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    registration?.waiting?.postMessage({ type: 'SKIP_WAITING' })
  })
  await expect
    .poll(() => first.evaluate((worker) => worker === navigator.serviceWorker.controller))
    .toBe(false)
  // It took over and did not reload the page.
  expect(await page.evaluate(() => window.harness !== undefined)).toBe(true)
})
