import { addDays, dayIn, daysBetween } from '#domain/core/days.ts'

/** When reminders come, by the clock of the person. Numbers of ours (decision 26). */
export const QUIET_FROM = 21
export const QUIET_UNTIL = 7
/** What is due on a day is told at this hour. */
const MORNING = 8
/** Days before a document expires on which it is told; 0: on its last day. */
const DOCUMENT_STAGES = [0, 7, 30] as const
export type DocumentStage = (typeof DOCUMENT_STAGES)[number]
/** A server that was down so many days over the last day of a document still tells of it. */
const EXPIRED_DAYS_MAX = 3
/** A reminder of the day before says nothing any more when so little of it is left. */
const DAY_BEFORE_LATEST_MS = 2 * 3_600_000
const HOUR_MS = 3_600_000

export type AppointmentReminder = 'twenty_four_hour_reminder' | 'one_hour_reminder'
const LEAD_MS: Record<AppointmentReminder, number> = {
  twenty_four_hour_reminder: 24 * HOUR_MS,
  one_hour_reminder: HOUR_MS,
}

/** The instant of an hour on a calendar day in a time zone; an unknown zone counts as UTC. */
export function instantAt(zone: string, day: string, hour: number): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS
  const guess = wall - offsetMs(zone, new Date(wall))
  // The offset of the instant itself, where the clocks change between it and the guess.
  return new Date(wall - offsetMs(zone, new Date(guess)))
}

/** The morning of a day on which what is due is told. */
export const morningOf = (zone: string, day: string): Date => instantAt(zone, day, MORNING)

/** The instant itself, or the end of the quiet hours that it lies in. */
export function afterQuietHours(zone: string, at: Date): Date {
  if (!isQuietAt(zone, at)) return at
  const day = dayIn(zone, at)
  return instantAt(zone, hourIn(zone, at) < QUIET_UNTIL ? day : addDays(day, 1), QUIET_UNTIL)
}

export function isQuietAt(zone: string, at: Date): boolean {
  const hour = hourIn(zone, at)
  return hour < QUIET_UNTIL || hour >= QUIET_FROM
}

/**
 * When a reminder of an appointment is sent. Out of quiet hours it waits for their end, unless that is too late to be of
 * use: who asked to be told an hour before six o'clock is up at five.
 */
export function appointmentTimes(kind: AppointmentReminder, appointment: Date, zone: string) {
  const plannedFor = new Date(appointment.getTime() - LEAD_MS[kind])
  const moved = afterQuietHours(zone, plannedFor)
  return { plannedFor, sendAt: isTooLate(kind, appointment, moved) ? plannedFor : moved }
}

/** The instant at which one that is sent now goes out: a server that was down is no reason to wake anybody. */
export function sendableAt(kind: AppointmentReminder, appointment: Date, zone: string, now: Date): Date {
  const moved = afterQuietHours(zone, now)
  return isTooLate(kind, appointment, moved) ? now : moved
}

/** Until when a reminder of an appointment says something. */
export function usefulUntil(kind: AppointmentReminder, appointment: Date): Date {
  const latest = kind === 'one_hour_reminder' ? 0 : DAY_BEFORE_LATEST_MS
  return new Date(appointment.getTime() - latest)
}

export function isTooLate(kind: AppointmentReminder, appointment: Date, at: Date): boolean {
  return at >= usefulUntil(kind, appointment)
}

/** Which reminder of a document is due on a day: the last one that has begun; null: none yet, or long over. */
export function documentStage(expiration: string, today: string): DocumentStage | null {
  const left = daysBetween(today, expiration)
  if (left < -EXPIRED_DAYS_MAX) return null
  return DOCUMENT_STAGES.find((stage) => left <= stage) ?? null
}

function hourIn(zone: string, at: Date): number {
  return new Date(at.getTime() + offsetMs(zone, at)).getUTCHours()
}

const formats = new Map<string, Intl.DateTimeFormat | null>()

/** How far the clocks of a zone are ahead of UTC at an instant. */
function offsetMs(zone: string, at: Date): number {
  if (!formats.has(zone)) formats.set(zone, formatOf(zone))
  const format = formats.get(zone)
  if (!format) return 0
  const of = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => of.get(type) ?? 0
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
      ...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
    })
  } catch {
    return null
  }
}
