import type { BrowserContext, CDPSession, Page } from 'playwright'
import { test as base, expect } from 'playwright/test'
import { OVER_HTTPS } from '#tests/support/browser.ts'
import { testCertificate } from '#tests/support/certificate.ts'
import { createFaultServer, type FaultServer, type Page as Served } from '../fault-server.ts'
import { buildHarness } from './build.ts'
import type { SaveResult } from './page.ts'

interface Fixtures {
  /** A separate fault server for each test, with the harness on its origin. */
  server: HarnessServer
}
interface HarnessServer extends FaultServer {
  /** Makes the origin serve another build of the worker. */
  deploy(): void
}
interface WorkerFixtures {
  pages: (path: string) => Served | undefined
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  pages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      await use(await buildHarness())
    },
    { scope: 'worker' },
  ],
  server: async ({ pages }, use, { title }) => {
    const tls = OVER_HTTPS ? testCertificate() : undefined
    let build = 0
    const served = (path: string) => {
      const page = pages(path)
      return page && path === '/sw.js' ? { ...page, body: `${page.body}\n// build ${build}` } : page
    }
    const server = await createFaultServer({ seed: title.length, signedInAs: '3:7', pages: served, tls })
    await use({ ...server, deploy: () => build++ })
    await server.close()
  },
})
export { expect }

/**
 * Opens the app's offline core. 'idle': it does not send by itself; 'no-worker': without service worker; 'fast': its
 * time runs four times as fast.
 */
export async function openApp(
  context: BrowserContext,
  server: { origin: string },
  how: 'idle' | 'no-worker' | 'no-worker-fast' | '' = '',
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${server.origin}/?${how}`)
  await page.waitForFunction(() => window.harness !== undefined)
  return page
}

/** Saves entries while the server is unreachable, as in a basement. */
export async function saveOffline(
  page: Page,
  server: FaultServer,
  count: number,
  wanted: { vehicle?: number; fileSizes?: number[] } = {},
): Promise<SaveResult[]> {
  server.set({ refuse: true })
  const results = await page.evaluate(([n, what]) => window.harness?.saveMany(n, what), [
    count,
    wanted,
  ] as const)
  server.set({ refuse: false })
  return results ?? []
}

/** Checks that every entry reported as saved, and each of its files, is on the server, complete and once. */
export function expectAllDelivered(server: FaultServer, results: readonly SaveResult[]): void {
  const saved = results.filter((entry) => entry.outcome === 'saved')
  expect(server.world.entityIds().sort()).toEqual(saved.map((entry) => entry.id).sort())
  expect(server.world.effects()).toBe(saved.length)
  for (const file of saved.flatMap((entry) => entry.files))
    expect(server.world.file(file.id)).toMatchObject({ sha256: file.sha256, state: 'stored' })
}

/** Watches the origin's worker through the debugger, from a page at `path` that runs nothing. */
export async function watchWorker(
  context: BrowserContext,
  server: { origin: string },
  path = '/api-free.html',
) {
  const page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  let registrationId: string | undefined
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const found of registrations)
      if (found.scopeURL.startsWith(server.origin) && !found.isDeleted) registrationId = found.registrationId
  })
  await session.send('ServiceWorker.enable')
  await page.goto(`${server.origin}${path}`)
  await expect.poll(() => registrationId).toBeDefined()
  return {
    page,
    /** Fires the event of a network that is back. */
    sync: () =>
      session.send('ServiceWorker.dispatchSyncEvent', {
        origin: server.origin,
        registrationId: registrationId ?? '',
        tag: 'outbox',
        lastChance: false,
      }),
    stop: () => session.send('ServiceWorker.stopAllWorkers'),
  }
}

/** Waits until the queue on the device is empty. */
export async function untilSent(page: Page, withinMs = 20_000): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.harness?.waiting()), { timeout: withinMs }).toEqual([])
}
