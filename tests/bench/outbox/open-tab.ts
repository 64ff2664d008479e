import type { CDPSession, Page } from 'playwright'
import type { RunningChromium } from './chromium-profile.ts'
import type { Client } from './clients.ts'

/** A tab of the client under test, ready to take and to send entries. */
export interface Tab {
  page: Page
  /** Fires the sync event of the client's worker, unless it is at work: two at once would be the harness's fault. */
  wake(): Promise<void>
}

/** Opens the client in a new tab and waits until it is ready. */
export async function openTab({ context }: RunningChromium, origin: string, client: Client): Promise<Tab> {
  const page = await context.newPage()
  const session = client.syncTag === null ? null : await context.newCDPSession(page)
  const registration = session ? followRegistration(session, origin) : null
  await page.goto(origin)
  await page.waitForFunction(() => window.bench !== undefined)
  return {
    page,
    async wake() {
      const registrationId = registration?.id
      if (!session || !registrationId || client.syncTag === null) return
      if (await page.evaluate(() => window.bench?.isSending())) return
      const event = { origin, registrationId, tag: client.syncTag, lastChance: false }
      await session.send('ServiceWorker.dispatchSyncEvent', event)
    },
  }
}

function followRegistration(session: CDPSession, origin: string): { id: string | null } {
  const found: { id: string | null } = { id: null }
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { scopeURL, registrationId, isDeleted } of registrations) {
      if (scopeURL.startsWith(origin) && !isDeleted) found.id = registrationId
    }
  })
  // What arrives before the page is there is what was registered in an earlier life of this profile.
  session.send('ServiceWorker.enable').catch(() => undefined)
  return found
}
