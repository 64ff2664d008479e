import { CAPTCHA_TOKEN_MAX } from '#domain/core/limits.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** The answer of a captcha, as its widget gives it (ACC-030). */
export const CaptchaToken = z.optional(z.string('text').check(z.maxLength(CAPTCHA_TOKEN_MAX, 'text')))

/** Which captcha asks, and what it asks: with `altcha` a piece of work for the browser, with `recaptcha` its site key. */
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
        /** How much work it is: each level twice as much. */
        data: z.object({ level: z.int() }),
      }),
      signature: z.string(),
    }),
  }),
  z.object({ provider: z.literal('recaptcha'), site_key: z.string() }),
])
export type CaptchaQuestion = z.infer<typeof CaptchaQuestion>

export const captchaContract = {
  /** A new question. Its answer travels as `captcha_token` with the call that asks for one. */
  question: call({ access: 'anyone' })
    .route({ method: 'GET', path: v4('/captcha'), tags: ['access'], summary: 'A captcha to solve' })
    .output(CaptchaQuestion),
}
