import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs, HOUR_MS, isDue } from './backoff.ts'

describe('delay after a failure (docs/offline.md#retries, OFF-040)', () => {
  it('grows with each failure, up to a minute while visible and five minutes while hidden', () => {
    const longest = (attempts: number, isVisible: boolean) =>
      backoffMs(attempts, null, isVisible, () => 0.999999)
    expect(longest(1, true)).toBeLessThan(longest(2, true))
    expect(longest(2, true)).toBeLessThan(longest(5, true))
    expect(longest(30, true)).toBeLessThanOrEqual(60_000)
    expect(longest(30, false)).toBeGreaterThan(60_000)
    expect(longest(30, false)).toBeLessThanOrEqual(300_000)
  })

  it('spreads the attempts of many phones over the whole delay', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempts, draw) => {
        const wait = backoffMs(attempts, null, true, () => draw)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(60_000)
      }),
    )
  })

  it('follows Retry-After, within an hour (row 29)', () => {
    expect(backoffMs(1, 3_000, true, () => 0)).toBe(3_000)
    expect(backoffMs(1, 86_400_000, true, () => 0)).toBe(HOUR_MS)
  })

  it('does not wait forever when the clock was set back (row 16)', () => {
    expect(isDue(1_000, 999)).toBe(false)
    expect(isDue(1_000, 1_000)).toBe(true)
    expect(isDue(1_000 + 24 * HOUR_MS, 1_000)).toBe(true)
  })
})
