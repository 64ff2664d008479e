import * as z from '../core/zod.ts'

/** 'https://my…/db name' is 'https:my…dbname': slashes and white space are taken out (TEL-024). */
export const normaliseDatabaseName = (text: string) => text.replaceAll(/[\s/\\]/g, '')

/** Name of a fleet's database at its telematics provider; empty: none. */
export const TelematicsDatabase = z
  .string('text')
  .check(
    z.overwrite(normaliseDatabaseName),
    z.maxLength(100, 'too_long'),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'text'),
  )
