import { expect, test } from 'vitest'
import { addDays } from '#domain/core/days.ts'
import { findDoubtfulInLog } from './find-doubtful-in-log.ts'
import { isDoubtfulReading, type Reading } from './odometer-rules.ts'

const daily = (count: number): Reading[] =>
  Array.from({ length: count }, (_, i) => ({
    value: 50_000 + 30 * i,
    unit: 'mi',
    read_on: addDays('1500-01-01', i),
  }))

test('judges each reading like the rule, against the valid ones before it', () => {
  let seed = 7
  const int = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const seen = { doubtful: 0, valid: 0 }
  for (let round = 0; round < 400; round += 1) {
    const [span, spread] = [1 + int(400), 1 + int(200_000)]
    const log = Array.from({ length: 30 }, (): Reading => {
      const day = int(span)
      const miles = Math.floor((day / span) * spread) + int(int(2) ? 200 : spread)
      const unit = int(4) ? 'mi' : 'km'
      return { value: miles, unit, read_on: addDays('2026-01-01', day) }
    })
    const trusted: Reading[] = []
    const expected = log.map((reading) => {
      const isDoubtful = isDoubtfulReading(reading, trusted)
      if (!isDoubtful) trusted.push(reading)
      seen[isDoubtful ? 'doubtful' : 'valid'] += 1
      return isDoubtful
    })
    expect(findDoubtfulInLog(log), `round ${round}`).toEqual(expected)
  }
  expect(Math.min(seen.doubtful, seen.valid)).toBeGreaterThan(2000)
})

test('judges a log that no comparison of all pairs could finish', () => {
  expect(findDoubtfulInLog(daily(200_000)).includes(true)).toBe(false)
}, 20_000)
