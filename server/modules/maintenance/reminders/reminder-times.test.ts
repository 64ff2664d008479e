import { describe, expect, it } from 'vitest'
import {
  afterQuietHours,
  appointmentTimes,
  documentStage,
  instantAt,
  morningOf,
  sendableAt,
} from './reminder-times.ts'

const HOUR = 3_600_000
const ZONES = ['America/New_York', 'America/Los_Angeles', 'America/St_Johns']
/** Local hour and minute, computed independently of the code. */
const clocks = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
  ]),
)
const wall = (zone: string, at: Date) => clocks.get(zone)?.format(at) ?? ''

describe("a user's time zone", () => {
  it.each(ZONES)('has each morning of two years at eight in %s, also after the clocks change', (zone) => {
    for (let n = 0; n < 731; n++) {
      const day = new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
      const at = morningOf(zone, day)
      expect([day, wall(zone, at)]).toEqual([day, '08:00'])
      expect(at.toLocaleDateString('en-CA', { timeZone: zone })).toBe(day)
    }
  })

  it('has mornings 23 and 25 hours apart where the clocks change', () => {
    const between = (a: string, b: string) =>
      (morningOf('America/New_York', b).getTime() - morningOf('America/New_York', a).getTime()) / HOUR
    expect(between('2026-03-07', '2026-03-08')).toBe(23)
    expect(between('2026-10-31', '2026-11-01')).toBe(25)
  })

  it('counts an unknown zone as UTC', () => {
    expect(instantAt('Nowhere/Land', '2026-05-01', 8).toISOString()).toBe('2026-05-01T08:00:00.000Z')
  })
})

describe('quiet hours', () => {
  it.each(ZONES)(
    'postpone everything in %s from nine in the evening to seven, at any hour of two years',
    (zone) => {
      const start = Date.UTC(2026, 0, 1)
      for (let minutes = 0; minutes < 731 * 24 * 60; minutes += 97) {
        const at = new Date(start + minutes * 60_000)
        const moved = afterQuietHours(zone, at)
        const time = wall(zone, moved)
        expect(time >= '07:00' && time < '21:00').toBe(true)
        // Only times within them are moved, to their end, by one night at most.
        const isQuiet = wall(zone, at) < '07:00' || wall(zone, at) >= '21:00'
        expect(moved.getTime() !== at.getTime()).toBe(isQuiet)
        if (isQuiet) expect(time).toBe('07:00')
        expect(moved.getTime() - at.getTime()).toBeLessThanOrEqual(11 * HOUR)
      }
    },
  )
})

describe('the reminder of an appointment', () => {
  const zone = 'America/New_York'
  const times = (kind: 'twenty_four_hour_reminder' | 'one_hour_reminder', at: string) => {
    const { plannedFor, sendAt } = appointmentTimes(kind, new Date(at), zone)
    return [plannedFor.toISOString(), sendAt.toISOString()]
  }

  it('comes 24 hours and 1 hour before in elapsed time, also across clock changes (USR-056)', () => {
    // Sunday 10:00 EDT after the clocks went forward: 24 hours before is Saturday 9:00 EST.
    expect(times('twenty_four_hour_reminder', '2026-03-08T14:00:00Z')).toEqual(
      Array(2).fill('2026-03-07T14:00:00.000Z'),
    )
    expect(times('one_hour_reminder', '2026-03-08T14:00:00Z')).toEqual(
      Array(2).fill('2026-03-08T13:00:00.000Z'),
    )
  })

  it('waits for the end of quiet hours, unless the appointment is before that', () => {
    // 7:30: an hour before is 6:30; at 7:00 it is still useful.
    expect(times('one_hour_reminder', '2026-05-01T11:30:00Z')).toEqual([
      '2026-05-01T10:30:00.000Z',
      '2026-05-01T11:00:00.000Z',
    ])
    // 6:00: at 7:00 it would be too late.
    expect(times('one_hour_reminder', '2026-05-01T10:00:00Z')).toEqual(
      Array(2).fill('2026-05-01T09:00:00.000Z'),
    )
    // 22:30: the day before at 22:30 becomes the morning.
    expect(times('twenty_four_hour_reminder', '2026-05-02T02:30:00Z')[1]).toBe('2026-05-01T11:00:00.000Z')
  })

  it('also waits if a server was late, unless the appointment would be over', () => {
    const night = new Date('2026-05-01T03:00:00Z') // 23:00
    const at = (appointment: string) =>
      sendableAt('twenty_four_hour_reminder', new Date(appointment), zone, night).toISOString()
    expect(at('2026-05-01T15:00:00Z')).toBe('2026-05-01T11:00:00.000Z')
    expect(at('2026-05-01T12:30:00Z')).toBe(night.toISOString())
  })
})

describe('the reminders of a document', () => {
  it('come at 30 days, at 7 days and on the last day, each until the next', () => {
    const stages = [31, 30, 8, 7, 1, 0, -1, -3, -4].map((left) =>
      documentStage(new Date(Date.UTC(2026, 5, 15 + left)).toISOString().slice(0, 10), '2026-06-15'),
    )
    expect(stages).toEqual([null, 30, 30, 7, 7, 0, 0, 0, null])
  })
})
