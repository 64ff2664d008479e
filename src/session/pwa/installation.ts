import { isInstalled } from '#src/device/device-storage.ts'
import { installOffer, notifyInstallListeners } from './install-offer.ts'

/** How this browser installs the app: by a button of ours, by Safari's own menu, or not at all (any more). */
export type InstallMethod = 'prompt' | 'ios' | null

const declinedKey = 'install_declined_at'
/** A 'not now' counts for a month. */
const declinedMs = 30 * 24 * 60 * 60_000

export const installStore = {
  method: (): InstallMethod =>
    isInstalled() ? null : installOffer.event ? 'prompt' : isIos() ? 'ios' : null,
  subscribe(listener: () => void): () => void {
    installOffer.listeners.add(listener)
    return () => installOffer.listeners.delete(listener)
  },
}

/** Shows the browser's own question. */
export async function install(): Promise<void> {
  const { event } = installOffer
  if (!event) return
  installOffer.event = undefined
  const { outcome } = await event.prompt()
  if (outcome === 'dismissed') declineInstall()
  notifyInstallListeners()
}

/**
 * Whether the hint may show: not for a month after 'not now'. Browsers offer to install at a moment of their own, and a
 * hint that then pushed the screen down would move what the person is reading: it waits for something they do.
 */
export function mayHintInstall(now: number = Date.now()): boolean {
  if (installOffer.event && !installOffer.hasActed) return false
  return now - Number(localStorage.getItem(declinedKey) ?? 0) > declinedMs
}

export function declineInstall(): void {
  localStorage.setItem(declinedKey, String(Date.now()))
  notifyInstallListeners()
}

function isIos(): boolean {
  // An iPad says it is a Mac; only it has touch.
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
