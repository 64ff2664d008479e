// A page that the system froze while it held the sender lock (docs/offline.md row 35).
import type { BrowserContext, Page } from 'playwright'
import { expect, expectAllDelivered, openApp, test, untilSent } from './harness/fixtures.ts'

/**
 * Pauses a page through the debugger, because without a window Chromium's own freezing (`Page.setWebLifecycleState`) does
 * nothing. The page pauses in a task of its own: in the middle of a storage transaction, in which Chromium does not freeze
 * a page, it would keep its database from every other tab. @returns a function that resumes it
 */
async function freeze(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const session = await context.newCDPSession(page)
  await session.send('Debugger.enable')
  const stopped = new Promise((resolve) => session.once('Debugger.paused', resolve))
  await page.evaluate(() =>
    setTimeout(() => {
      // biome-ignore lint/suspicious/noDebugger: pauses here
      debugger
    }, 200),
  )
  await stopped
  return async () => {
    await session.send('Debugger.resume')
    await session.detach()
  }
}

test('another tab sends within 90 s of its own time the entries of a frozen tab that holds the lock, once [35]', async ({
  context,
  server,
}) => {
  const frozen = await openApp(context, server, 'no-worker')
  server.set({ decide: () => 'hang' })
  const saved = (await frozen.evaluate(() => window.harness?.saveMany(5))) ?? []
  await expect.poll(() => server.ledger.requests.length).toBeGreaterThan(0)
  const resume = await freeze(context, frozen)
  server.set({ decide: null })
  const other = await openApp(context, server, 'no-worker-fast')
  const began = Date.now()
  await other.waitForTimeout(1_000)
  expect(server.world.effects()).toBe(0)
  await untilSent(other, 30_000)
  expect((Date.now() - began) * 4).toBeLessThanOrEqual(90_000)
  expectAllDelivered(server, saved)
  // It resumes, detects the takeover, and continues as any other tab.
  await resume()
  await other.close()
  const later = await frozen.evaluate(() => window.harness?.save({}))
  await untilSent(frozen)
  expectAllDelivered(server, later ? [...saved, later] : saved)
})

test('a tab that receives a freeze event releases the lock at once, and sends again when it resumes [35]', async ({
  context,
  server,
}) => {
  const page = await openApp(context, server, 'no-worker')
  server.set({ decide: () => 'hang' })
  const saved = (await page.evaluate(() => window.harness?.saveMany(3))) ?? []
  await expect.poll(() => server.ledger.requests.length).toBeGreaterThan(0)
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')))
  server.set({ decide: null })
  const other = await openApp(context, server, 'no-worker')
  await untilSent(other, 10_000)
  expectAllDelivered(server, saved)
  await other.close()
  await page.evaluate(() => document.dispatchEvent(new Event('resume')))
  const later = await page.evaluate(() => window.harness?.save({}))
  await untilSent(page)
  expectAllDelivered(server, later ? [...saved, later] : saved)
})
