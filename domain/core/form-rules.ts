import type { Country } from '#contract/core/locale.ts'
import { PATTERNS } from './patterns.ts'

/** Errors of a form field: keys of messages in `locales/<lang>/form.json`. */
export type FormErrorCode = 'mustSelect' | 'email' | 'phone' | 'zip' | 'postal_code' | 'password_mismatch'

export interface FormField {
  value: string
  /** Left out: the field is required (ACC-117). */
  isOptional?: boolean
  /** Format of the text; an empty optional field is not checked. */
  kind?: 'email' | 'phone' | 'zip'
  /** Text that it must match (ACC-118). */
  equals?: string
}

/**
 * Returns the error of a form field; null if valid. Uses the rules of sign-up: email pattern, exactly ten digits, zip
 * or postal code of the country (ACC-117, ACC-118).
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

/** Removes separators from a phone number: '(614) 555-0100' becomes '6145550100'. */
export const normalizePhone = (text: string) => text.replaceAll(/[\s().-]/g, '')
