// Every pattern runs in linear time: tests/architecture/patterns.test.ts measures each literal. Two adjacent
// repetitions must not match the same character.

/** Field patterns without schemas, so that the first screen loads only these (P-1). */
export const PATTERNS = {
  /** US: five digits, optional four-digit extension (ACC-081). */
  zip: /^\d{5}(-\d{4})?$/,
  /** Canada: letter digit letter, optional space, digit letter digit (ACC-083). */
  postalCode: /^[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d$/,
  /**
   * One `@`, then labels separated by single dots. Excludes characters that separate addresses in mail headers
   * ('a,b@example.com' would be two recipients), invisible characters, and lone surrogates, which PostgreSQL rejects.
   */
  email:
    /^[^\s@<>(),;:"[\]\\\p{Cc}\p{Cf}\p{Cs}]+@[^\s@.<>(),;:"[\]\\\p{Cc}\p{Cf}\p{Cs}]+(?:\.[^\s@.<>(),;:"[\]\\\p{Cc}\p{Cf}\p{Cs}]+)+$/u,
  /** One line, without characters that change the text direction. */
  line: /^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u,
  phone: /^\d{10}$/,
  otp: /^\d{6}$/,
  money: /^\d{1,8}(\.\d{1,2})?$/,
  noSpaces: /^[^\s\p{Cc}\p{Cs}]+$/u,
  sha256: /^[0-9a-f]{64}$/,
} as const
