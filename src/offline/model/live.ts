/** A read that can be run once or followed. A followed read runs again after each change that could affect it. */
export interface Live<T> {
  current(): Promise<T>
  /**
   * Calls `listener` now and after each change, including those of other tabs and the worker. Returns an unsubscribe
   * function.
   */
  subscribe(listener: (value: T) => void, onError?: (error: unknown) => void): () => void
}

/** An observable value of this page. */
export interface Watched<T> {
  value(): T
  set(value: T): void
  watch(listener: () => void): () => void
}

export function createWatched<T>(initial: T): Watched<T> {
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

/** Combines two live reads. Emits once both have a value, then after each change of either. */
export function combineLive<A, B, T>(first: Live<A>, second: Live<B>, join: (a: A, b: B) => T): Live<T> {
  return {
    async current() {
      return join(await first.current(), await second.current())
    },
    subscribe(listener, onError) {
      let a: { value: A } | null = null
      let b: { value: B } | null = null
      const emit = () => a && b && listener(join(a.value, b.value))
      const stopFirst = first.subscribe((value) => {
        a = { value }
        emit()
      }, onError)
      const stopSecond = second.subscribe((value) => {
        b = { value }
        emit()
      }, onError)
      return () => {
        stopFirst()
        stopSecond()
      }
    },
  }
}

/** Combines a live read with an observable value of this page. */
export function combineWithValue<A, B, T>(
  live: Live<A>,
  value: Watched<B>,
  join: (a: A, b: B) => T,
): Live<T> {
  return {
    async current() {
      return join(await live.current(), value.value())
    },
    subscribe(listener, onError) {
      let latest: { a: A } | null = null
      const emit = () => latest && listener(join(latest.a, value.value()))
      const stopLive = live.subscribe((a) => {
        latest = { a }
        emit()
      }, onError)
      const stopValue = value.watch(emit)
      return () => {
        stopLive()
        stopValue()
      }
    },
  }
}

/** Shares one subscription of `live` among all subscribers. Later ones get the latest value at once. */
export function shareLive<T>(live: Live<T>): Live<T> {
  const listeners = new Set<{ next: (value: T) => void; fail: ((error: unknown) => void) | undefined }>()
  let latest: { value: T } | null = null
  let stop = () => {}
  return {
    current: live.current,
    subscribe(next, fail) {
      const listener = { next, fail }
      listeners.add(listener)
      if (latest) next(latest.value)
      if (listeners.size === 1)
        stop = live.subscribe(
          (value) => {
            latest = { value }
            for (const each of [...listeners]) each.next(value)
          },
          (error) => {
            for (const each of [...listeners]) each.fail?.(error)
          },
        )
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        stop()
        latest = null
      }
    },
  }
}
