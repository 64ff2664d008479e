/** What a time zone is called at an instant: 'EST', in French 'HNE'; null for a zone that this browser does not know. */
export function zoneName(instant: string, timeZone: string | undefined, locale: string): string | null {
  try {
    const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    const parts = format.formatToParts(new Date(instant))
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null
  } catch {
    return null
  }
}
