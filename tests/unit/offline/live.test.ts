import { expect, it } from 'vitest'
import { createWatched, type Live, shareLive } from '#src/offline/model/live.ts'

/** A live read of `watched`, with the number of its subscriptions. */
function aLive(watched = createWatched(1)) {
  const seen = { subscriptions: 0, open: 0 }
  const live: Live<number> = {
    current: async () => watched.value(),
    subscribe(listener) {
      seen.subscriptions++
      seen.open++
      listener(watched.value())
      const stop = watched.watch(() => listener(watched.value()))
      return () => {
        seen.open--
        stop()
      }
    },
  }
  return { watched, live: shareLive(live), seen }
}

it('shares one read among all subscribers and gives later ones the latest value', () => {
  const { watched, live, seen } = aLive()
  const values: string[] = []
  const stops = ['a', 'b'].map((name) => live.subscribe((value) => values.push(name + value)))
  watched.set(2)
  stops.push(live.subscribe((value) => values.push(`c${value}`)))
  expect(values).toEqual(['a1', 'b1', 'a2', 'b2', 'c2'])
  expect(seen).toEqual({ subscriptions: 1, open: 1 })
  for (const stop of stops) stop()
  expect(seen.open).toBe(0)
})

it('reads again for a subscriber that comes after all others left', () => {
  const { watched, live, seen } = aLive()
  const stop = live.subscribe(() => {})
  stop()
  stop()
  watched.set(5)
  const values: number[] = []
  live.subscribe((value) => values.push(value))
  expect(values).toEqual([5])
  expect(seen).toEqual({ subscriptions: 2, open: 1 })
})
