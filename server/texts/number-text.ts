import type { Language } from '#contract/core/fields.ts'

const FORMATS: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat('en-US'),
  fr: new Intl.NumberFormat('fr-CA'),
}

/** Formats a number with the separators of the language: '12,500', '12 500'. */
export const numberText = (value: number, language: Language): string => FORMATS[language].format(value)
