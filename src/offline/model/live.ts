import { liveQuery } from 'dexie'
import type { Healing } from '#src/offline/storage/reconnect.ts'

/** A read that can be taken once or followed: after each change that could alter it, it is read again. */
export interface Live<T> {
  current(): Promise<T>
  /** Calls `listener` now and after each change, also those of other tabs and of the worker. Returns the way to stop. */
  subscribe(listener: (value: T) => void, onError?: (error: unknown) => void): () => void
}

/** From try to try, where storage gives nothing even after healing. */
const AGAIN_MS = 1000

/**
 * Of a read whose connection is closed under it liveQuery tells nobody, and reads no more if it was the first: a screen
 * that was left while it loaded would stay empty for good.
 */
const isHushed = (error: unknown): boolean =>
  error instanceof Error && ['DatabaseClosedError', 'AbortError'].includes(error.name)

/** A `Live` of a read on the databases; `read` awaits nothing but them. `heal` reopens a connection that was lost. */
export function liveOf<T>(read: () => Promise<T>, heal: Healing): Live<T> {
  return {
    current: () => heal(read),
    subscribe(listener, onError) {
      let stop = () => {}
      let isOver = false
      const follow = () => {
        if (isOver) return
        let latest = 0
        const toldOf = async () => {
          const nth = ++latest
          const reading = read()
          reading.then(undefined, (error) => {
            // Outside of Dexie's zone, in which it notes what a read touches.
            if (nth === latest && isHushed(error)) setTimeout(again, 0)
          })
          return reading
        }
        // A connection that was lost heals by a read of its own, and is followed again.
        const again = () => {
          if (isOver) return
          subscription.unsubscribe()
          void heal(read).then(follow, failed)
        }
        const subscription = liveQuery(toldOf).subscribe({ next: listener, error: again })
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

/** A value of this page that others can watch. */
export interface Watched<T> {
  value(): T
  set(value: T): void
  watch(listener: () => void): () => void
}

export function watched<T>(initial: T): Watched<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    value: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Two of them as one; tells once both are there, and after each change of either. */
export function liveBoth<A, B, T>(first: Live<A>, second: Live<B>, join: (a: A, b: B) => T): Live<T> {
  return {
    async current() {
      return join(await first.current(), await second.current())
    },
    subscribe(listener, onError) {
      let a: { value: A } | null = null
      let b: { value: B } | null = null
      const tell = () => a && b && listener(join(a.value, b.value))
      const stopFirst = first.subscribe((value) => {
        a = { value }
        tell()
      }, onError)
      const stopSecond = second.subscribe((value) => {
        b = { value }
        tell()
      }, onError)
      return () => {
        stopFirst()
        stopSecond()
      }
    },
  }
}

/** A `Live` joined with a value of this page. */
export function liveWith<A, B, T>(live: Live<A>, value: Watched<B>, join: (a: A, b: B) => T): Live<T> {
  return {
    async current() {
      return join(await live.current(), value.value())
    },
    subscribe(listener, onError) {
      let latest: { a: A } | null = null
      const tell = () => latest && listener(join(latest.a, value.value()))
      const stopLive = live.subscribe((a) => {
        latest = { a }
        tell()
      }, onError)
      const stopValue = value.watch(tell)
      return () => {
        stopLive()
        stopValue()
      }
    },
  }
}
