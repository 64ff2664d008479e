import { hasCardNumber } from '#domain/core/card-number.ts'
import { ODOMETER_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { languageCodes, toLanguage } from './locale.ts'
import * as z from './zod.ts'

// Messages of all schemas are codes: the key of their translation in `locales/<lang>/fields.json`
// (`fields:<code>`), never text.

/** No day of this business lies before it, and year 0 is none that PostgreSQL knows. */
const EARLIEST = '1900-01-01'
const LATEST = '9999-12-31T23:59:59.999Z'
const isStorable = (ms: number) => ms >= Date.parse(EARLIEST) && ms <= Date.parse(LATEST)

/** Database id: a positive safe integer. */
export const Id = z.int('id').check(z.positive('id'))
/** Client-made id of what can be created offline; UUID of any version, lower case on the wire. */
export const Uuid = z.uuid('uuid')
/** How many of something: what a number of the database holds. */
export const Count = z.int().check(z.gte(0), z.lte(2_147_483_647))
/** Calendar day, `YYYY-MM-DD`, checked to exist. */
export const Day = z.iso.date('date').check(z.refine((day) => day >= EARLIEST, 'date'))
/** Instant, ISO 8601 with zone; as UTC too, it lies between the years that every part of the system can write. */
export const Instant = z.iso.datetime({ offset: true, error: 'instant' }).check(
  z.maxLength(40, 'instant'),
  z.refine((instant) => isStorable(Date.parse(instant)), 'instant'),
)
/** Decimal amount in the fleet's currency, as text: '129.95'. Never a float (ruling 18). */
export const Money = z.string('money').check(z.maxLength(11, 'money'), z.regex(PATTERNS.money, 'money'))
/** Amounts added up: as many digits as a sum comes to. */
export const MoneySum = z.string('money').check(z.regex(/^\d{1,18}(\.\d{1,2})?$/, 'money'))
/** The same, negative where money came back: '-12.00'. */
export const SignedMoneySum = z.string('money').check(z.regex(/^-?\d{1,18}(\.\d{1,2})?$/, 'money'))
/** Odometer reading: whole number from 0, in the unit beside it. */
export const Odometer = z.int('odometer').check(z.gte(0, 'odometer'), z.lte(ODOMETER_MAX, 'odometer'))
export const DistanceUnit = z.enum(['mi', 'km'])
export type DistanceUnit = z.infer<typeof DistanceUnit>
export const Country = z.enum(['US', 'CA'])
export type Country = z.infer<typeof Country>
export const Language = z.enum(['en', 'fr'])
export type Language = z.infer<typeof Language>
/** A language as callers may name it: 'fr_CA' is 'fr' from here on (BRD-024). */
export const LanguageCode = z.pipe(
  z.enum(languageCodes),
  z.transform((code): Language => toLanguage(code) ?? 'en'),
)

/**
 * Text of one line or more, trimmed, from 1 to `max` characters, without control characters but line ends, and well-formed.
 * Refuses card numbers: what people type here is stored, shown and mailed.
 */
export const Text = (max: number) =>
  z.string('text').check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(max, 'too_long'),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point; PostgreSQL cannot store NUL.
    z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}]*$/u, { error: 'text', abort: true }),
    z.refine((text) => !hasCardNumber(text), { error: 'card_number', abort: true }),
  )

/** The same of one line: a name that ends up in the subject of a mail, or in a list beside others. */
export const SingleLineText = (max: number) =>
  Text(max).check(z.regex(PATTERNS.line, { error: 'text', abort: true }))

/** A ticket in the query of a download (ruling 8). */
export const TicketToken = z.string('text').check(z.maxLength(200, 'text'))

/** Zip code or postal code of either country; which one applies is for the rule that knows the fleet. */
export const ZipOrPostalCode = z.string('zip').check(
  z.trim(),
  z.maxLength(10, 'zip'),
  z.refine((v) => PATTERNS.zip.test(v) || PATTERNS.postalCode.test(v), 'zip'),
)

function isTimeZone(name: string): boolean {
  try {
    return name.length <= 64 && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
/** A name of the IANA time zone database, as browsers report it: 'America/Toronto'. */
export const TimeZone = z
  .string('time_zone')
  .check(z.maxLength(64, 'time_zone'), z.refine(isTimeZone, 'time_zone'))
