import { isInstalled, keepStorage } from '#src/device/device-storage.ts'

export interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** What the browser has offered so far, and whether the person has done anything on this page yet. */
export const installOffer: {
  event: InstallPromptEvent | undefined
  hasActed: boolean
  listeners: Set<() => void>
} = {
  event: undefined,
  hasActed: false,
  listeners: new Set(),
}

export const notifyInstallListeners = () => {
  for (const listener of [...installOffer.listeners]) listener()
}

/** Must run early: the browser offers the event once. Only what must is here; the sign-in screen carries it. */
export function watchInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer.event = event as InstallPromptEvent
    notifyInstallListeners()
  })
  addEventListener('appinstalled', () => {
    installOffer.event = undefined
    void keepStorage()
    notifyInstallListeners()
  })
  addEventListener(
    'click',
    () => {
      installOffer.hasActed = true
      notifyInstallListeners()
    },
    { once: true },
  )
  if (isInstalled()) void keepStorage()
}
