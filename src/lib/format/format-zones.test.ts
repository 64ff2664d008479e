import { describe, expect, it } from 'vitest'
import { createFormatter } from './format.ts'

const read = (timeZone: string, deviceTimeZone: string, language: 'en' | 'fr' = 'en') =>
  createFormatter({ country: language === 'fr' ? 'CA' : 'US', language, timeZone, deviceTimeZone })
/** Browsers name Hawaii's zone differently by version. */
const HAWAII = /^(.*) (HST|GMT-10)$/

describe('a time in a zone other than the device’s', () => {
  it('names its zone by season: a fleet in Hawaii viewed in Paris', () => {
    const format = read('Pacific/Honolulu', 'Europe/Paris')
    expect(HAWAII.exec(format.dateTime('2026-01-10T20:05:00Z'))?.[1]).toBe('01/10/2026 10:05 AM')
    expect(HAWAII.exec(format.time('2026-07-10T20:05:00Z'))?.[1]).toBe('10:05 AM')
    expect(read('America/New_York', 'Europe/Paris').time('2026-01-10T15:00:00Z')).toBe('10:00 AM EST')
    expect(read('America/New_York', 'Europe/Paris').time('2026-07-10T15:00:00Z')).toBe('11:00 AM EDT')
    expect(read('America/Toronto', 'Europe/Paris', 'fr').time('2026-01-10T15:00:00Z')).toBe('10:00 AM HNE')
  })

  it("names the zone of a shop that differs from the fleet's and the user's", () => {
    const format = read('Pacific/Honolulu', 'Europe/Paris')
    expect(format.dateTime('2026-07-10T15:00:00Z', 'America/Chicago')).toBe('07/10/2026 10:00 AM CDT')
    expect(format.zoneMark('2026-07-10T15:00:00Z', 'Europe/Paris')).toBe('')
  })

  it('names no zone if both clocks show the same time, whatever the zones are called', () => {
    expect(read('America/New_York', 'America/Toronto').dateTime('2026-01-10T15:00:00Z')).toBe(
      '01/10/2026 10:00 AM',
    )
    // Phoenix has no daylight saving time: it matches Denver in winter only.
    expect(read('America/Phoenix', 'America/Denver').time('2026-01-10T15:00:00Z')).toBe('08:00 AM')
    expect(read('America/Phoenix', 'America/Denver').time('2026-07-10T15:00:00Z')).toBe('08:00 AM MST')
  })

  it('is never used for the age of data: that uses the device’s clock', () => {
    const now = Date.parse('2026-07-01T19:05:00Z')
    expect(read('Pacific/Honolulu', 'Europe/Paris').asOf('2026-07-01T18:14:00Z', now)).toBe('08:14 PM')
  })
})

describe('when clocks change (R-19)', () => {
  const newYork = read('America/New_York', 'America/New_York')
  const fromParis = read('America/New_York', 'Europe/Paris')
  const paris = read('Europe/Paris', 'Europe/Paris')

  it('spring skips an hour: 2026-03-08 in New York, three weeks before Paris', () => {
    expect(newYork.dateTime('2026-03-08T06:59:00Z')).toBe('03/08/2026 01:59 AM')
    expect(newYork.dateTime('2026-03-08T07:00:00Z')).toBe('03/08/2026 03:00 AM')
    expect(fromParis.time('2026-03-08T06:59:00Z')).toBe('01:59 AM EST')
    expect(fromParis.time('2026-03-08T07:00:00Z')).toBe('03:00 AM EDT')
    expect(newYork.dayOf('2026-03-08T04:59:00Z')).toBe('2026-03-07')
    expect(newYork.dayOf('2026-03-09T03:59:00Z')).toBe('2026-03-08')
    expect(paris.dateTime('2026-03-29T00:59:00Z')).toBe('03/29/2026 01:59 AM')
    expect(paris.dateTime('2026-03-29T01:00:00Z')).toBe('03/29/2026 03:00 AM')
  })

  it('autumn repeats an hour: both times name their zone, even in the same zone, and only that hour', () => {
    expect(newYork.dateTime('2026-11-01T04:59:00Z')).toBe('11/01/2026 12:59 AM')
    expect(newYork.dateTime('2026-11-01T05:30:00Z')).toBe('11/01/2026 01:30 AM EDT')
    expect(newYork.dateTime('2026-11-01T06:30:00Z')).toBe('11/01/2026 01:30 AM EST')
    expect(newYork.dateTime('2026-11-01T07:00:00Z')).toBe('11/01/2026 02:00 AM')
    expect(newYork.dayOf('2026-11-02T04:59:00Z')).toBe('2026-11-01')
    expect(paris.time('2026-10-25T00:30:00Z')).toBe('02:30 AM GMT+2')
    expect(paris.time('2026-10-25T01:30:00Z')).toBe('02:30 AM GMT+1')
    expect(paris.time('2026-10-25T02:00:00Z')).toBe('03:00 AM')
  })
})
