/** Why the runner looks again. */
export type WakeUp = 'online' | 'offline' | 'visible' | 'focus' | 'shown'

/** What a page tells the runner; a worker tells nothing. */
export interface PageEvents {
  isVisible(): boolean
  /** The browser is sure that there is no network; that there is one it is never sure of. */
  isOffline(): boolean
  /** Calls `wake` when the page comes back to life, `leave` when it is left for good or frozen. Returns the way to stop. */
  listen(wake: (why: WakeUp) => void, leave: () => void): () => void
}

/** The part of `document` that is looked at; workers have none. */
interface Visible extends EventTarget {
  visibilityState: string
}

/** Events of the page that this code runs in; in a worker nothing ever happens (docs/offline.md row 8). */
export function pageEvents(): PageEvents {
  const page = (globalThis as { document?: Visible }).document
  const isOffline = () => globalThis.navigator?.onLine === false
  if (!page) return { isVisible: () => true, isOffline, listen: () => () => {} }
  const isVisible = () => page.visibilityState !== 'hidden'
  return {
    isVisible,
    isOffline,
    listen(wake, leave) {
      const stop = new AbortController()
      const on = (target: EventTarget, event: string, act: () => void) =>
        target.addEventListener(event, act, { signal: stop.signal })
      on(globalThis, 'online', () => wake('online'))
      on(globalThis, 'offline', () => wake('offline'))
      on(globalThis, 'focus', () => wake('focus'))
      on(globalThis, 'pageshow', () => wake('shown'))
      on(globalThis, 'pagehide', leave)
      // Frozen in the background, with the lock in its hands if it is not put down now (docs/offline.md row 35).
      on(page, 'freeze', leave)
      on(page, 'resume', () => wake('shown'))
      on(page, 'visibilitychange', () => isVisible() && wake('visible'))
      return () => stop.abort()
    },
  }
}
