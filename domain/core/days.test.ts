import { describe, expect, it, onTestFinished } from 'vitest'
import { dayIn, daysBetween, earliestDay, latestDay } from './days.ts'

describe('calendar days', () => {
  const newYearInLondon = new Date('2026-01-01T00:30:00Z')

  it('differ by zone at the same instant', () => {
    expect(dayIn('America/New_York', newYearInLondon)).toBe('2025-12-31')
    expect(dayIn('Etc/GMT+5', newYearInLondon)).toBe('2025-12-31')
    expect(dayIn('Europe/London', newYearInLondon)).toBe('2026-01-01')
  })

  // WebKit on ICU 72 writes en-CA as month, day, year; a day read from that text broke the forms there.
  it('do not depend on how the engine orders a date', () => {
    const real = Intl.DateTimeFormat.prototype
    const { format } = Object.getOwnPropertyDescriptors(real)
    Object.defineProperty(real, 'format', { ...format, get: () => () => '01/01/2026' })
    onTestFinished(() => void Object.defineProperty(real, 'format', format))
    expect(dayIn('Europe/London', newYearInLondon)).toBe('2026-01-01')
  })

  it('count as UTC in a zone that does not exist', () => {
    expect(dayIn('Mars/Olympus', newYearInLondon)).toBe('2026-01-01')
  })

  it('have an earliest and a latest value on earth (MHX-007, GLV-012)', () => {
    expect(earliestDay(newYearInLondon)).toBe('2025-12-31')
    expect(latestDay(new Date('2025-12-31T10:30:00Z'))).toBe('2026-01-01')
  })

  it('are counted across leap days and clock changes', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2)
    expect(daysBetween('2026-01-02', '2026-01-01')).toBe(-1)
  })
})
