import type { Country } from '#contract/core/locale.ts'
import { PATTERNS } from './patterns.ts'

/** What a generic form can say of a field, as the key of its words in `locales/<lang>/form.json`. */
export type FormErrorCode = 'mustSelect' | 'email' | 'phone' | 'zip' | 'postal_code' | 'password_mismatch'

export interface FormField {
  value: string
  /** Left out: the field must not be empty (ACC-117). */
  isOptional?: boolean
  /** What its text has to look like; nothing is asked of an empty optional field. */
  kind?: 'email' | 'phone' | 'zip'
  /** Must be the same text as this one (ACC-118). */
  equals?: string
}

/**
 * What is wrong with a field of a generic form; null: nothing. The rules are those of sign-up: e-mail pattern, exactly
 * ten digits, zip or postal code of the country (ACC-117, ACC-118).
 */
export function validateFormField(
  { value, isOptional, kind, equals }: FormField,
  country: Country,
): FormErrorCode | null {
  const text = value.trim()
  if (equals !== undefined && value !== equals) return 'password_mismatch'
  if (!text) return isOptional ? null : 'mustSelect'
  if (kind === 'email' && !PATTERNS.email.test(text)) return 'email'
  if (kind === 'phone' && !PATTERNS.phone.test(text)) return 'phone'
  if (kind !== 'zip') return null
  if (country === 'CA') return PATTERNS.postalCode.test(text) ? null : 'postal_code'
  return PATTERNS.zip.test(text) ? null : 'zip'
}

/** '(614) 555-0100' becomes '6145550100': what people put between the digits of a phone number is taken out, nothing else. */
export const normalisePhone = (text: string) => text.replaceAll(/[\s().-]/g, '')
