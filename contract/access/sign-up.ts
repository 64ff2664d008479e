import { PATTERNS } from '#domain/core/patterns.ts'
import { Language, Text } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { CaptchaToken } from './captcha.ts'
import { CurrentUser, Email } from './session.ts'
import { isPasswordConfirmed, signUpFields } from './sign-up-rules.ts'

const setting = {
  subdomain: z.optional(Text(63)),
  is_split_flag: z.optional(z.boolean()),
  language: z.optional(Language),
}

/** What a session opens with; `authentication_token` only for clients that are no browser, as on sign-in. */
export const SignedIn = z.object({ user: CurrentUser, authentication_token: z.optional(z.string()) })

export const signUpContract = {
  /**
   * Makes a fleet, its Owner and a session. With an Idempotency-Key the same request again makes nothing twice.
   * Where the host asks for a one-time password and `otp` is left out, it checks everything else and answers
   * `otp_required: true`. A zip code must be one of the host's country; in Canada the promotional terms are needed too.
   * Where no one-time password is asked for, a network that was told of three taken addresses must pass the captcha
   * (ruling 6). Errors: validation, email_taken, captcha_required, otp_invalid, otp_used_up, card_refused, key_reused,
   * too_many.
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
      summary: 'Sign a fleet up',
    })
    .input(
      z
        .object({
          ...signUpFields,
          ...setting,
          acceptedTermsAndConditions: z.literal(true, 'terms'),
          acceptedPromotionalTerms: z._default(z.boolean(), false),
          communicationPreferencesInFrench: z._default(z.boolean(), false),
          /** The only way of paying that sign-up knows (ACC-093). */
          fleet_payment_type: z._default(z.literal('credit_card'), 'credit_card'),
          /** Stands for a card that the card gateway holds; needed where the fuel-card flag is on. Never a card number. */
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
   * Mails a one-time password to an address that is to sign up (ACC-056). The answer is the same whether or not
   * somebody has that address: only who reads its mail learns of it. Errors: too_many.
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
      summary: 'Send a one-time password to an address that signs up',
    })
    .input(z.object({ email: Email, is_resend_otp: z._default(z.boolean(), false), ...setting }))
    .output(
      z.object({
        /** false: this host asks for none. */
        otp_required: z.boolean(),
        alertType: z.literal('success'),
        alertMessage: z.string(),
      }),
    ),
}
