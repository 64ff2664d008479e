import { hasCardNumber } from '#domain/core/card-number.ts'
import { ODOMETER_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { languageCodes, toLanguage } from './locale.ts'
import * as z from './zod.ts'

// Messages of all schemas are codes, never text: keys of translations in `locales/<lang>/fields.json`
// (`fields:<code>`).

/** Earliest accepted day. Year 0 does not exist in PostgreSQL. */
const EARLIEST = '1900-01-01'
const LATEST = '9999-12-31T23:59:59.999Z'
const isStorable = (ms: number) => ms >= Date.parse(EARLIEST) && ms <= Date.parse(LATEST)

/** Database id: a positive safe integer. */
export const Id = z.int('id').check(z.positive('id'))
/** UUID of any version, in lower case, created by the client for rows that can be created offline. */
export const Uuid = z.uuid('uuid')
/** A count that fits a PostgreSQL integer. */
export const Count = z.int().check(z.gte(0), z.lte(2_147_483_647))
/** Existing calendar day, `YYYY-MM-DD`. */
export const Day = z.iso.date('date').check(z.refine((day) => day >= EARLIEST, 'date'))
/** Rejects a range of days that ends before it starts, with `date` at its end. Without one of them it is open. */
export const isInOrder = (from: string, to: string) =>
  z.refine<Record<string, unknown>>(
    (range) => {
      const [first, last] = [range[from], range[to]]
      return typeof first !== 'string' || typeof last !== 'string' || first <= last
    },
    { error: 'date', path: [to] },
  )
/** Instant, ISO 8601 with a zone. In UTC, its year must also be between 1900 and 9999. */
export const Instant = z.iso.datetime({ offset: true, error: 'instant' }).check(
  z.maxLength(40, 'instant'),
  z.refine((instant) => isStorable(Date.parse(instant)), 'instant'),
)
/** Decimal amount in the fleet's currency, as text: '129.95'. Never a float (ruling 18). */
export const Money = z.string('money').check(z.maxLength(11, 'money'), z.regex(PATTERNS.money, 'money'))
/** A total of amounts, with up to 18 digits. */
export const MoneySum = z.string('money').check(z.regex(/^\d{1,18}(\.\d{1,2})?$/, 'money'))
/** The same, negative for refunds: '-12.00'. */
export const SignedMoneySum = z.string('money').check(z.regex(/^-?\d{1,18}(\.\d{1,2})?$/, 'money'))
/** Odometer reading: whole number from 0, in the unit of the row. */
export const Odometer = z.int('odometer').check(z.gte(0, 'odometer'), z.lte(ODOMETER_MAX, 'odometer'))
export const DistanceUnit = z.enum(['mi', 'km'])
export type DistanceUnit = z.infer<typeof DistanceUnit>
export const Country = z.enum(['US', 'CA'])
export type Country = z.infer<typeof Country>
export const Language = z.enum(['en', 'fr'])
export type Language = z.infer<typeof Language>
/** Language code in any accepted form; 'fr_CA' becomes 'fr' (BRD-024). */
export const LanguageCode = z.pipe(
  z.enum(languageCodes),
  z.transform((code): Language => toLanguage(code) ?? 'en'),
)

/** Language of a file; 'EN' and 'FR' are accepted as well (SVC-019). */
export const FileLanguage = z._default(
  z.pipe(
    z.enum(['EN', 'FR', ...languageCodes]),
    z.transform((code): Language => toLanguage(code) ?? 'en'),
  ),
  'en',
)

/**
 * Trimmed, well-formed text from 1 to `max` characters, without control characters except line ends. Rejects card
 * numbers, because such texts are stored, shown and emailed.
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

/** The same on one line: names that appear in email subjects and lists. */
export const SingleLineText = (max: number) =>
  Text(max).check(z.regex(PATTERNS.line, { error: 'text', abort: true }))

/** A ticket in the query of a download (ruling 8). */
export const TicketToken = z.string('text').check(z.maxLength(200, 'text'))

/** Zip code or postal code of either country; the rule that knows the fleet decides which one applies. */
export const ZipOrPostalCode = z.string('zip').check(
  z.trim(),
  z.maxLength(10, 'zip'),
  z.refine((v) => PATTERNS.zip.test(v) || PATTERNS.postalCode.test(v), 'zip'),
)

/** PostgreSQL reads offsets such as '-05:00', which Intl accepts, with the opposite sign. */
const ZONE_NAME = /^[A-Za-z][\w+\-/]*$/
function isTimeZone(name: string): boolean {
  try {
    return (
      name.length <= 64 &&
      ZONE_NAME.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
    )
  } catch {
    return false
  }
}
/** IANA time zone name, as browsers report it: 'America/Toronto'. */
export const TimeZone = z
  .string('time_zone')
  .check(z.maxLength(64, 'time_zone'), z.refine(isTimeZone, 'time_zone'))

/** A field of an update. Left out: unchanged. null: cleared. */
export const clearable = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))
