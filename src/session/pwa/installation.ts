import { isInstalled, keepStorage } from '../device-storage.ts'

interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** How this browser installs the app: by a button of ours, by Safari's own menu, or not at all (any more). */
export type InstallWay = 'prompt' | 'ios' | null

const declinedKey = 'install_declined_at'
/** A 'not now' counts for a month. */
const declinedMs = 30 * 24 * 60 * 60_000

let promptEvent: InstallPromptEvent | undefined
/** Whether the person has done anything on this page yet. */
let hasActed = false
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of [...listeners]) listener()
}

/** Must run early: the browser offers the event once. */
export function watchInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    promptEvent = event as InstallPromptEvent
    tell()
  })
  addEventListener(
    'click',
    () => {
      hasActed = true
      tell()
    },
    { once: true },
  )
  addEventListener('appinstalled', () => {
    promptEvent = undefined
    void keepStorage()
    tell()
  })
  if (isInstalled()) void keepStorage()
}

export const installStore = {
  way: (): InstallWay => (isInstalled() ? null : promptEvent ? 'prompt' : isIos() ? 'ios' : null),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Shows the browser's own question. */
export async function install(): Promise<void> {
  const event = promptEvent
  if (!event) return
  promptEvent = undefined
  const { outcome } = await event.prompt()
  if (outcome === 'dismissed') declineInstall()
  tell()
}

/**
 * Whether the hint may show: not for a month after 'not now'. Browsers offer to install at a moment of their own, and a
 * hint that then pushed the screen down would move what the person is reading: it waits for something they do.
 */
export function mayHintInstall(now: number = Date.now()): boolean {
  if (promptEvent && !hasActed) return false
  return now - Number(localStorage.getItem(declinedKey) ?? 0) > declinedMs
}

export function declineInstall(): void {
  localStorage.setItem(declinedKey, String(Date.now()))
  tell()
}

function isIos(): boolean {
  // An iPad says it is a Mac; only it has touch.
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
