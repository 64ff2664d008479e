import type { Country } from '#contract/core/fields.ts'
import { isPlainName, Name } from '#contract/core/names.ts'
import * as z from '#contract/core/zod.ts'
import { TelematicsDatabase } from '#contract/vehicles/telematics-database.ts'
import { COMPANY_NAME_MAX, PERSON_NAME_MAX, VEHICLES_TOTAL_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { isZipFor, normalizeZip } from '#domain/core/zip.ts'
import { Confirmation, NewPassword } from './passwords.ts'
import { Email } from './session.ts'

// Schemas of the two sign-up forms. The forms and the server both check with them.

/** Name of a person: required, with one code for every error (ACC-076, ACC-077). */
const PersonName = z
  .string('name')
  .check(
    z.trim(),
    z.minLength(1, 'name'),
    z.maxLength(PERSON_NAME_MAX, 'too_long'),
    z.regex(PATTERNS.line, 'name'),
    isPlainName(),
  )

/** Exactly ten digits (ACC-079). */
export const Phone = z
  .string('phone')
  .check(z.trim(), z.maxLength(10, 'phone'), z.regex(PATTERNS.phone, 'phone'))

/** Zip code or postal code in its stored form: 'a1a1a1' becomes 'A1A 1A1' (ACC-081 to ACC-083). */
const Zip = z.string('zip').check(
  z.maxLength(12, 'zip'),
  z.overwrite(normalizeZip),
  z.refine((zip) => PATTERNS.zip.test(zip) || PATTERNS.postalCode.test(zip), 'zip'),
)

/** Fields of a fleet's sign-up (ACC-071 to ACC-085), with their wire names (ACC-091). */
export const signUpFields = {
  companyName: Name(COMPANY_NAME_MAX),
  /** Whole number from 0 (ACC-080). */
  carCount: z.int('car_count').check(z.gte(0, 'car_count'), z.lte(VEHICLES_TOTAL_MAX, 'car_count')),
  firstName: PersonName,
  lastName: PersonName,
  /** Stored and compared in lower case (ACC-092). */
  email: Email,
  phoneNumber: Phone,
  zipCode: Zip,
  password: NewPassword,
  confirmPassword: Confirmation,
}

/** Rejects a `confirmPassword` that differs, with `password_mismatch` (ACC-085). */
export const isPasswordConfirmed = z.refine<{ password: string; confirmPassword: string }>(
  (given) => given.password === given.confirmPassword,
  { error: 'password_mismatch', path: ['confirmPassword'] },
)

/** Returns 'zip' or 'postal_code' if the zip is invalid in the country, else null. */
export function zipError(country: Country, zip: string): 'zip' | 'postal_code' | null {
  if (isZipFor(country, zip)) return null
  return country === 'CA' ? 'postal_code' : 'zip'
}

/** Sign-up form for hosts of a country. */
export const signUpForm = (country: Country) =>
  z
    .object({
      ...signUpFields,
      zipCode: z.string('zip').check(
        z.overwrite(normalizeZip),
        z.refine((zip) => zipError(country, zip) === null, country === 'CA' ? 'postal_code' : 'zip'),
      ),
    })
    .check(isPasswordConfirmed)

/** Fields that a partner's user completes (ACC-120 to ACC-128). */
export const shellFields = {
  /** Shown only if the partner allows it to be changed (ACC-125). */
  fleetName: z.optional(Name(COMPANY_NAME_MAX)),
  email: Email,
  firstName: PersonName,
  lastName: PersonName,
  cellPhone: Phone,
  /** Name of the fleet's telematics database; optional. */
  databaseName: z.optional(TelematicsDatabase),
}

/** Sign-up form of a partner. With `isNameEditable` the fleet's name is required. */
export const shellForm = (isNameEditable: boolean) =>
  z.object({ ...shellFields, ...(isNameEditable && { fleetName: Name(COMPANY_NAME_MAX) }) })
