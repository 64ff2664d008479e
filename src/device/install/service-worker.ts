import type { Workbox } from 'workbox-window'
import { scriptAddress } from '#src/lib/script-address.ts'

const address = '/sw.js'
/** Phones that stay open for days still detect new versions. */
const lookForUpdateMs = 60 * 60_000
/**
 * After the load event the first screen still waits for its calls. The worker, which fetches the whole app, would
 * compete for a phone's few cores: Lighthouse scores the dashboard 90 with it, 96 without.
 */
const firstScreenMs = 4_000

let worker: Workbox | undefined
let isUpdateReady = false
/** The user requested the new version in this tab. */
let isApplying = false
/** The new version was activated by another tab. */
let hasTakenOver = false
const listeners = new Set<() => void>()

/**
 * Registers the worker after the page has loaded and rendered, so that it does not compete with the first screen
 * (OFF-029).
 */
export function startServiceWorker(): void {
  // `vite dev` has no worker; plain http pages on other hosts may not have one.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') registerSoon()
  else addEventListener('load', registerSoon, { once: true })
}

function registerSoon() {
  setTimeout(() => void register(), firstScreenMs)
}

async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window')
  worker = new Workbox(scriptAddress(address))
  worker.addEventListener('waiting', announceUpdate)
  watchTakeOver()
  try {
    await worker.register({ immediate: true })
  } catch (error) {
    // Without the worker, the app and the outbox still work as a website.
    console.error('The service worker cannot be registered', error)
    return
  }
  setInterval(() => void checkForUpdate(), lookForUpdateMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void checkForUpdate()
  })
}

/** A different version controls this page now: reload if that was requested here, else offer to. */
function watchTakeOver() {
  let hadController = Boolean(navigator.serviceWorker.controller)
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isApplying) {
      location.reload()
      return
    }
    // On the very first visit the worker only claims the page.
    if (!hadController) {
      hadController = true
      return
    }
    hasTakenOver = true
    announceUpdate()
  })
}

/** Checks the server for a newer version; the update store then announces it. */
export async function checkForUpdate(): Promise<void> {
  if (navigator.onLine) await worker?.update().catch(() => undefined)
}

function announceUpdate() {
  isUpdateReady = true
  for (const listener of [...listeners]) listener()
}

/** Whether a new version is waiting. It is never activated automatically (OFF-047). */
export const updateStore = {
  isReady: () => isUpdateReady,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Activates the waiting version and reloads. Only on the user's click, never during a write. */
export function applyUpdate(): void {
  if (hasTakenOver) {
    location.reload()
    return
  }
  isApplying = true
  worker?.messageSkipWaiting()
}
