import type { Workbox } from 'workbox-window'
import { scriptAddress } from '#src/lib/script-address.ts'

const address = '/sw.js'
/** A phone that stays open for days still hears of a new version. */
const lookForUpdateMs = 60 * 60_000
/**
 * After the load event the first screen still waits for its calls and draws them. The worker, which fetches the whole app,
 * would take a phone's few cores from that: Lighthouse gave the dashboard 90 points with it, 96 without.
 */
const firstScreenMs = 4_000

let worker: Workbox | undefined
let isUpdateReady = false
/** The user has asked for the new version in this tab. */
let isApplying = false
/** The new version has taken over already, by a click in another tab. */
let hasTakenOver = false
const listeners = new Set<() => void>()

/** Registers the worker once the page has loaded and had time to draw: it never competes with the first screen (OFF-029). */
export function startServiceWorker(): void {
  // `vite dev` has no worker; a page over plain http on another machine may have none.
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
    // Without the worker the app works as a website; the outbox does too.
    console.error('The service worker cannot be registered', error)
    return
  }
  setInterval(() => void lookForUpdate(), lookForUpdateMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void lookForUpdate()
  })
}

/** Another version than the one that this page came with controls it: reload if that was asked for here, else offer to. */
function watchTakeOver() {
  let hadController = Boolean(navigator.serviceWorker.controller)
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // On the very first visit the worker only claims the page.
    if (!hadController) {
      hadController = true
      return
    }
    if (isApplying) {
      location.reload()
      return
    }
    hasTakenOver = true
    announceUpdate()
  })
}

/** Asks the server for a newer version; a 'ready' follows by itself. */
export async function lookForUpdate(): Promise<void> {
  if (navigator.onLine) await worker?.update().catch(() => undefined)
}

function announceUpdate() {
  isUpdateReady = true
  for (const listener of [...listeners]) listener()
}

/** Whether a new version waits. It never takes over by itself (OFF-047). */
export const updateStore = {
  isReady: () => isUpdateReady,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Lets the waiting version take over, then starts it. Only by the user's click, never while something is being written. */
export function applyUpdate(): void {
  if (hasTakenOver) {
    location.reload()
    return
  }
  isApplying = true
  worker?.messageSkipWaiting()
}
