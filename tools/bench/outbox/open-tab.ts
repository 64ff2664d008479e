import type { Page } from 'playwright'
import type { RunningChromium } from './chromium-profile.ts'
import type { Client } from './clients.ts'

/** A tab of the client under test, ready to accept and send entries. */
export interface Tab {
  page: Page
  /** Fires the sync event of the client's worker, unless it is busy: two at once would be an error of the harness. */
  wake(): Promise<void>
  /** Fires a sync event in any state, as a browser may. */
  sync(tag: string): Promise<void>
  /** Stops every worker, as browsers do to save memory. */
  stopWorkers(): Promise<void>
}

export interface TabOptions {
  origin: string
  client: Client
  /** Storage quota of the origin. */
  quotaBytes?: number | undefined
}

/** Opens the client in a new tab and waits until it is ready. */
export async function openTab(
  { context }: RunningChromium,
  { origin, client, quotaBytes }: TabOptions,
): Promise<Tab> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let registrationId: string | null = null
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const found of registrations)
      if (found.scopeURL.startsWith(origin) && !found.isDeleted) registrationId = found.registrationId
  })
  // Events that arrive before the page has loaded are from earlier registrations in this profile.
  session.send('ServiceWorker.enable').catch(() => undefined)
  // Must run before any database is open, because Chromium caches the available space for half a minute.
  if (quotaBytes) await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: quotaBytes })
  await page.goto(origin)
  await page.waitForFunction(() => window.bench !== undefined)

  async function sync(tag: string): Promise<void> {
    if (!registrationId) return
    await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false })
  }

  return {
    page,
    sync,
    async wake() {
      if (client.syncTag === null || (await page.evaluate(() => window.bench?.isSending()))) return
      await sync(client.syncTag)
    },
    stopWorkers: async () => void (await session.send('ServiceWorker.stopAllWorkers')),
  }
}
