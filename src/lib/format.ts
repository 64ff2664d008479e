import {
  type Country,
  type DistanceUnit,
  defaultTimeZone,
  distanceUnitOf,
  type Language,
} from '#contract/core/locale.ts'

/** Shown wherever a value is empty. Source: BRD-037. */
export const dash = '—'

export interface FormatSettings {
  country: Country
  language: Language
  /** IANA name; a name this device does not know falls back to the product's default zone. */
  timeZone?: string
}

type Empty = null | undefined | ''

/**
 * The one formatter of the app: every amount, date, time, distance, size and phone number on screen.
 *
 * The country decides date order, units and currency; the language decides words and digit grouping.
 * Money keeps the comma in French too: the documents ask for '1,234.50 CAD' without an exception
 * (doc2 §9, BRD-035, BRD-036). Empty values come back as a dash.
 */
export function createFormatter(settings: FormatSettings) {
  const { country, language } = settings
  const timeZone = knownTimeZone(settings.timeZone)
  const locale = `${language}-${country}`
  const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const numbers = new Intl.NumberFormat(locale)
  const ages = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const ownUnit = distanceUnitOf(country)

  /** Money from the wire's decimal string: '1,234.50 CAD' in Canada, '$1,234.50' in the US. */
  function money(amount: string | number | Empty): string {
    if (isEmpty(amount)) return dash
    const value = Number(amount)
    if (!Number.isFinite(value)) return dash
    // A string keeps all its digits; a number would round above 2^53.
    const digits = amounts.format(typeof amount === 'string' ? (amount as `${number}`) : value)
    return country === 'CA' ? `${digits} CAD` : digits.replace(/^(-?)/, '$1$')
  }

  /** Money per unit of distance: '$0.21 / mi'. */
  function moneyPerDistance(amount: string | number | Empty, unit: DistanceUnit = ownUnit): string {
    return isEmpty(amount) ? dash : `${money(amount)} / ${unit}`
  }

  /** A calendar day 'YYYY-MM-DD': as it is in Canada, '03/14/2026' in the US. */
  function date(day: string | Empty): string {
    const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day ?? '') ?? []
    if (!year || !month || !dayOfMonth) return dash
    return country === 'CA' ? `${year}-${month}-${dayOfMonth}` : `${month}/${dayOfMonth}/${year}`
  }

  /** The short day of chart axes and narrow tiles: '3/14/26' in the US, unchanged in Canada. BRD-034. */
  function shortDate(day: string | Empty): string {
    const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)/.exec(day ?? '') ?? []
    if (country === 'CA' || !year) return date(day)
    return `${Number(month)}/${Number(dayOfMonth)}/${year.slice(2)}`
  }

  /** The calendar day 'YYYY-MM-DD' on which an instant falls in the reader's zone. */
  function dayOf(instant: string | number | Date): string {
    const at = wallClock(instant)
    return at ? `${at.year}-${at.month}-${at.day}` : ''
  }

  /** An instant's time of day as hh:mm A: '02:05 PM'. Source: BRD-038. */
  function time(instant: string | number | Date | Empty): string {
    const at = isEmpty(instant) ? undefined : wallClock(instant)
    if (!at) return dash
    const hour = Number(at.hour)
    return `${String(hour % 12 || 12).padStart(2, '0')}:${at.minute} ${hour < 12 ? 'AM' : 'PM'}`
  }

  /** Day and time of an instant: '03/14/2026 02:05 PM'. */
  function dateTime(instant: string | number | Date | Empty): string {
    if (isEmpty(instant) || !wallClock(instant)) return dash
    return `${date(dayOf(instant))} ${time(instant)}`
  }

  /** The moment that data stands at, as short as it can be said: today '9:14 AM', before that day and time. */
  function asOf(instant: string | number | Date | Empty, now: number = Date.now()): string {
    if (isEmpty(instant) || !wallClock(instant)) return dash
    return dayOf(instant) === dayOf(now) ? time(instant).replace(/^0/, '') : dateTime(instant)
  }

  /** How long ago (or ahead) an instant is, in words of the language: '5 minutes ago', 'il y a 2 jours'. */
  function age(instant: string | number | Date | Empty, now: number = Date.now()): string {
    const at = isEmpty(instant) ? Number.NaN : new Date(instant).getTime()
    if (!Number.isFinite(at)) return dash
    const seconds = (at - now) / 1000
    for (const [unit, length, limit] of ageSteps) {
      if (Math.abs(seconds) < limit) return ages.format(Math.round(seconds / length), unit)
    }
    return date(dayOf(at))
  }

  /** A whole distance with its own unit, never converted: '84,210 mi'. The unit defaults to the country's. */
  function distance(value: number | string | Empty, unit: DistanceUnit = ownUnit): string {
    const text = number(value)
    return text === dash ? dash : `${text} ${unit}`
  }

  function number(value: number | string | Empty): string {
    if (isEmpty(value)) return dash
    const known = Number(value)
    return Number.isFinite(known) ? numbers.format(known) : dash
  }

  /** Ten digits as (555) 123-4567; anything else as it was given. Source: APR-046. */
  function phone(value: string | Empty): string {
    if (isEmpty(value)) return dash
    const digits = value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
    return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : value
  }

  /** A file's size in decimal steps, as the limits are counted: '4.8 MB', in French '4,8 Mo'. */
  function fileSize(bytes: number | Empty): string {
    if (isEmpty(bytes)) return dash
    const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
    const digits = new Intl.NumberFormat(locale, { maximumFractionDigits: step === 2 ? 1 : 0 })
    return `${digits.format(bytes / 1000 ** step)} ${sizeUnits[language][step]}`
  }

  function wallClock(instant: string | number | Date) {
    const at = new Date(instant)
    if (Number.isNaN(at.getTime())) return undefined
    return Object.fromEntries(parts.formatToParts(at).map((part) => [part.type, part.value])) as Record<
      'year' | 'month' | 'day' | 'hour' | 'minute',
      string
    >
  }

  return {
    ...settings,
    timeZone,
    distanceUnit: ownUnit,
    money,
    moneyPerDistance,
    date,
    shortDate,
    dayOf,
    time,
    dateTime,
    asOf,
    age,
    distance,
    number,
    phone,
    fileSize,
    text: (value: string | number | Empty) => (isEmpty(value) ? dash : String(value)),
  }
}

export type Formatter = ReturnType<typeof createFormatter>

const ageSteps: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['second', 1, 60],
  ['minute', 60, 3_600],
  ['hour', 3_600, 86_400],
  ['day', 86_400, 30 * 86_400],
]

const sizeUnits: Record<Language, [string, string, string]> = {
  en: ['B', 'kB', 'MB'],
  fr: ['o', 'ko', 'Mo'],
}

function isEmpty<T>(value: T | Empty): value is Empty {
  return value === null || value === undefined || value === ''
}

function knownTimeZone(name: string | undefined): string {
  if (!name) return defaultTimeZone
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return defaultTimeZone
  }
}
