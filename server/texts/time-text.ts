import type { Country, Language } from '#contract/core/fields.ts'
import { zoneName } from '#domain/core/zone-name.ts'
import { dayText } from './day-text.ts'

interface Reader {
  language: Language
  country: Country
}

/** Formats a time with its time zone, because readers may be in another one: '05/04/2026 12:00 PM EDT'. */
export function timeText(instant: string, timeZone: string, reader: Reader): string {
  const { day, time } = wallTime(instant, timeZone, reader.country)
  return [day, time, zoneName(instant, timeZone, reader)].filter(Boolean).join(' ')
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats date and time in a time zone (BRD-032, BRD-033, BRD-038): YYYY-MM-DD in Canada, MM/DD/YYYY elsewhere; hh:mm
 * AM.
 */
export function wallTime(instant: string, timeZone: string, country: Country) {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hour12: true,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    formats.set(timeZone, format)
  }
  const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return {
    day: dayText(`${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`, country),
    time: `${parts.get('hour')}:${parts.get('minute')} ${parts.get('dayPeriod')}`,
  }
}
