import type { Language } from '#contract/core/fields.ts'

const FORMATS: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat('en-US'),
  fr: new Intl.NumberFormat('fr-CA'),
}

/** Formats a number with the separators of the language: '12,500', '12 500'. */
export const numberText = (value: number, language: Language): string => FORMATS[language].format(value)

const SHARES: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }),
  fr: new Intl.NumberFormat('fr-CA', { style: 'percent', maximumFractionDigits: 1 }),
}

/** Formats a percentage from 0 to 100: '87.5%', '87,5 %'. */
export const percentText = (percentage: number, language: Language): string =>
  SHARES[language].format(percentage / 100)
