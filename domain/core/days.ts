const DAY_MS = 86_400_000

/**
 * Calendar day (`YYYY-MM-DD`) that it is at `instant` in an IANA time zone; an unknown zone counts as UTC.
 * The device's own zone: leave `zone` out.
 */
export function dayIn(zone: string | undefined, instant: Date): string {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      ...(zone === undefined ? {} : { timeZone: zone }),
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    // By its parts: how a locale orders them changes with the engine (WebKit writes 'en-CA' as 11/21/2026).
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  } catch {
    return instant.toISOString().slice(0, 10)
  }
}

/** The day that it is for the person at this device: what 'today' and 'in the future' mean in a form. */
export const localToday = (): string => dayIn(undefined, new Date())

/** The latest day that it is anywhere on earth at `instant` (UTC+14). A day after it is in the future for everyone. */
export function latestDay(instant: Date): string {
  return new Date(instant.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
}

/** The earliest day that it still is anywhere on earth at `instant` (UTC-12). A day before it is past for everyone. */
export function earliestDay(instant: Date): string {
  return new Date(instant.getTime() - 12 * 3_600_000).toISOString().slice(0, 10)
}

/** Whole days from one calendar day to another; negative when `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/** An instant as UTC, but not after `now`: a clock that runs ahead says nothing about the future. */
export const clampToNow = (now: Date, instant: string): string =>
  new Date(Math.min(now.getTime(), Date.parse(instant))).toISOString()

/** The calendar day so many days after another one; before it when negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The same day so many months later; the last day of a month that is too short for it. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}
