import { PATTERNS } from '#domain/core/patterns.ts'
import { LanguageCode, Text } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { CaptchaToken } from './captcha.ts'
import { CurrentUser, Email } from './session.ts'
import { isPasswordConfirmed, signUpFields } from './sign-up-rules.ts'

const setting = {
  subdomain: z.optional(Text(63)),
  is_split_flag: z.optional(z.boolean()),
  language: z.optional(LanguageCode),
}

/** Response of a sign-in. `authentication_token` is only for clients other than browsers. */
export const SignedIn = z.object({ user: CurrentUser, authentication_token: z.optional(z.string()) })

export const signUpContract = {
  /**
   * Creates a fleet, its Owner and a session. Idempotent with an Idempotency-Key. If the host requires a one-time
   * password and `otp` is left out, it checks everything else and returns `otp_required: true`. The zip code must
   * belong to the host's country; in Canada the promotional terms are required too. On hosts without a one-time
   * password, a network must solve the captcha after three responses that an address is taken (ruling 6). Errors:
   * validation, email_taken, captcha_required, otp_invalid, otp_used_up, card_refused, key_reused, too_many.
   */
  create: call({
    access: 'anyone',
    feature: 'signUp',
    kind: 'write',
    problems: [
      'email_taken',
      'captcha_required',
      'otp_invalid',
      'otp_used_up',
      'key_reused',
      'card_refused',
      'too_many',
    ],
  })
    .route({
      method: 'POST',
      path: v4('/customers/fleet_signup'),
      tags: ['access'],
      summary: 'Sign up a fleet',
    })
    .input(
      z
        .object({
          ...signUpFields,
          ...setting,
          acceptedTermsAndConditions: z.literal(true, 'terms'),
          acceptedPromotionalTerms: z._default(z.boolean(), false),
          communicationPreferencesInFrench: z._default(z.boolean(), false),
          /** The only payment type that sign-up supports (ACC-093). */
          fleet_payment_type: z._default(z.literal('credit_card'), 'credit_card'),
          /** Reference to a card at the card gateway; required if the fuel-card flag is on. Never a card number. */
          payment_method_nonce: z.optional(Text(200)),
          otp: z.optional(z.string('otp').check(z.maxLength(6, 'otp'), z.regex(PATTERNS.otp, 'otp'))),
          captcha_token: CaptchaToken,
        })
        .check(isPasswordConfirmed),
    )
    .output(
      z.discriminatedUnion('otp_required', [
        z.object({ otp_required: z.literal(true) }),
        z.extend(SignedIn, { otp_required: z.literal(false) }),
      ]),
    ),
  /**
   * Emails a one-time password to an address that signs up (ACC-056). The response does not depend on whether the
   * address has an account; only the email differs. Errors: too_many.
   */
  sendOtp: call({
    access: 'anyone',
    feature: 'signUp',
    kind: 'write',
    problems: ['too_many', 'too_many_codes', 'mail_unavailable'],
  })
    .route({
      method: 'POST',
      path: v4('/customers/fleet_signup/send_otp'),
      tags: ['access'],
      summary: 'Send a one-time password for a sign-up',
    })
    .input(z.object({ email: Email, is_resend_otp: z._default(z.boolean(), false), ...setting }))
    .output(
      z.object({
        /** false: this host requires none. */
        otp_required: z.boolean(),
        alertType: z.literal('success'),
        alertMessage: z.string(),
      }),
    ),
}
