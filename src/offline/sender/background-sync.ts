/** Tag of the background sync event that wakes the worker when the network is back. */
export const SYNC_TAG = 'outbox'

interface Registration {
  sync?: { getTags(): Promise<string[]>; register(tag: string): Promise<void> }
}

/**
 * Asks the browser to wake the worker when there is network, even with the page closed. Optional: where background sync
 * is missing (iOS, Firefox), or there is no worker yet, the page sends (docs/offline.md row 11).
 */
export async function askForBackgroundSync(): Promise<void> {
  const container = (
    globalThis.navigator as { serviceWorker?: { getRegistration(): Promise<unknown> } } | undefined
  )?.serviceWorker
  try {
    const registration = (await container?.getRegistration()) as Registration | undefined
    const sync = registration?.sync
    // Each registration wakes the worker as soon as the browser assumes a network: one at a time is enough.
    if (sync && !(await sync.getTags()).includes(SYNC_TAG)) await sync.register(SYNC_TAG)
  } catch {
    // Refused by the user or the browser: the page sends.
  }
}
