import type { Country } from '#contract/core/fields.ts'

const amounts = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats an amount like the app (BRD-036): '$1,234.50', in Canada '1,234.50 CAD', in both languages. */
export function moneyText(country: Country, amount: string): string {
  const digits = amounts.format(amount as `${number}`)
  return country === 'CA' ? `${digits} CAD` : digits.replace(/^(-?)/, '$1$')
}
