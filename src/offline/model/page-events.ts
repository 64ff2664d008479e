/** Why the sender looks for work again. online: there may be a network again, or another one. */
export type WakeUp = 'online' | 'offline' | 'visible' | 'focus' | 'shown'

/** Events of a page for the sender; a worker has none. */
export interface PageEvents {
  isVisible(): boolean
  /** The browser is certain that there is no network. It is never certain that there is one. */
  isOffline(): boolean
  /**
   * Calls `wake` when the page becomes active and `leave` when it is closed or frozen. Returns an unsubscribe function.
   */
  listen(wake: (why: WakeUp) => void, leave: () => void): () => void
}

/** The used part of `document`; workers have none. */
interface Visible extends EventTarget {
  visibilityState: string
}

/** Events of the current page; in a worker none ever fire (docs/offline.md row 8). */
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
      onOtherNetwork(() => wake('online'), stop.signal)
      on(globalThis, 'focus', () => wake('focus'))
      on(globalThis, 'pageshow', () => wake('shown'))
      on(globalThis, 'pagehide', leave)
      // A page frozen in the background would hold the lock forever unless it is released here (docs/offline.md row
      // 35).
      on(page, 'freeze', leave)
      on(page, 'resume', () => wake('shown'))
      on(page, 'visibilitychange', () => isVisible() && wake('visible'))
      return () => stop.abort()
    },
  }
}

/** The used part of `navigator.connection`, which only some browsers have. */
interface Connection extends EventTarget {
  /** Such as wifi or cellular. */
  type?: string
}

/** Calls `act` when the device changes networks without being offline in between. */
function onOtherNetwork(act: () => void, signal: AbortSignal): void {
  const { connection } = globalThis.navigator as { connection?: Connection }
  let type = connection?.type
  const onChange = () => {
    // The event also reports changes of speed.
    if (type === connection?.type) return
    type = connection?.type
    act()
  }
  connection?.addEventListener('change', onChange, { signal })
}
