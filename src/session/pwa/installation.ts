import { isInstalled } from '#src/device/device-storage.ts'
import { offer, tellOffer } from './install-offer.ts'

/** How this browser installs the app: by a button of ours, by Safari's own menu, or not at all (any more). */
export type InstallWay = 'prompt' | 'ios' | null

const declinedKey = 'install_declined_at'
/** A 'not now' counts for a month. */
const declinedMs = 30 * 24 * 60 * 60_000

export const installStore = {
  way: (): InstallWay => (isInstalled() ? null : offer.event ? 'prompt' : isIos() ? 'ios' : null),
  subscribe(listener: () => void): () => void {
    offer.listeners.add(listener)
    return () => offer.listeners.delete(listener)
  },
}

/** Shows the browser's own question. */
export async function install(): Promise<void> {
  const { event } = offer
  if (!event) return
  offer.event = undefined
  const { outcome } = await event.prompt()
  if (outcome === 'dismissed') declineInstall()
  tellOffer()
}

/**
 * Whether the hint may show: not for a month after 'not now'. Browsers offer to install at a moment of their own, and a
 * hint that then pushed the screen down would move what the person is reading: it waits for something they do.
 */
export function mayHintInstall(now: number = Date.now()): boolean {
  if (offer.event && !offer.hasActed) return false
  return now - Number(localStorage.getItem(declinedKey) ?? 0) > declinedMs
}

export function declineInstall(): void {
  localStorage.setItem(declinedKey, String(Date.now()))
  tellOffer()
}

function isIos(): boolean {
  // An iPad says it is a Mac; only it has touch.
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
