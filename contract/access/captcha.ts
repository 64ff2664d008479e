import { CAPTCHA_TOKEN_MAX } from '#domain/core/limits.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** Answer to a captcha, as its widget returns it (ACC-030). */
export const CaptchaToken = z.optional(z.string('text').check(z.maxLength(CAPTCHA_TOKEN_MAX, 'text')))

/** The captcha provider and its challenge: a proof-of-work problem for `altcha`, the site key for `recaptcha`. */
export const CaptchaQuestion = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('altcha'),
    challenge: z.object({
      parameters: z.object({
        algorithm: z.string(),
        nonce: z.string(),
        salt: z.string(),
        cost: z.int(),
        keyLength: z.int(),
        keyPrefix: z.string(),
        keySignature: z.string(),
        /** Seconds since 1970. */
        expiresAt: z.int(),
        /** Difficulty. Each level doubles the work. */
        data: z.object({ level: z.int() }),
      }),
      signature: z.string(),
    }),
  }),
  z.object({ provider: z.literal('recaptcha'), site_key: z.string() }),
])
export type CaptchaQuestion = z.infer<typeof CaptchaQuestion>

export const captchaContract = {
  /** Returns a new challenge. Its answer is sent as `captcha_token` with the call that requires one. */
  question: call({ access: 'anyone' })
    .route({ method: 'GET', path: v4('/captcha'), tags: ['access'], summary: 'Create a captcha challenge' })
    .output(CaptchaQuestion),
}
