import { ROLES } from '#domain/access/permissions.ts'
import { PASSWORD_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { BRAND_FEATURE_NAMES } from '../core/brand-features.ts'
import { Country, Id, Language, LanguageCode, Text } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { CaptchaToken } from './captcha.ts'

/** Email address as used for sign-in: trimmed, in lower case. */
export const Email = z
  .string('email')
  .check(z.trim(), z.toLowerCase(), z.maxLength(254, 'email'), z.regex(PATTERNS.email, 'email'))
const Password = z.string('password').check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX, 'password'))

/** A fuel-card account (BRD-076). */
export const Account = z.object({
  id: Id,
  name: z.string(),
  is_active: z.boolean(),
  /** Takes part in the fuel-card program. */
  enrolled: z.boolean(),
})
export type Account = z.infer<typeof Account>

/** A fleet's link to another site, for the avatar menu (BRD-067). */
export const FleetLink = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** Only http and https. */
  link: z.string().check(z.regex(/^https?:\/\/\S+$/)),
})
export type FleetLink = z.infer<typeof FleetLink>

/** The session's current fleet. */
export const CurrentFleet = z.object({
  id: Id,
  name: z.string(),
  country: Country,
  /** 'mi' in the US, 'km' in Canada. */
  distance_unit: z.enum(['mi', 'km']),
  time_zone: z.string(),
  brand: z.string(),
  /** The fleet's brand is a fuel card, so its users have other roles, whatever host they use (USR-023). */
  is_fuel_card: z.boolean(),
  /** The features of the fleet's brand, whatever host its users sign in on (decision 60). */
  features: z.array(z.enum(BRAND_FEATURE_NAMES)),
  affiliation: z.nullable(
    z.object({
      id: Id,
      parent_id: z.nullable(Id),
      /** The affiliation that the specification singles out (CST-003); passed to the feature settings (CST-004). */
      is_special: z.boolean(),
    }),
  ),
  /** The fuel-card account of the fleet. */
  account: z.nullable(Account),
  fleet_links: z.array(FleetLink),
})
export type CurrentFleet = z.infer<typeof CurrentFleet>

/** The signed-in user (USR-048, USR-049, ACC-130). Fields of the user record in `users.ts` have the same values. */
export const CurrentUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  cellPhone: z.nullable(z.string()),
  language: Language,
  country: Country,
  roles: z.array(z.enum(ROLES)),
  isFMC: z.boolean(),
  /** The session's current fleet. */
  fleet_id: Id,
  /** The user's own fleet. Differs from `fleet_id` while the user acts for another fleet (ruling 9). */
  home_fleet_id: Id,
  /** Fuel-card accounts whose fleets the user may act for (BRD-070). */
  user_accounts: z.array(Account),
  vehicle_ids: z.array(Id),
  affiliation_id: z.nullable(Id),
  /** Fleets of those accounts (USR-048). */
  user_account_fleets: z.array(z.object({ id: Id, name: z.string() })),
  /** The user's payment method in the session's fleet; null: none. */
  payment_id: z.nullable(Id),
  has_payment_method: z.boolean(),
  /** Of the session's fleet. */
  pays_through_platform: z.boolean(),
  fleet_payment_providers: z.array(z.enum(['Braintree', 'WEX', 'Fleetcor'])),
  /** Account number of the session's fleet, 13 digits; null: unknown, or hidden from the user. */
  fuel_card_account_number: z.nullable(z.string()),
  /** Number of fleets that the user may act for. */
  total_fleet_number: z.int(),
  other_id: z.nullable(z.string()),
  is_active: z.boolean(),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  garaging_zip: z.nullable(z.string()),
  /** The user's own, or that of their own fleet. */
  zip: z.nullable(z.string()),
  /** Number of vehicles that the user's own fleet stated; until then, the number of vehicles in this product. */
  vehiclesTotal: z.int(),
  /** Same as `affiliation_id`. */
  affiliationId: z.nullable(Id),
  approval_fleets: z.array(z.object({ id: Id, name: z.string() })),
  approvalFleetIds: z.array(Id),
  /** Same as `approvalFleetIds`, under the name in the second specification document. */
  approval_fleet_ids: z.array(Id),
  fleet: CurrentFleet,
})
export type CurrentUser = z.infer<typeof CurrentUser>

const credentials = {
  email: Email,
  password: Password,
  subdomain: z.optional(Text(63)),
  is_split_flag: z.optional(z.boolean()),
  language: z.optional(LanguageCode),
  captcha_token: CaptchaToken,
}

const SignInKey = z.string('text').check(z.minLength(1, 'required'), z.maxLength(200, 'text'))

const neededWithoutKey = (name: 'email' | 'password') =>
  z.refine<{ key?: string | undefined; email?: string | undefined; password?: string | undefined }>(
    (given) => given.key !== undefined || given[name] !== undefined,
    { error: 'required', path: [name] },
  )

export const sessionContract = {
  /**
   * Signs in. Without `otp` it returns `otp_required: true` and opens no session, unless this browser is a remembered
   * device of the user (ruling 5). With `key` instead of email and password it signs the key's user in, once (ruling
   * 7). Errors: invalid_credentials, captcha_required, otp_invalid, otp_used_up, key_invalid, not_a_fleet_customer,
   * too_many.
   */
  create: call({
    access: 'anyone',
    kind: 'write',
    problems: [
      'invalid_credentials',
      'not_a_fleet_customer',
      'captcha_required',
      'otp_invalid',
      'otp_used_up',
      'key_invalid',
      'too_many',
    ],
  })
    .route({ method: 'POST', path: v4('/sessions'), tags: ['access'], summary: 'Sign in' })
    .input(
      z
        .object({
          ...credentials,
          email: z.optional(credentials.email),
          password: z.optional(credentials.password),
          key: z.optional(SignInKey),
          otp: z.optional(z.string('otp').check(z.maxLength(6, 'otp'), z.regex(PATTERNS.otp, 'otp'))),
          remember_me: z._default(z.boolean(), true),
        })
        .check(neededWithoutKey('email'), neededWithoutKey('password')),
    )
    .output(
      z.discriminatedUnion('otp_required', [
        z.object({ otp_required: z.literal(true) }),
        /**
         * `authentication_token` is only for clients other than browsers (no Sec-Fetch-Site header); browsers get the
         * cookie.
         */
        z.object({
          otp_required: z.literal(false),
          user: CurrentUser,
          authentication_token: z.optional(z.string()),
        }),
      ]),
    ),
  /** Emails a one-time password. The response is the same whether or not the address exists (ruling 6). */
  sendOtp: call({
    access: 'anyone',
    kind: 'write',
    problems: [
      'invalid_credentials',
      'not_a_fleet_customer',
      'captcha_required',
      'too_many',
      'too_many_codes',
      'mail_unavailable',
    ],
  })
    .route({
      method: 'POST',
      path: v4('/sessions/send_otp'),
      tags: ['access'],
      summary: 'Send a one-time password',
    })
    .input(z.object({ ...credentials, is_resend_otp: z._default(z.boolean(), false) }))
    .output(
      z.object({
        /** false: this browser is remembered, so it signs in without a one-time password. */
        otp_required: z.boolean(),
        alertType: z.literal('success'),
        alertMessage: z.string(),
      }),
    ),
  /**
   * Checks whether a key would sign someone in, without using it. The app calls this before it signs the current user
   * out, because an invalid key must not end their session. Errors: key_invalid, too_many.
   */
  checkKey: call({ access: 'anyone', kind: 'write', problems: ['key_invalid', 'too_many'] })
    .route({
      method: 'POST',
      path: v4('/sessions/check_key'),
      tags: ['access'],
      summary: 'Check a sign-in key',
    })
    .input(z.object({ key: SignInKey }))
    .output(z.object({ success: z.literal(true) })),
  /** Ends the session. Succeeds without one (ACC-005). */
  destroy: call({ access: 'anyone', kind: 'write' })
    .route({ method: 'DELETE', path: v4('/shell_sessions'), tags: ['access'], summary: 'Sign out' })
    .output(z.object({ success: z.literal(true) })),
}
