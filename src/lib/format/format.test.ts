import { describe, expect, it } from 'vitest'
import { createFormatter, dash } from './format.ts'

const us = createFormatter({ country: 'US', language: 'en', timeZone: 'America/Chicago' })
const ca = createFormatter({ country: 'CA', language: 'en', timeZone: 'America/Toronto' })
const caFr = createFormatter({ country: 'CA', language: 'fr', timeZone: 'America/Toronto' })
const all = [us, ca, caFr]
/** Intl groups French digits with a narrow no-break space. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('format', () => {
  // BRD-031, BRD-035, BRD-036
  it('shows money with two decimals and thousands commas, followed by CAD in Canada', () => {
    expect(us.money('1234.5')).toBe('$1,234.50')
    expect(ca.money('1234.5')).toBe('1,234.50 CAD')
    expect(caFr.money(1234.5)).toBe('1,234.50 CAD')
    expect(us.money('-0.99')).toBe('-$0.99')
    expect(us.money('0')).toBe('$0.00')
  })

  it('preserves every digit of an amount beyond the precision of a number', () => {
    expect(ca.money('9007199254740993.01')).toBe('9,007,199,254,740,993.01 CAD')
  })

  it('shows cost per mile in the US and per kilometer in Canada', () => {
    expect(us.moneyPerDistance('0.214')).toBe('$0.21 / mi')
    expect(caFr.moneyPerDistance('0.214')).toBe('0.21 CAD / km')
  })

  // BRD-032, BRD-033, BRD-034
  it('shows dates as YYYY-MM-DD in Canada and MM/DD/YYYY in the US', () => {
    expect(all.map((format) => format.date('2026-03-04'))).toEqual(['03/04/2026', '2026-03-04', '2026-03-04'])
    expect(all.map((format) => format.shortDate('2026-03-04'))).toEqual([
      '3/4/26',
      '2026-03-04',
      '2026-03-04',
    ])
  })

  // BRD-038
  it("shows the time as hh:mm A in the user's zone", () => {
    expect(us.time('2026-07-01T19:05:00Z')).toBe('02:05 PM')
    expect(us.time('2026-07-01T05:00:00Z')).toBe('12:00 AM')
    expect(us.dateTime('2026-07-01T04:30:00Z')).toBe('06/30/2026 11:30 PM')
    expect(caFr.dateTime('2026-07-01T16:00:00Z')).toBe('2026-07-01 12:00 PM')
  })

  // BRD-039
  it('falls back to Etc/GMT+5 without a zone and with an unknown one', () => {
    for (const timeZone of [undefined, '', 'Moon/Crater']) {
      const format = createFormatter({
        country: 'US',
        language: 'en',
        ...(timeZone !== undefined && { timeZone }),
      })
      expect(format.time('2026-07-01T17:00:00Z')).toBe('12:00 PM')
    }
  })

  it("returns the hour of the device's clock, so that a greeting matches the user's day", () => {
    expect(us.hourOf('2026-07-01T00:30:00Z')).toBe(19)
    const away = createFormatter({
      country: 'US',
      language: 'en',
      timeZone: 'Pacific/Honolulu',
      deviceTimeZone: 'Europe/Paris',
    })
    expect(away.hourOf('2026-07-01T07:30:00Z')).toBe(9)
  })

  it('shows when data was loaded: today as a time, before that with the day', () => {
    const now = Date.parse('2026-07-01T19:05:00Z')
    expect(us.asOf('2026-07-01T14:14:00Z', now)).toBe('09:14 AM')
    expect(us.asOf('2026-06-30T14:14:00Z', now)).toBe('06/30/2026 09:14 AM')
  })

  it("shows when data was loaded in the device's zone, if that differs from the fleet’s", () => {
    const now = Date.parse('2026-07-01T19:05:00Z')
    const away = createFormatter({
      country: 'US',
      language: 'en',
      timeZone: 'America/Chicago',
      deviceTimeZone: 'Pacific/Honolulu',
    })
    expect(away.asOf('2026-07-01T18:14:00Z', now)).toBe('08:14 AM')
    expect(away.asOf('2026-07-01T09:14:00Z', now)).toBe('06/30/2026 11:14 PM')
    expect(away.time('2026-07-01T18:14:00Z')).toBe('01:14 PM CDT')
  })

  it('shows relative time in the screen language', () => {
    const now = Date.parse('2026-07-01T12:00:00Z')
    expect(us.age('2026-07-01T11:55:00Z', now)).toBe('5 minutes ago')
    expect(caFr.age('2026-06-29T12:00:00Z', now)).toBe('avant-hier')
    expect(us.age('2026-07-01T11:59:59.8Z', now)).toBe('now')
    expect(us.age('2026-01-01T12:00:00Z', now)).toBe('01/01/2026')
    expect(us.timeUntil('2026-07-01T12:05:00Z', now)).toBe('in 5 minutes')
    expect(caFr.timeUntil('2026-07-01T14:00:00Z', now)).toBe('dans 2 heures')
  })

  it('never shows something that has happened as in the future, because a clock may be wrong', () => {
    const now = Date.parse('2026-07-01T12:00:00Z')
    expect(us.age('2026-07-01T12:05:00Z', now)).toBe('now')
    expect(us.age('2026-07-04T12:00:00Z', now)).toBe('07/04/2026')
    expect(caFr.age('2026-07-04T12:00:00Z', now)).toBe('2026-07-04')
  })

  it('formats percentages by language', () => {
    expect(us.percent(66)).toBe('66%')
    expect(caFr.percent(66)).toBe('66\u00a0%')
    expect(us.percent(14.975, 3)).toBe('14.975%')
    expect(caFr.percent(14.975, 3)).toBe('14,975\u00a0%')
    expect(us.percent(49, 1, 1)).toBe('49.0%')
    expect(us.percent(null)).toBe('—')
  })

  // BRD-028
  it('shows a distance with its own unit and never converts it', () => {
    expect(us.distance(84210)).toBe('84,210 mi')
    expect(ca.distance(84210)).toBe('84,210 km')
    expect(plain(caFr.distance(84210))).toBe('84 210 km')
    expect(ca.distance(100, 'mi')).toBe('100 mi')
  })

  // APR-046
  it('groups a phone number of ten digits, and leaves any other unchanged', () => {
    expect(us.phone('5551234567')).toBe('(555) 123-4567')
    expect(us.phone('+1 555-123-4567')).toBe('(555) 123-4567')
    expect(us.phone('12345')).toBe('12345')
  })

  it('shows file sizes in the units of the limits', () => {
    expect(us.fileSize(4_800_000)).toBe('4.8 MB')
    expect(plain(caFr.fileSize(4_800_000))).toBe('4,8 Mo')
    expect(us.fileSize(999)).toBe('999 B')
    expect(us.fileSize(12_345)).toBe('12 kB')
  })

  // BRD-037
  it('shows a dash for empty or unreadable values, and zero as zero', () => {
    for (const empty of [null, undefined, ''] as const) {
      const shown = [
        us.money(empty),
        us.date(empty),
        us.time(empty),
        us.distance(empty),
        us.phone(empty),
        us.text(empty),
      ]
      expect(new Set(shown)).toEqual(new Set([dash]))
    }
    expect([us.money('abc'), us.date('soon'), us.time('soon'), us.age('soon')]).toEqual([
      dash,
      dash,
      dash,
      dash,
    ])
    expect(us.fileSize(0)).toBe('0 B')
    expect(us.number(0)).toBe('0')
  })
})
