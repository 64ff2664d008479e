/** A read that can be taken once or followed: after each change that could alter it, it is read again. */
export interface Live<T> {
  current(): Promise<T>
  /** Calls `listener` now and after each change, also those of other tabs and of the worker. Returns the way to stop. */
  subscribe(listener: (value: T) => void, onError?: (error: unknown) => void): () => void
}

/** A value of this page that others can watch. */
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

/** Two of them as one; tells once both are there, and after each change of either. */
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

/** A `Live` joined with a value of this page. */
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
