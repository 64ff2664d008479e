import { isInstalled, requestPersistence } from '#src/device/device-storage.ts'

export interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's install event, if any, and whether the user has interacted with this page. */
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

/** Must run early, because the browser fires the event once. Kept minimal: the sign-in screen loads this file. */
export function watchInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer.event = event as InstallPromptEvent
    notifyInstallListeners()
  })
  addEventListener('appinstalled', () => {
    installOffer.event = undefined
    void requestPersistence()
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
  if (isInstalled()) void requestPersistence()
}
