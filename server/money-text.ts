import type { Country, Language } from '#contract/core/fields.ts'

/** An amount as text in a language and the currency of a country: '$129.95'; in Canada with the currency behind it. */
export function moneyText(language: Language, country: Country, amount: string): string {
  const isCanada = country === 'CA'
  const format = new Intl.NumberFormat(`${language}-${country}`, {
    style: 'currency',
    currency: isCanada ? 'CAD' : 'USD',
    currencyDisplay: 'narrowSymbol',
  })
  const text = format.format(Number(amount))
  return isCanada ? `${text} CAD` : text
}
