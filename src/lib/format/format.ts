import type { Country, Language } from '#contract/core/locale.ts'
import { createDateFormats } from './format-dates.ts'
import { dash, type Empty, isEmpty } from './format-empty.ts'
import { createNumberFormats } from './format-numbers.ts'

export { dash } from './format-empty.ts'

export interface FormatSettings {
  country: Country
  language: Language
  /** IANA name. Unknown names fall back to the product's default zone. */
  timeZone?: string
  /** IANA name of the device's time zone; defaults to `timeZone`. */
  deviceTimeZone?: string
}

/**
 * Creates the app's only formatter: every amount, date, time, distance, size and phone number on screen.
 *
 * The country decides date order, units and currency; the language decides words and digit grouping. Money uses the
 * comma in French too: the specification requires '1,234.50 CAD' without an exception (BRD-035, BRD-036). Empty values
 * become a dash.
 */
export function createFormatter({ country, language, timeZone, deviceTimeZone }: FormatSettings) {
  return {
    country,
    language,
    ...createNumberFormats(country, language),
    ...createDateFormats(country, language, timeZone, deviceTimeZone),
    phone,
    text: (value: string | number | Empty) => (isEmpty(value) ? dash : String(value)),
  }
}

export type Formatter = ReturnType<typeof createFormatter>

/** Formats ten digits as (555) 123-4567; leaves anything else unchanged (APR-046). */
function phone(value: string | Empty): string {
  if (isEmpty(value)) return dash
  const digits = value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : value
}
