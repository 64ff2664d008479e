import * as z from 'zod/mini'
import type { CaptchaPort } from './port.ts'

export interface RecaptchaSettings {
  siteKey: string
  secretKey: string
  /** Where answers are checked: reCAPTCHA's own address, or that of a service that speaks like it. */
  verifyUrl: string
}

const Verdict = z.object({ success: z.boolean() })

/** reCAPTCHA v2, the box to tick: an answer is good once and for two minutes, as its makers say. */
export function recaptcha({ siteKey, secretKey, verifyUrl }: RecaptchaSettings): CaptchaPort {
  return {
    question: async () => ({ provider: 'recaptcha', site_key: siteKey }),
    async verify(answer, ip) {
      const response = await fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response: answer, remoteip: ip }),
        signal: AbortSignal.timeout(5000),
      })
      if (!response.ok) throw new Error(`reCAPTCHA answered ${response.status}`)
      return z.parse(Verdict, await response.json()).success
    },
  }
}
