const DAY_MS = 86_400_000

/**
 * Returns the calendar day (`YYYY-MM-DD`) at `instant` in an IANA time zone; an unknown zone counts as UTC. Leave
 * `zone` out for the device's zone.
 */
export function dayIn(zone: string | undefined, instant: Date): string {
  if (zone === undefined) return localDay(instant)
  try {
    // From the parts, because the order depends on the engine (WebKit writes 'en-CA' as 11/21/2026).
    const parts = new Map(
      formatIn(zone)
        .formatToParts(instant)
        .map(({ type, value }) => [type, value]),
    )
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
  } catch {
    return instant.toISOString().slice(0, 10)
  }
}

/** Stored formats, because creating one is expensive. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

/** Without a stored format, because the device may change its zone. */
function localDay(instant: Date): string {
  const [month, day] = [instant.getMonth() + 1, instant.getDate()].map((n) => String(n).padStart(2, '0'))
  return `${String(instant.getFullYear()).padStart(4, '0')}-${month}-${day}`
}

/** Returns today's date on this device. Forms use it for 'today' and 'in the future'. */
export const localToday = (): string => dayIn(undefined, new Date())

/** Returns the latest current day on earth at `instant` (UTC+14). Later days are in the future everywhere. */
export function latestDay(instant: Date): string {
  return new Date(instant.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
}

/** Returns the earliest current day on earth at `instant` (UTC-12). Earlier days are past everywhere. */
export function earliestDay(instant: Date): string {
  return new Date(instant.getTime() - 12 * 3_600_000).toISOString().slice(0, 10)
}

/** Returns the whole days from one calendar day to another; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/** Returns an instant as UTC, limited to `now`, because a device's clock may be ahead. */
export const clampToNow = (now: Date, instant: string): string =>
  new Date(Math.min(now.getTime(), Date.parse(instant))).toISOString()

/** Adds days to a calendar day; negative numbers subtract. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Adds months to a calendar day; the last day of a month that is too short. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}
