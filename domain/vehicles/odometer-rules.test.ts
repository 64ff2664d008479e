import { describe, expect, it } from 'vitest'
import {
  convertDistance,
  isDoubtfulReading,
  isUnlikelyForOdometer,
  isUnlikelyReading,
  type Reading,
} from './odometer-rules.ts'

describe('odometer readings (ruling 20)', () => {
  const at = (value: number, read_on: string, unit: 'mi' | 'km' = 'mi'): Reading => ({ value, read_on, unit })
  const log = [at(50_000, '2026-01-10'), at(52_000, '2026-03-10')]

  it.each([
    ['the next one', at(53_000, '2026-04-01'), false],
    ['below an earlier one', at(51_000, '2026-04-01'), true],
    ['above a later one', at(53_000, '2026-02-01'), true],
    ['between the two', at(51_000, '2026-02-01'), false],
    ['lower on the same day', at(51_900, '2026-03-10'), false],
    ['ten times too much', at(520_000, '2026-04-01'), true],
    ['all nines, two years later', at(999_999, '2028-03-10'), true],
    ['a team of drivers for a month', at(92_000, '2026-04-09'), false],
    ['in the other unit', at(85_000, '2026-04-01', 'km'), false],
    ['below in the other unit', at(80_000, '2026-04-01', 'km'), true],
  ])('%s', (_what, reading, isDoubtful) => {
    expect(isDoubtfulReading(reading, log)).toBe(isDoubtful)
  })

  it('are never doubtful without other readings', () => {
    expect(isDoubtfulReading(at(900_000, '2026-04-01'), [])).toBe(false)
  })

  it('need confirmation far above the average use, or above what most vehicles reach', () => {
    const is = (value: number, expected: number | null) => isUnlikelyReading({ value, unit: 'mi' }, expected)
    expect([is(52_900, 50_000), is(65_000, 50_000), is(49_000, 50_000)]).toEqual([false, true, false])
    expect([is(999_999, null), is(300_000, null)]).toEqual([true, false])
  })

  it.each([
    ['lower today', at(100, '2026-04-01'), true],
    ['equal today', at(52_000, '2026-04-01'), false],
    ['a week of driving ahead', at(54_000, '2026-04-01'), false],
    ['all nines', at(9_999_999, '2026-04-01'), true],
    ['all nines, of an old entry', at(9_999_999, '2025-04-01'), true],
    ['somewhat lower a month ago', at(49_000, '2026-03-01'), false],
    ['a hundred last week', at(100, '2026-03-25'), true],
    ['a hundred two years ago', at(100, '2024-04-01'), false],
    ['the same in kilometers', at(83_686, '2026-04-01', 'km'), false],
  ])('of an entry need confirmation: %s', (_what, reading, isOdd) => {
    expect(isUnlikelyForOdometer(reading, { value: 52_000, unit: 'mi' }, '2026-04-01')).toBe(isOdd)
  })

  it('give the same result in any order of units: doubtful in miles means doubtful in kilometers', () => {
    for (let i = 0; i < 500; i += 1) {
      const value = (i * 7919) % 1_000_000
      const read_on = `2026-0${1 + (i % 9)}-1${i % 9}`
      const mi = isDoubtfulReading(at(value, read_on), log)
      const km = isDoubtfulReading(
        { value: convertDistance(value, 'mi', 'km'), unit: 'km', read_on },
        log.map((reading) => ({
          ...reading,
          value: convertDistance(reading.value, 'mi', 'km'),
          unit: 'km' as const,
        })),
      )
      // Rounding decides only within a mile of the border.
      const near = [-1, 1].some((by) => isDoubtfulReading(at(value + by, read_on), log) !== mi)
      if (!near) expect(km, `${value} on ${read_on}`).toBe(mi)
    }
  })

  it('are converted to whole numbers', () => {
    expect([
      convertDistance(100, 'mi', 'km'),
      convertDistance(161, 'km', 'mi'),
      convertDistance(7, 'mi', 'mi'),
    ]).toEqual([161, 100, 7])
  })
})
