import { PATTERNS } from './patterns.ts'

/** Returns whether `value` is a zip code (US) or a postal code (Canada) (MHX-011, MHX-012). */
export function isZipFor(country: 'US' | 'CA', value: string): boolean {
  return (country === 'CA' ? PATTERNS.postalCode : PATTERNS.zip).test(value.trim())
}

/** Normalizes a postal code: 'a1a1a1' becomes 'A1A 1A1'; zip codes stay unchanged (ACC-083). */
export function normalizeZip(value: string): string {
  const v = value.trim().toUpperCase()
  return PATTERNS.postalCode.test(v) ? `${v.slice(0, 3)} ${v.slice(-3)}` : v
}
