import { describe, expect, it } from 'vitest'
import { convertDistance, isDoubtfulReading, type Reading } from './odometer-rules.ts'

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
    ['in the other unit', at(85_000, '2026-04-01', 'km'), false],
    ['below in the other unit', at(80_000, '2026-04-01', 'km'), true],
  ])('%s', (_what, reading, isDoubtful) => {
    expect(isDoubtfulReading(reading, log)).toBe(isDoubtful)
  })

  it('are never doubtful where there is nothing to hold them against', () => {
    expect(isDoubtfulReading(at(900_000, '2026-04-01'), [])).toBe(false)
  })

  it('are converted to whole numbers', () => {
    expect([
      convertDistance(100, 'mi', 'km'),
      convertDistance(161, 'km', 'mi'),
      convertDistance(7, 'mi', 'mi'),
    ]).toEqual([161, 100, 7])
  })
})
