import * as z from '#contract/core/zod.ts'

/** Removes slashes and white space: 'https://my…/db name' becomes 'https:my…dbname' (TEL-024). */
export const normalizeDatabaseName = (text: string) => text.replaceAll(/[\s/\\]/g, '')

/** Name of a fleet's database at its telematics provider; empty means none. */
export const TelematicsDatabase = z
  .string('text')
  .check(
    z.overwrite(normalizeDatabaseName),
    z.maxLength(100, 'too_long'),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'text'),
  )
