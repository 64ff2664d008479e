import { useEffect, useState } from 'react'
import type { Live } from '#src/offline/live.ts'

/**
 * Follows a live read; undefined until its first value is there. A `Live` that a method makes (`cache.vehicle(5)`)
 * is a new object each time: memoise it by its argument.
 */
export function useLive<T>(live: Live<T>): T | undefined {
  const [read, setRead] = useState<{ live: Live<T>; value: T }>()
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(
    () =>
      live.subscribe(
        (value) => setRead({ live, value }),
        (error) => setFailure({ error }),
      ),
    [live],
  )
  // Thrown in render, so that the nearest boundary shows it with a way to try again.
  if (failure) throw failure.error
  return read?.live === live ? read.value : undefined
}
