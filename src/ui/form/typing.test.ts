import { describe, expect, it } from 'vitest'
import { readDate } from './date-text.ts'

describe('a typed day', () => {
  // BRD-032, BRD-033
  it("is parsed in the country's order, and in ISO order everywhere", () => {
    expect(readDate('03/14/2026', 'US')).toBe('2026-03-14')
    expect(readDate('2026-03-14', 'US')).toBe('2026-03-14')
    expect(readDate('2026-03-14', 'CA')).toBe('2026-03-14')
    expect(readDate('03/14/2026', 'CA')).toBeUndefined()
  })

  it('is not parsed while incomplete, so that the text does not change while typing', () => {
    expect(readDate('3/1/2', 'US')).toBeUndefined()
    expect(readDate('3/1/26', 'US')).toBeUndefined()
    expect(readDate('3/1/26', 'US', true)).toBe('2026-03-01')
    expect(readDate('2026-3-1', 'CA', true)).toBe('2026-03-01')
  })

  it('must exist', () => {
    expect(readDate('2026-02-30', 'CA')).toBeUndefined()
    expect(readDate('13/01/2026', 'US')).toBeUndefined()
    expect(readDate('soon', 'US', true)).toBeUndefined()
  })
})
