import type { Country, Language } from '#contract/core/locale.ts'

/** How the axes of charts write amounts, distances and months; apart from the formatter, since only charts need it. */
export function createAxisFormats(country: Country, language: Language) {
  const locale = `${language}-${country}`
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const months = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
  const longMonths = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const space = language === 'fr' ? '\u00a0' : ''
  const thousands = (value: number): string =>
    value === 0 ? '0' : `${numbers.format(value / 1000)}${space}k`

  return {
    /** '40k', in French '40 k' (DSH-007). */
    thousands,
    /** From money of one unit: '12¢', in French '12 ¢' (DSH-008). */
    cents: (amount: number): string => `${numbers.format(amount * 100)}${space}¢`,
    /** '$40k'; as all money of Canada with its currency behind. */
    thousandsOfMoney: (amount: number): string =>
      country === 'CA' ? `${thousands(amount)} CAD` : `$${thousands(amount)}`,
    /** Of 'YYYY-MM': 'Mar'. */
    month: (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`)),
    /** Of 'YYYY-MM': 'March 2026'. */
    longMonth: (month: string): string => longMonths.format(new Date(`${month}-01T00:00:00Z`)),
  }
}
