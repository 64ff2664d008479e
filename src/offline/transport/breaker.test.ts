import { describe, expect, it } from 'vitest'
import { simulatedClock } from '#tests/unit/offline/simulated-clock.ts'
import { createBreaker } from './breaker.ts'

function aBrokenLine(isVisible = true) {
  const clock = simulatedClock()
  const breaker = createBreaker(clock, () => isVisible)
  for (let i = 0; i < 3; i++) breaker.failed()
  return { clock, breaker }
}

/** Runs every probe that the breaker schedules within `ms`, all without response. Returns their times in seconds. */
function probesWithin(ms: number, isVisible = true): number[] {
  const { clock, breaker } = aBrokenLine(isVisible)
  const start = clock.now()
  const times: number[] = []
  for (;;) {
    const at = breaker.nextProbeAt() ?? Number.POSITIVE_INFINITY
    if (at - start > ms) return times
    clock.advance(at - clock.now())
    times.push((clock.now() - start) / 1000)
    breaker.probing()
  }
}

describe('the breaker (docs/offline.md#retries)', () => {
  it('opens after three consecutive failures and not before', () => {
    const breaker = createBreaker(simulatedClock(), () => true)
    breaker.failed()
    breaker.failed()
    breaker.succeeded()
    breaker.failed()
    breaker.failed()
    expect(breaker.isClosed()).toBe(true)
    breaker.failed()
    expect(breaker.isClosed()).toBe(false)
  })

  it('probes at once, and closes when the probe succeeds', () => {
    const { breaker, clock } = aBrokenLine()
    expect(breaker.nextProbeAt()).toBe(clock.now())
    breaker.probing()
    breaker.succeeded()
    expect(breaker.isClosed()).toBe(true)
    expect(breaker.nextProbeAt()).toBeNull()
  })

  it('sends at most 20 probes in ten minutes, and never waits longer than 35 s while visible', () => {
    const times = probesWithin(600_000)
    expect(times.length).toBeLessThanOrEqual(20)
    const gaps = times.map((at, i) => at - (times[i - 1] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(35)
  })

  it('probes every five minutes while hidden', () => {
    expect(probesWithin(1_200_000, false)).toEqual([0, 300, 600, 900, 1200])
  })

  it.each([true, false])(
    'probes at once after the clock was set back by a day (row 16, visible: %s)',
    (isVisible) => {
      const { clock, breaker } = aBrokenLine(isVisible)
      breaker.probing()
      breaker.probing()
      clock.advance(-86_400_000)
      expect(breaker.nextProbeAt()).toBeLessThanOrEqual(clock.now())
    },
  )

  it('sends nothing during a pause that the server requested, even on user action (row 29)', () => {
    const clock = simulatedClock()
    const breaker = createBreaker(clock, () => true)
    breaker.pause(3_000)
    breaker.nudge()
    expect(breaker.isClosed()).toBe(false)
    expect(breaker.nextProbeAt()).toBe(clock.now() + 3_000)
    clock.advance(3_000)
    expect(breaker.isClosed()).toBe(true)
  })

  it('probes at once when an event indicates that the network may be back', () => {
    const { breaker, clock } = aBrokenLine()
    breaker.probing()
    breaker.probing()
    expect(breaker.nextProbeAt()).toBeGreaterThan(clock.now())
    breaker.nudge()
    expect(breaker.nextProbeAt()).toBe(clock.now())
  })
})
