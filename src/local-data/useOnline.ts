import { useSyncExternalStore } from 'react'

let isReachable = true
const listeners = new Set<() => void>()

/** What the outbox knows of the network: browsers may believe in a connection that is not there. */
export function setReachable(next: boolean): void {
  if (next === isReachable) return
  isReachable = next
  for (const listener of [...listeners]) listener()
}

/**
 * Whether there seems to be a connection: the browser believes so, and nothing shows otherwise. A hint, good enough to
 * explain, never to decide (docs/offline.md row 8).
 */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine && isReachable)
}

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  listeners.add(listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
    listeners.delete(listener)
  }
}
