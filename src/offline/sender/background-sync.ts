/** Tag under which the browser wakes the worker when the network is back. */
export const SYNC_TAG = 'outbox'

interface Registration {
  sync?: { getTags(): Promise<string[]>; register(tag: string): Promise<void> }
}

/**
 * Asks the browser to wake the worker when there is network, also with the page closed. A bonus: where there is none
 * (iOS, Firefox), or no worker yet, the page sends by itself (docs/offline.md row 11).
 */
export async function askForBackgroundSync(): Promise<void> {
  const container = (
    globalThis.navigator as { serviceWorker?: { getRegistration(): Promise<unknown> } } | undefined
  )?.serviceWorker
  try {
    const registration = (await container?.getRegistration()) as Registration | undefined
    const sync = registration?.sync
    // Each registration wakes the worker as soon as the browser believes in a network: one at a time is enough.
    if (sync && !(await sync.getTags()).includes(SYNC_TAG)) await sync.register(SYNC_TAG)
  } catch {
    // Refused by the person or the browser: the page sends.
  }
}
