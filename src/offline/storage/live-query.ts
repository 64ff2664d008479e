import { liveQuery } from 'dexie'
import type { Live } from '#src/offline/model/live.ts'
import type { Reconnect } from './reconnect.ts'

/** Delay between attempts if storage still fails after reconnecting. */
const AGAIN_MS = 1000

/**
 * If the connection closes during a read, liveQuery reports nothing and, on its first read, never reads again: a screen
 * that was hidden while it loaded would stay empty.
 */
const isSilentlyClosed = (error: unknown): boolean =>
  error instanceof Error && ['DatabaseClosedError', 'AbortError'].includes(error.name)

/** Creates a `Live` of a database read; `read` awaits nothing else. `withReconnect` reopens a lost connection. */
export function createLiveQuery<T>(read: () => Promise<T>, withReconnect: Reconnect): Live<T> {
  return {
    current: () => withReconnect(read),
    subscribe(listener, onError) {
      let stop = () => {}
      let isOver = false
      const follow = () => {
        if (isOver) return
        let latest = 0
        const trackedRead = async () => {
          const nth = ++latest
          const reading = read()
          reading.then(undefined, (error) => {
            // Outside Dexie's zone, in which it records what a read touches.
            if (nth === latest && isSilentlyClosed(error)) setTimeout(again, 0)
          })
          return reading
        }
        // Reconnects by a separate read, then follows again.
        const again = () => {
          if (isOver) return
          subscription.unsubscribe()
          void withReconnect(read).then(follow, failed)
        }
        const subscription = liveQuery(trackedRead).subscribe({ next: listener, error: again })
        stop = () => subscription.unsubscribe()
      }
      const failed = (error: unknown) => {
        if (isOver) return
        onError?.(error)
        const timer = setTimeout(follow, AGAIN_MS)
        stop = () => clearTimeout(timer)
      }
      follow()
      return () => {
        isOver = true
        stop()
      }
    },
  }
}
