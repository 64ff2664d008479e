import { type Country, defaultTimeZone, type Language } from '#contract/core/locale.ts'
import { zoneName } from '#domain/core/zone-name.ts'
import { dash, type Empty, isEmpty } from './format-empty.ts'

type Instant = string | number | Date

/**
 * How days and instants are written; part of the one formatter. `zone` may be a name this device does not know.
 * A time without a zone is by the device's clock; a time by another clock names its zone (decision 61).
 * @param deviceZone of the clock that the reader looks at
 */
export function createDateFormats(
  country: Country,
  language: Language,
  zone: string | undefined,
  deviceZone: string | undefined,
) {
  const timeZone = knownTimeZone(zone)
  const ages = new Intl.RelativeTimeFormat(`${language}-${country}`, { numeric: 'auto' })
  const weekdays = new Intl.DateTimeFormat(`${language}-${country}`, { weekday: 'short', timeZone: 'UTC' })
  const wallClock = createWallClock(timeZone)
  const ownZone = deviceZone ? knownTimeZone(deviceZone) : timeZone
  const ownClock = createWallClock(ownZone)
  const clocks = new Map([
    [timeZone, wallClock],
    [ownZone, ownClock],
  ])

  function clockOf(zone: string): WallClock {
    const clock = clocks.get(zone) ?? createWallClock(knownTimeZone(zone))
    clocks.set(zone, clock)
    return clock
  }

  /**
   * What a zone is called at an instant, where a time by its clock needs it: the device's clock shows another time, or
   * the hour comes twice that day. Empty where the device's own clock is meant anyway.
   */
  function zoneMark(instant: Instant, of: string = timeZone): string {
    const clock = clockOf(of)
    const [there, here] = [clock(instant), ownClock(instant)]
    if (!there || !here || (isSame(there, here) && !comesTwice(instant, clock))) return ''
    return zoneName(new Date(instant).toISOString(), of, `${language}-${country}`) ?? of
  }

  /** A calendar day 'YYYY-MM-DD': as it is in Canada, '03/14/2026' in the US. */
  function date(day: string | Empty): string {
    const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day ?? '') ?? []
    if (!year || !month || !dayOfMonth) return dash
    return country === 'CA' ? `${year}-${month}-${dayOfMonth}` : `${month}/${dayOfMonth}/${year}`
  }

  /** A calendar day with its weekday: 'Sat 03/14/2026', in French 'sam. 2026-03-14'. */
  function weekdayAndDate(day: string | Empty): string {
    const known = date(day)
    return known === dash ? dash : `${weekdays.format(Date.parse(`${day?.slice(0, 10)}T00:00:00Z`))} ${known}`
  }

  /** The short day of chart axes and narrow tiles: '3/14/26' in the US, unchanged in Canada. BRD-034. */
  function shortDate(day: string | Empty): string {
    const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day ?? '') ?? []
    if (country === 'CA' || !year) return date(day)
    return `${Number(month)}/${Number(dayOfMonth)}/${year.slice(2)}`
  }

  /** The calendar day 'YYYY-MM-DD' on which an instant falls in the reader's zone. */
  function dayOf(instant: Instant, clock = wallClock): string {
    const at = clock(instant)
    return at ? `${at.year}-${at.month}-${at.day}` : ''
  }

  /** The hour, 0 to 23, that the device's clock shows at an instant. */
  function hourOf(instant: Instant): number {
    return Number(ownClock(instant)?.hour ?? 0)
  }

  /** An instant's time of day as hh:mm A: '02:05 PM', elsewhere '02:05 PM HST'. Source: BRD-038. */
  function time(instant: Instant | Empty, zone: string = timeZone): string {
    const at = isEmpty(instant) ? undefined : clockOf(zone)(instant)
    if (isEmpty(instant) || !at) return dash
    return marked(timeText(at), zoneMark(instant, zone))
  }

  /** Day and time of an instant: '03/14/2026 02:05 PM', elsewhere '03/14/2026 02:05 PM HST'. */
  function dateTime(instant: Instant | Empty, zone: string = timeZone): string {
    if (isEmpty(instant) || !wallClock(instant)) return dash
    return `${date(dayOf(instant, clockOf(zone)))} ${time(instant, zone)}`
  }

  /**
   * The moment that this device's data stands at, as short as it can be said: today '09:14 AM', before that day and time.
   * By the device's own clock: read by the fleet's, data of this minute would look hours old to who works elsewhere.
   */
  function asOf(instant: Instant | Empty, now: number = Date.now()): string {
    if (isEmpty(instant) || !ownClock(instant)) return dash
    const day = dayOf(instant, ownClock)
    const at = time(instant, ownZone)
    return day === dayOf(now, ownClock) ? at : `${date(day)} ${at}`
  }

  /** How long ago (or ahead) an instant is, in words of the language: '5 minutes ago', 'il y a 2 jours'. */
  function age(instant: Instant | Empty, now: number = Date.now()): string {
    const at = isEmpty(instant) ? Number.NaN : new Date(instant).getTime()
    if (!Number.isFinite(at)) return dash
    const seconds = (at - now) / 1000
    for (const [unit, length, limit] of ageSteps) {
      if (Math.abs(seconds) < limit) return ages.format(Math.round(seconds / length), unit)
    }
    return date(dayOf(at))
  }

  return {
    ...{ timeZone, ownZone, date, weekdayAndDate, shortDate, dayOf, hourOf },
    ...{ time, dateTime, zoneMark, asOf, age },
  }
}

type WallTime = Record<'year' | 'month' | 'day' | 'hour' | 'minute', string>
type WallClock = (instant: Instant) => WallTime | undefined

/** '02:05 PM'. */
function timeText({ hour, minute }: WallTime): string {
  const of12 = String(Number(hour) % 12 || 12).padStart(2, '0')
  return `${of12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}

const marked = (time: string, mark: string) => (mark ? `${time} ${mark}` : time)

const isSame = (one: WallTime | undefined, other: WallTime | undefined) =>
  one !== undefined &&
  other !== undefined &&
  Object.entries(one).every(([part, value]) => other[part as keyof WallTime] === value)

/** Whether a clock shows the same time once more, an hour earlier or later, because it was set back. */
function comesTwice(instant: Instant, clock: WallClock): boolean {
  const at = new Date(instant).getTime()
  return [-SET_BACK_MS, SET_BACK_MS].some((by) => isSame(clock(at + by), clock(at)))
}
const SET_BACK_MS = 3_600_000

/** Reads an instant as the parts of a clock on the wall in a zone. */
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

const ageSteps: [Intl.RelativeTimeFormatUnit, number, number][] = [
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
