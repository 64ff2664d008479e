// A page that the system froze with the right to send in its hands (offline.md §2 row 35).
import type { BrowserContext, Page } from 'playwright'
import { expect, expectAllThere, openApp, saveOffline, test, untilSent } from './harness/fixtures.ts'

async function freeze(context: BrowserContext, page: Page): Promise<() => Promise<unknown>> {
  const session = await context.newCDPSession(page)
  const set = (state: 'frozen' | 'active') => session.send('Page.setWebLifecycleState', { state })
  await set('frozen')
  return () => set('active')
}

test('another tab sends within 90 s of its own time although the frozen one never lets go of the lock [35]', async ({
  context,
  server,
}) => {
  const other = await openApp(context, server, 'no-worker-fast')
  // It knows of no freezing: it keeps what it holds, as a page of a browser without that event.
  const frozen = await context.newPage()
  await frozen.goto(`${server.origin}/api-free.html`)
  await frozen.evaluate(
    () =>
      new Promise<void>((resolve) => {
        void navigator.locks.request('wheelbook-sender:3:7', () => {
          resolve()
          return new Promise(() => {})
        })
      }),
  )
  await freeze(context, frozen)
  await other.bringToFront()
  const told = await saveOffline(other, server, 5)
  const began = Date.now()
  await other.waitForTimeout(2_000)
  expect(server.world.effects()).toBe(0)
  await untilSent(other, 20_000)
  expect((Date.now() - began) * 10).toBeLessThanOrEqual(90_000)
  expectAllThere(server, told)
})

test('a tab that is frozen while it sends lets go at once, and goes on when it thaws [35]', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server, 'no-worker')
  server.once('hang')
  const told = await page.evaluate(() => window.harness?.saveMany(3))
  await expect.poll(() => server.ledger.requests.length).toBeGreaterThan(0)
  const other = await openApp(context, server, 'no-worker')
  const thaw = await freeze(context, page)
  await untilSent(other, 30_000)
  expectAllThere(server, told ?? [])
  await thaw()
  const later = await page.evaluate(() => window.harness?.save({}))
  await untilSent(page)
  expectAllThere(server, [...(told ?? []), ...(later ? [later] : [])])
})
