import { useEffect, useState } from 'react'
import type { Live } from '#src/offline/model/live.ts'

/**
 * Follows a live read; undefined until its first value. A `Live` returned by a method (`cache.vehicle(5)`) is a new
 * object each time: memoize it by its argument.
 * @throws in render the storage error that remains after reconnecting, if nothing was read before, so that the nearest
 * error boundary offers a retry
 */
export function useLive<T>(live: Live<T>): T | undefined {
  const { value, failure } = useSubscription(live)
  if (failure && value === undefined) throw failure.error
  return value
}

/** The same for the frame of all screens: a storage failure shows its banner, and the frame stays. */
export function useLiveOptional<T>(live: Live<T>): T | undefined {
  return useSubscription(live).value
}

function useSubscription<T>(live: Live<T>): {
  value: T | undefined
  failure: { error: unknown } | undefined
} {
  const [read, setRead] = useState<{ live: Live<T>; value: T }>()
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(
    () =>
      live.subscribe(
        (value) => {
          setRead({ live, value })
          setFailure(undefined)
        },
        (error) => setFailure({ error }),
      ),
    [live],
  )
  return { value: read?.live === live ? read.value : undefined, failure }
}
