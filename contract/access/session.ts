import { ROLES } from '#domain/access/permissions.ts'
import { PASSWORD_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { Country, Id, Language, LanguageCode, Text } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { CaptchaToken } from './captcha.ts'

/** An address as people sign in with it: trimmed, in lower case. */
export const Email = z
  .string('email')
  .check(z.trim(), z.toLowerCase(), z.maxLength(254, 'email'), z.regex(PATTERNS.email, 'email'))
const Password = z.string('password').check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX, 'password'))

/** A fuel-card account (BRD-076). */
export const Account = z.object({
  id: Id,
  name: z.string(),
  is_active: z.boolean(),
  /** Takes part in the fuel-card programme. */
  enrolled: z.boolean(),
})
export type Account = z.infer<typeof Account>

/** A fleet's link to another site, for the avatar menu (BRD-067). */
export const FleetLink = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** http or https, nothing else. */
  link: z.string().check(z.regex(/^https?:\/\/\S+$/)),
})
export type FleetLink = z.infer<typeof FleetLink>

/** The fleet that the session stands in. */
export const CurrentFleet = z.object({
  id: Id,
  name: z.string(),
  country: Country,
  /** 'mi' in the US, 'km' in Canada. */
  distance_unit: z.enum(['mi', 'km']),
  time_zone: z.string(),
  brand: z.string(),
  /** Its brand is a fuel card: its users have other roles, whatever host somebody looks at it from (USR-023). */
  is_fuel_card: z.boolean(),
  affiliation: z.nullable(
    z.object({
      id: Id,
      parent_id: z.nullable(Id),
      /** The affiliation that the documents mark out (CST-003); feature settings are told of it (CST-004). */
      is_special: z.boolean(),
    }),
  ),
  /** The fuel-card account that it belongs to. */
  account: z.nullable(Account),
  fleet_links: z.array(FleetLink),
})
export type CurrentFleet = z.infer<typeof CurrentFleet>

/** The signed-in user (USR-048, USR-049), without anything that a screen of this app does not need. */
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
  /** The fleet that the session stands in. */
  fleet_id: Id,
  /** The fleet that the user belongs to; another one than `fleet_id` while they stand in for it (ruling 9). */
  home_fleet_id: Id,
  /** Fuel-card accounts whose fleets the user may stand in (BRD-070). */
  user_accounts: z.array(Account),
  vehicle_ids: z.array(Id),
  affiliation_id: z.nullable(Id),
  /** Fleets of those accounts (USR-048). */
  user_account_fleets: z.array(z.object({ id: Id, name: z.string() })),
  /** Their own payment method in the fleet that the session stands in; null: none. */
  payment_id: z.nullable(Id),
  has_payment_method: z.boolean(),
  /** Of the fleet that the session stands in. */
  pays_through_platform: z.boolean(),
  fleet_payment_providers: z.array(z.enum(['Braintree', 'WEX', 'Fleetcor'])),
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
   * Signs in. Without `otp` it answers `otp_required: true` and signs nobody in, unless this browser is a device
   * that the user remembered (ruling 5). With `key` instead of e-mail and password it signs the key's user in, once
   * (ruling 7). Errors: invalid_credentials, captcha_required, otp_invalid, otp_used_up, key_invalid, not_a_fleet_customer, too_many.
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
        /** `authentication_token` only for clients that are no browser (no Sec-Fetch-Site header); browsers get the cookie. */
        z.object({
          otp_required: z.literal(false),
          user: CurrentUser,
          authentication_token: z.optional(z.string()),
        }),
      ]),
    ),
  /** Sends a one-time password by mail. The answer is the same whether the address exists or not (ruling 6). */
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
        /** false: this browser is remembered, so sign in without an OTP. */
        otp_required: z.boolean(),
        alertType: z.literal('success'),
        alertMessage: z.string(),
      }),
    ),
  /**
   * Whether a key would sign somebody in now; it stays good. Asked before whoever is at work is signed out for it, since
   * a key that opens nothing must not end their session. Errors: key_invalid, too_many.
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
  /** Ends the session; harmless without one (ACC-005). */
  destroy: call({ access: 'anyone', kind: 'write' })
    .route({ method: 'DELETE', path: v4('/shell_sessions'), tags: ['access'], summary: 'Sign out' })
    .output(z.object({ success: z.literal(true) })),
}
