import { addDays, dayIn, daysBetween } from '#domain/core/days.ts'
import { DOCUMENT_STAGES } from '#domain/core/limits.ts'

/** Hours of reminders in the user's time zone. Our choice (decision 26). */
const QUIET_FROM = 21
const QUIET_UNTIL = 7
/** Hour of daily reminders. */
const MORNING = 8
/** Hour after which daily reminders no longer wait for due dates that cannot be computed. */
const LATEST_PLAN = 12
type DocumentStage = (typeof DOCUMENT_STAGES)[number]
/** Days after the expiry in which a reminder is still sent, in case the server was down. */
const EXPIRED_DAYS_MAX = 3
/** A day-before reminder is useless if less time is left. */
const DAY_BEFORE_LATEST_MS = 2 * 3_600_000
const HOUR_MS = 3_600_000

export type AppointmentReminder = 'twenty_four_hour_reminder' | 'one_hour_reminder'
const LEAD_MS: Record<AppointmentReminder, number> = {
  twenty_four_hour_reminder: 24 * HOUR_MS,
  one_hour_reminder: HOUR_MS,
}

/** Returns the instant of an hour on a calendar day in a time zone; an unknown zone counts as UTC. */
export function instantAt(zone: string, day: string, hour: number): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS
  const guess = wall - offsetMs(zone, new Date(wall))
  // Uses the offset at the instant itself, in case the clocks change in between.
  return new Date(wall - offsetMs(zone, new Date(guess)))
}

/** Time of the daily reminders on a day. */
export const morningOf = (zone: string, day: string): Date => instantAt(zone, day, MORNING)

/** Time on a day from which missing due dates of some vehicles no longer delay the reminders of their fleet. */
export const latestPlanOf = (zone: string, day: string): Date => instantAt(zone, day, LATEST_PLAN)

/** Returns the instant itself, or the end of the quiet hours that contain it. */
export function afterQuietHours(zone: string, at: Date): Date {
  if (!isQuietAt(zone, at)) return at
  const day = dayIn(zone, at)
  return instantAt(zone, hourIn(zone, at) < QUIET_UNTIL ? day : addDays(day, 1), QUIET_UNTIL)
}

/** Returns the seconds until the quiet hours end that contain this instant; 0: none do. */
export function quietSecondsLeft(zone: string, at: Date): number {
  return (afterQuietHours(zone, at).getTime() - at.getTime()) / 1000
}

export function isQuietAt(zone: string, at: Date): boolean {
  const hour = hourIn(zone, at)
  return hour < QUIET_UNTIL || hour >= QUIET_FROM
}

/**
 * Returns when a reminder of an appointment is sent. In quiet hours it waits for their end, unless that is too late:
 * users who want a reminder an hour before six o'clock are awake at five.
 */
export function appointmentTimes(kind: AppointmentReminder, appointment: Date, zone: string) {
  const plannedFor = new Date(appointment.getTime() - LEAD_MS[kind])
  const moved = afterQuietHours(zone, plannedFor)
  return { plannedFor, sendAt: isTooLate(kind, appointment, moved) ? plannedFor : moved }
}

/** Returns when a reminder that is processed now is sent: delayed reminders respect quiet hours too. */
export function sendableAt(kind: AppointmentReminder, appointment: Date, zone: string, now: Date): Date {
  const moved = afterQuietHours(zone, now)
  return isTooLate(kind, appointment, moved) ? now : moved
}

/** Returns until when a reminder of an appointment is useful. */
export function usefulUntil(kind: AppointmentReminder, appointment: Date): Date {
  const latest = kind === 'one_hour_reminder' ? 0 : DAY_BEFORE_LATEST_MS
  return new Date(appointment.getTime() - latest)
}

export function isTooLate(kind: AppointmentReminder, appointment: Date, at: Date): boolean {
  return at >= usefulUntil(kind, appointment)
}

/** Returns the document reminder for a day: the last stage that has begun; null: none yet, or long expired. */
export function documentStage(expiration: string, today: string): DocumentStage | null {
  const left = daysBetween(today, expiration)
  if (left < -EXPIRED_DAYS_MAX) return null
  return DOCUMENT_STAGES.find((stage) => left <= stage) ?? null
}

function hourIn(zone: string, at: Date): number {
  return new Date(at.getTime() + offsetMs(zone, at)).getUTCHours()
}

const formats = new Map<string, Intl.DateTimeFormat | null>()

/** Offset of a time zone from UTC at an instant. */
function offsetMs(zone: string, at: Date): number {
  if (!formats.has(zone)) formats.set(zone, formatOf(zone))
  const format = formats.get(zone)
  if (!format) return 0
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - Math.floor(at.getTime() / 1000) * 1000
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const two = '2-digit' as const
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    })
  } catch {
    return null
  }
}
