import { useSyncExternalStore } from 'react'

/** What the browser believes about its connection: a hint, good enough to explain, never to decide (offline.md row 8). */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
