import {
  ADDRESS_MAX,
  FLEET_TEXT_MAX,
  PERSON_NAME_MAX,
  QUICK_LINK_DESCRIPTION_MAX,
  QUICK_LINK_MAX,
} from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { parseUrl } from '#domain/core/web-address.ts'
import { Email } from '../access/session.ts'
import { Country, clearable, LanguageCode, Text, TimeZone, ZipOrPostalCode } from '../core/fields.ts'
import { Name } from '../core/names.ts'
import * as z from '../core/zod.ts'

/** Payment types of fleets (ruling 26). */
export const PAYMENT_TYPES = ['credit_card', 'wex', 'fleetcor', 'pay_in_shop', 'invoice'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

/** Provider of each payment type that pays through the platform (ruling 26). */
export const PROVIDER_BY_PAYMENT_TYPE = {
  credit_card: 'Braintree',
  wex: 'WEX',
  fleetcor: 'Fleetcor',
} as const

/** Returns whether a fleet with this payment type pays through the platform. */
export const paysThroughPlatform = (type: PaymentType): type is keyof typeof PROVIDER_BY_PAYMENT_TYPE =>
  type in PROVIDER_BY_PAYMENT_TYPE

/** Address of the fleet; `state` and `zip` are checked against its country. */
export const FleetAddress = z.object({
  address_line1: z.nullable(Text(ADDRESS_MAX)),
  city: z.nullable(Text(ADDRESS_MAX)),
  state: z.nullable(
    z.string('state_id').check(z.maxLength(2, 'state_id'), z.regex(/^[A-Z]{2}$/, 'state_id')),
  ),
  zip: z.nullable(ZipOrPostalCode),
})
export type FleetAddress = z.infer<typeof FleetAddress>

const fields = {
  region: clearable(Text(FLEET_TEXT_MAX)),
  rep: clearable(Text(FLEET_TEXT_MAX)),
  other_id: clearable(Text(FLEET_TEXT_MAX)),
  fleet_payment_type: z.optional(z.enum(PAYMENT_TYPES, 'payment_type')),
  share_wex_number: z.optional(z.boolean()),
  address_attributes: clearable(FleetAddress),
  /**
   * Pays a subscription from the first day of the next month (ruling 32). Rejected if the brand has no subscriptions, or
   * if the fleet has no payment provider that can charge it.
   */
  has_subscription: z.optional(z.boolean()),
}

/**
 * A new fleet (FMC-025, FMC-027). Country and time zone cannot change later, because amounts and days depend on them.
 */
export const NewFleet = z.object({
  name: Name(FLEET_TEXT_MAX),
  ...fields,
  /** Defaults to the country of the company's own fleet. */
  country: z.optional(Country),
  /** Defaults to the time zone of the company's own fleet. */
  time_zone: z.optional(TimeZone),
})
export type NewFleet = z.infer<typeof NewFleet>

/** Changes to a fleet. Fields that are left out stay unchanged. */
export const FleetChange = z.object({ name: z.optional(Name(FLEET_TEXT_MAX)), ...fields })
export type FleetChange = z.infer<typeof FleetChange>

/** Rejects a call that changes nothing. */
export const hasFleetChange = z.refine<{ databaseName?: string | undefined; fleet?: object | undefined }>(
  ({ databaseName, fleet }) => databaseName !== undefined || (fleet && Object.keys(fleet).length > 0),
  { error: 'required', path: ['fleet'] },
)

/** The first Owner of a new fleet, invited like any other user. */
export const FirstOwner = z.object({
  firstName: Name(PERSON_NAME_MAX),
  lastName: Name(PERSON_NAME_MAX),
  email: Email,
  cellPhone: clearable(
    z.string('phone').check(z.trim(), z.maxLength(10, 'phone'), z.regex(PATTERNS.phone, 'phone')),
  ),
  language: z.optional(LanguageCode),
})
export type FirstOwner = z.infer<typeof FirstOwner>

/** A link of the fleet's avatar menu (FMC-035, FMC-036). */
export const QuickLinkInput = z.object({
  name: Name(FLEET_TEXT_MAX),
  /** Tooltip; may be empty. */
  description: z._default(
    z.string('text').check(
      z.trim(),
      z.maxLength(QUICK_LINK_DESCRIPTION_MAX, 'too_long'),
      // biome-ignore lint/suspicious/noControlCharactersInRegex: refuses them.
      z.regex(/^[^\u0000-\u001f\p{Cs}]*$/u, 'text'),
    ),
    '',
  ),
  link: z
    .string('link')
    .check(z.trim(), z.maxLength(QUICK_LINK_MAX, 'too_long'), z.refine(isWebAddress, 'link')),
})
export type QuickLinkInput = z.infer<typeof QuickLinkInput>

/** Accepts http and https without a user name or password, which can disguise the host of an address. */
function isWebAddress(text: string): boolean {
  const url = /^https?:\/\/\S+$/i.test(text) ? parseUrl(text) : null
  return url !== null && url.username === '' && url.password === '' && url.hostname !== ''
}
