import { isInstalled, keepStorage } from '#src/device/device-storage.ts'

export interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** What the browser has offered so far, and whether the person has done anything on this page yet. */
export const offer: { event: InstallPromptEvent | undefined; hasActed: boolean; listeners: Set<() => void> } =
  {
    event: undefined,
    hasActed: false,
    listeners: new Set(),
  }

export const tellOffer = () => {
  for (const listener of [...offer.listeners]) listener()
}

/** Must run early: the browser offers the event once. Only what must is here; the sign-in screen carries it. */
export function watchInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.event = event as InstallPromptEvent
    tellOffer()
  })
  addEventListener('appinstalled', () => {
    offer.event = undefined
    void keepStorage()
    tellOffer()
  })
  addEventListener(
    'click',
    () => {
      offer.hasActed = true
      tellOffer()
    },
    { once: true },
  )
  if (isInstalled()) void keepStorage()
}
