import { liveQuery } from 'dexie'
import type { Live } from '#src/offline/model/live.ts'
import type { Reconnect } from './reconnect.ts'

/** From try to try, where storage gives nothing even after healing. */
const AGAIN_MS = 1000

/**
 * Of a read whose connection is closed under it liveQuery tells nobody, and reads no more if it was the first: a screen
 * that was left while it loaded would stay empty for good.
 */
const isSilentlyClosed = (error: unknown): boolean =>
  error instanceof Error && ['DatabaseClosedError', 'AbortError'].includes(error.name)

/** A `Live` of a read on the databases; `read` awaits nothing but them. `withReconnect` reopens a connection that was lost. */
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
            // Outside of Dexie's zone, in which it notes what a read touches.
            if (nth === latest && isSilentlyClosed(error)) setTimeout(again, 0)
          })
          return reading
        }
        // A connection that was lost heals by a read of its own, and is followed again.
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
