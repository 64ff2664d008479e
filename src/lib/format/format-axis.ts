import type { Country, Language } from '#contract/core/locale.ts'

/** Formats amounts, distances and months for chart axes. Separate from the formatter, because only charts need it. */
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
    /** From an amount in dollars: '12¢', in French '12 ¢' (DSH-008). */
    cents: (amount: number): string => `${numbers.format(amount * 100)}${space}¢`,
    /** '$40k'; in Canada with the currency at the end, like all amounts. */
    thousandsOfMoney: (amount: number): string =>
      country === 'CA' ? `${thousands(amount)} CAD` : `$${thousands(amount)}`,
    /** Formats 'YYYY-MM' as 'Mar'. */
    month: (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`)),
    /** Formats 'YYYY-MM' as 'March 2026'. */
    longMonth: (month: string): string => longMonths.format(new Date(`${month}-01T00:00:00Z`)),
  }
}
