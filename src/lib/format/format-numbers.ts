import { type Country, type DistanceUnit, distanceUnitOf, type Language } from '#contract/core/locale.ts'
import { dash, type Empty, isEmpty } from './format-empty.ts'

/** Formats amounts, distances, counts, sizes and phone numbers; part of the formatter. */
export function createNumberFormats(country: Country, language: Language) {
  const locale = `${language}-${country}`
  const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const numbers = new Intl.NumberFormat(locale)
  const ownUnit = distanceUnitOf(country)

  /** Formats money from the wire's decimal string: '1,234.50 CAD' in Canada, '$1,234.50' in the US. */
  function money(amount: string | number | Empty): string {
    if (isEmpty(amount)) return dash
    const value = Number(amount)
    if (!Number.isFinite(value)) return dash
    // Strings keep all digits; numbers would round above 2^53.
    const digits = amounts.format(typeof amount === 'string' ? (amount as `${number}`) : value)
    return country === 'CA' ? `${digits} CAD` : digits.replace(/^(-?)/, '$1$')
  }

  /** Formats money per unit of distance: '$0.21 / mi'. */
  function moneyPerDistance(amount: string | number | Empty, unit: DistanceUnit = ownUnit): string {
    return isEmpty(amount) ? dash : `${money(amount)} / ${unit}`
  }

  /**
   * Formats a whole distance with its own unit, without conversion: '84,210 mi'. The unit defaults to the country's.
   */
  function distance(value: number | string | Empty, unit: DistanceUnit = ownUnit): string {
    const text = number(value)
    return text === dash ? dash : `${text} ${unit}`
  }

  function number(value: number | string | Empty): string {
    if (isEmpty(value)) return dash
    const known = Number(value)
    return Number.isFinite(known) ? numbers.format(known) : dash
  }

  /**
   * Formats a percentage: '66%', in French '66 %' with a no-break space. Tax rates have three decimals. Columns of numbers
   * need the same number of decimals in each row: `minDecimals`.
   */
  function percent(value: number | Empty, decimals = 1, minDecimals = 0): string {
    if (isEmpty(value)) return dash
    const digits = new Intl.NumberFormat(locale, {
      style: 'percent',
      maximumFractionDigits: decimals,
      minimumFractionDigits: minDecimals,
    })
    return digits.format(value / 100)
  }

  /** Formats a file size in decimal units, as the limits are defined: '4.8 MB', in French '4,8 Mo'. */
  function fileSize(bytes: number | Empty): string {
    if (isEmpty(bytes)) return dash
    const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : bytes < 1_000_000_000 ? 2 : 3
    const digits = new Intl.NumberFormat(locale, { maximumFractionDigits: step >= 2 ? 1 : 0 })
    return `${digits.format(bytes / 1000 ** step)} ${sizeUnits[language][step]}`
  }

  return { distanceUnit: ownUnit, money, moneyPerDistance, distance, number, percent, fileSize }
}

const sizeUnits: Record<Language, [string, string, string, string]> = {
  en: ['B', 'kB', 'MB', 'GB'],
  fr: ['o', 'ko', 'Mo', 'Go'],
}
