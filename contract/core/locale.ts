/** The two languages of the product; French is Canadian French. Source: BRD-023. */
export type Language = 'en' | 'fr'

/** The two countries; each brand belongs to one. Source: BRD-025. */
export type Country = 'US' | 'CA'

/** Units of distance, as sent and stored. */
export type DistanceUnit = 'mi' | 'km'

/** Time zone of times without a zone. Source: BRD-039. */
export const defaultTimeZone = 'Etc/GMT+5'

/** Language codes that the specification accepts. Source: BRD-024. */
export const languageCodes = ['en', 'fr', 'en-CA', 'fr-CA', 'en_US', 'fr_CA'] as const

/**
 * Reads a language code in any accepted form (en, fr, en-CA, fr-CA, en_US, fr_CA). Returns undefined for anything else,
 * so that the caller's fallback applies. Source: BRD-024.
 */
export function toLanguage(code: string | null | undefined): Language | undefined {
  const primary = code?.trim().toLowerCase().split(/[-_]/)[0]
  return primary === 'en' || primary === 'fr' ? primary : undefined
}

/** Returns the odometer unit of a country. Source: BRD-028. */
export function distanceUnitOf(country: Country): DistanceUnit {
  return country === 'CA' ? 'km' : 'mi'
}
