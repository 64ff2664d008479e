import type { Clock } from '#src/offline/model/clock.ts'

interface SimulatedClock extends Clock {
  /** Advances time; due timers fire in order. */
  advance(ms: number): void
  /** Sets the clock as a user would: timers do not change. */
  set(now: number): void
}

/** A clock that advances only when a test advances it. */
export function simulatedClock(start: number = Date.parse('2026-03-10T12:00:00Z')): SimulatedClock {
  let now = start
  let passed = 0
  let timers: { at: number; act: () => void }[] = []
  return {
    now: () => now,
    after(delayMs, act) {
      const timer = { at: passed + delayMs, act }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(ms) {
      const until = passed + ms
      for (;;) {
        const next = timers.sort((a, b) => a.at - b.at)[0]
        if (!next || next.at > until) break
        timers.shift()
        now += next.at - passed
        passed = next.at
        next.act()
      }
      now += until - passed
      passed = until
    },
    set: (time) => {
      now = time
    },
  }
}
