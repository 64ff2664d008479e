/**
 * Returns the abbreviation of a time zone at an instant: 'EST', in French 'HNE'; null if this browser does not know it.
 */
export function zoneName(instant: string, timeZone: string | undefined, locale: string): string | null {
  try {
    const parts = formatOf(timeZone, locale).formatToParts(new Date(instant))
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null
  } catch {
    return null
  }
}

/** Stored formats, because creating one is expensive; not for the device's own zone, which may change. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string | undefined, locale: string): Intl.DateTimeFormat {
  const create = () => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
  if (timeZone === undefined) return create()
  const key = `${locale} ${timeZone}`
  const format = formats.get(key) ?? create()
  formats.set(key, format)
  return format
}
