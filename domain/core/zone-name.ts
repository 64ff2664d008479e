interface Reader {
  language: string
  country: string
}

/**
 * Returns the abbreviation of a time zone at an instant: 'EST', in French 'HNE'; null if this browser does not know it.
 * Each country knows its own zones: 'NST' is 'GMT-3:30' in the US. In French, only Canada has abbreviations.
 */
export function zoneName(
  instant: string,
  timeZone: string | undefined,
  { language, country }: Reader,
): string | null {
  const locale = language === 'fr' ? 'fr-CA' : `${language}-${country}`
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
