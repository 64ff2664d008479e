import { useSyncExternalStore } from 'react'

let isReachable = true
const listeners = new Set<() => void>()

/** Sets what the outbox knows about the network: browsers may report a connection that does not work. */
export function setReachable(next: boolean): void {
  if (next === isReachable) return
  isReachable = next
  for (const listener of [...listeners]) listener()
}

/**
 * Whether there seems to be a connection: the browser reports one, and nothing contradicts it. Use it to explain, never
 * to decide (docs/offline.md row 8).
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
