import type { Page } from 'playwright'
import type { RunningChromium } from './chromium-profile.ts'
import type { Client } from './clients.ts'

/** A tab of the client under test, ready to take and to send entries. */
export interface Tab {
  page: Page
  /** Fires the sync event of the client's worker, unless it is at work: two at once would be the harness's fault. */
  wake(): Promise<void>
  /** Fires a sync event whatever goes on, as a browser may. */
  sync(tag: string): Promise<void>
  /** Ends every worker, as browsers do to save memory. */
  stopWorkers(): Promise<void>
}

export interface TabOptions {
  origin: string
  client: Client
  /** All the room that the browser gives the origin. */
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
  // What arrives before the page is there is what was registered in an earlier life of this profile.
  session.send('ServiceWorker.enable').catch(() => undefined)
  // Before any database is open: Chromium keeps in mind for half a minute how much room it found.
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
