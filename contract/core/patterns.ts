/** Patterns of fields, without the schemas built on them: the first screen checks with these alone (reliability.md P-1). */
export const PATTERNS = {
  /** US: five digits, optional four-digit extension (doc1 §5). */
  zip: /^\d{5}(-\d{4})?$/,
  /** Canada: letter digit letter, space, digit letter digit; the space may be left out (ACC-083). */
  postalCode: /^[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  phone: /^\d{10}$/,
  otp: /^\d{6}$/,
  money: /^\d{1,8}(\.\d{1,2})?$/,
  noSpaces: /^[^\s\p{Cc}\p{Cs}]+$/u,
  sha256: /^[0-9a-f]{64}$/,
} as const
