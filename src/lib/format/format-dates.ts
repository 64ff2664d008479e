import { type Country, defaultTimeZone, type Language } from '#contract/core/locale.ts'
import { zoneName } from '#domain/core/zone-name.ts'
import { dash, type Empty, isEmpty } from './format-empty.ts'

type Instant = string | number | Date

/**
 * Formats days and instants; part of the formatter. This device may not know the name in `zone`. A time without a zone
 * is in the device's time zone; a time in another zone names it (decision 61).
 * @param deviceZone time zone of the device's clock
 */
export function createDateFormats(
  country: Country,
  language: Language,
  zone: string | undefined,
  deviceZone: string | undefined,
) {
  const timeZone = knownTimeZone(zone)
  const { date, weekdayAndDate, shortDate } = createDayFormats(country, language)
  const wallClock = createWallClock(timeZone)
  const ownZone = deviceZone ? knownTimeZone(deviceZone) : timeZone
  const ownClock = createWallClock(ownZone)
  const clockOf = cachedClocks([
    [timeZone, wallClock],
    [ownZone, ownClock],
  ])

  /**
   * Returns the zone's name at an instant if its time is ambiguous: the device's clock shows another time, or the hour
   * occurs twice that day. Empty if the time is in the device's own zone.
   */
  function zoneMark(instant: Instant, zone: string = timeZone): string {
    const clock = clockOf(zone)
    const [there, here] = [clock(instant), ownClock(instant)]
    if (!there || !here || (isSame(there, here) && !comesTwice(instant, clock))) return ''
    return zoneName(new Date(instant).toISOString(), zone, { language, country }) ?? zone
  }

  /** Returns the calendar day 'YYYY-MM-DD' of an instant in the formatter's zone. */
  function dayOf(instant: Instant, clock = wallClock): string {
    const at = clock(instant)
    return at ? `${at.year}-${at.month}-${at.day}` : ''
  }

  /** Returns the hour, 0 to 23, of an instant in the device's time zone. */
  function hourOf(instant: Instant): number {
    return Number(ownClock(instant)?.hour ?? 0)
  }

  /** Formats an instant's time of day as hh:mm A: '02:05 PM', in another zone '02:05 PM HST' (BRD-038). */
  function time(instant: Instant | Empty, zone: string = timeZone): string {
    const at = isEmpty(instant) ? undefined : clockOf(zone)(instant)
    if (isEmpty(instant) || !at) return dash
    return marked(timeText(at), zoneMark(instant, zone))
  }

  /** Formats day and time of an instant: '03/14/2026 02:05 PM', in another zone '03/14/2026 02:05 PM HST'. */
  function dateTime(instant: Instant | Empty, zone: string = timeZone): string {
    if (isEmpty(instant) || !wallClock(instant)) return dash
    return `${date(dayOf(instant, clockOf(zone)))} ${time(instant, zone)}`
  }

  /**
   * Formats when this device's data was loaded: '09:14 AM' for today, else day and time. Uses the device's time zone:
   * in the fleet's zone, fresh data would look hours old to users elsewhere.
   */
  function asOf(instant: Instant | Empty, now: number = Date.now()): string {
    if (isEmpty(instant) || !ownClock(instant)) return dash
    const day = dayOf(instant, ownClock)
    const at = time(instant, ownZone)
    return day === dayOf(now, ownClock) ? at : `${date(day)} ${at}`
  }

  return {
    timeZone,
    ownZone,
    date,
    weekdayAndDate,
    shortDate,
    dayOf,
    hourOf,
    time,
    dateTime,
    zoneMark,
    asOf,
    ...createRelativeFormats(country, language, (instant) => date(dayOf(instant))),
  }
}

/** Formats instants by their distance from now; beyond 30 days as a day. */
function createRelativeFormats(country: Country, language: Language, dayText: (instant: Instant) => string) {
  const distances = new Intl.RelativeTimeFormat(`${language}-${country}`, { numeric: 'auto' })

  /** Formats when something will happen: 'in 5 minutes', 'dans 2 heures'. */
  function timeUntil(instant: Instant | Empty, now: number = Date.now()): string {
    const at = timeOf(instant)
    if (!Number.isFinite(at)) return dash
    const seconds = (at - now) / 1000
    for (const [unit, length, limit] of distanceSteps) {
      if (Math.abs(seconds) < limit) return distances.format(Math.round(seconds / length), unit)
    }
    return dayText(at)
  }

  /**
   * Formats how long ago something happened: '5 minutes ago', 'il y a 2 jours'. If the time is in the future, because
   * one of the clocks was or is wrong: 'now' within an hour, else the day.
   */
  function age(instant: Instant | Empty, now: number = Date.now()): string {
    const at = timeOf(instant)
    return at - now > CLOCK_ERROR_MS ? dayText(at) : timeUntil(Math.min(at, now), now)
  }

  return { timeUntil, age }
}
const CLOCK_ERROR_MS = 3_600_000

const timeOf = (instant: Instant | Empty): number =>
  isEmpty(instant) ? Number.NaN : new Date(instant).getTime()

/** Formats calendar days, which have no time zone. */
function createDayFormats(country: Country, language: Language) {
  const weekdays = new Intl.DateTimeFormat(`${language}-${country}`, { weekday: 'short', timeZone: 'UTC' })

  /** Formats a calendar day 'YYYY-MM-DD': unchanged in Canada, '03/14/2026' in the US. */
  function date(day: string | Empty): string {
    const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day ?? '') ?? []
    if (!year || !month || !dayOfMonth) return dash
    return country === 'CA' ? `${year}-${month}-${dayOfMonth}` : `${month}/${dayOfMonth}/${year}`
  }

  /** Formats a calendar day with its weekday: 'Sat 03/14/2026', in French 'sam. 2026-03-14'. */
  function weekdayAndDate(day: string | Empty): string {
    const known = date(day)
    return known === dash ? dash : `${weekdays.format(Date.parse(`${day?.slice(0, 10)}T00:00:00Z`))} ${known}`
  }

  /** Formats a short day for chart axes and narrow tiles: '3/14/26' in the US, unchanged in Canada (BRD-034). */
  function shortDate(day: string | Empty): string {
    const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day ?? '') ?? []
    if (country === 'CA' || !year) return date(day)
    return `${Number(month)}/${Number(dayOfMonth)}/${year.slice(2)}`
  }

  return { date, weekdayAndDate, shortDate }
}

type WallTime = Record<'year' | 'month' | 'day' | 'hour' | 'minute', string>
type WallClock = (instant: Instant) => WallTime | undefined

/** Returns a function that creates the clock of each zone once. */
function cachedClocks(known: readonly [zone: string, clock: WallClock][]): (zone: string) => WallClock {
  const clocks = new Map(known)
  return (zone) => {
    const clock = clocks.get(zone) ?? createWallClock(knownTimeZone(zone))
    clocks.set(zone, clock)
    return clock
  }
}

/** Formats '02:05 PM'. */
function timeText({ hour, minute }: WallTime): string {
  const of12 = String(Number(hour) % 12 || 12).padStart(2, '0')
  return `${of12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}

const marked = (time: string, mark: string) => (mark ? `${time} ${mark}` : time)

const isSame = (first: WallTime | undefined, other: WallTime | undefined) =>
  first !== undefined &&
  other !== undefined &&
  Object.entries(first).every(([part, value]) => other[part as keyof WallTime] === value)

/** Checks whether a clock shows the same time again an hour earlier or later, because it was set back. */
function comesTwice(instant: Instant, clock: WallClock): boolean {
  const at = new Date(instant).getTime()
  return [-SET_BACK_MS, SET_BACK_MS].some((by) => isSame(clock(at + by), clock(at)))
}
const SET_BACK_MS = 3_600_000

/** Returns a function that converts an instant to the local date and time of a zone. */
function createWallClock(timeZone: string): WallClock {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (instant: Instant) => {
    const at = new Date(instant)
    if (Number.isNaN(at.getTime())) return undefined
    const { year, month, day, hour, minute } = Object.fromEntries(
      parts.formatToParts(at).map((part) => [part.type, part.value]),
    )
    return { year, month, day, hour, minute } as WallTime
  }
}

const distanceSteps: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['second', 1, 60],
  ['minute', 60, 3_600],
  ['hour', 3_600, 86_400],
  ['day', 86_400, 30 * 86_400],
]

function knownTimeZone(name: string | undefined): string {
  if (!name) return defaultTimeZone
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return defaultTimeZone
  }
}
