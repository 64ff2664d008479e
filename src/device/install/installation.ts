import { isInstalled } from '#src/device/device-storage.ts'
import { installOffer, notifyInstallListeners } from './install-offer.ts'

/** How this browser installs the app: by our button, by Safari's menu, or not at all (or no longer). */
export type InstallMethod = 'prompt' | 'ios' | null

const declinedKey = 'install_declined_at'
/** A 'not now' is valid for a month. */
const declinedMs = 30 * 24 * 60 * 60_000

export const installStore = {
  method: (): InstallMethod =>
    isInstalled() ? null : installOffer.event ? 'prompt' : isIos() ? 'ios' : null,
  subscribe(listener: () => void): () => void {
    installOffer.listeners.add(listener)
    return () => installOffer.listeners.delete(listener)
  },
}

/** Shows the browser's install prompt. */
export async function install(): Promise<void> {
  const { event } = installOffer
  if (!event) return
  installOffer.event = undefined
  const { outcome } = await event.prompt()
  if (outcome === 'dismissed') declineInstall()
  notifyInstallListeners()
}

/**
 * Checks whether the hint may show: not for a month after 'not now'. Waits for a user interaction, because browsers
 * offer installing at any moment, and the hint would shift what the user is reading.
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
  // An iPad identifies as a Mac, but has touch.
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
