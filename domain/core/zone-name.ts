/**
 * Returns the abbreviation of a time zone at an instant: 'EST', in French 'HNE'; null if this browser does not know it.
 */
export function zoneName(instant: string, timeZone: string | undefined, locale: string): string | null {
  try {
    const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    const parts = format.formatToParts(new Date(instant))
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null
  } catch {
    return null
  }
}
