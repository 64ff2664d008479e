import * as z from 'zod/mini'
import { fetchJson } from '#server/integrations/external-api.ts'
import { type CircuitLimits, type CircuitOptions, createCircuit } from '../circuit.ts'
import { PORT_LIMITS } from '../limits.ts'
import type { CaptchaPort } from './port.ts'

interface RecaptchaSettings {
  siteKey: string
  secretKey: string
  /** URL that verifies responses: reCAPTCHA's own, or that of a compatible service. */
  verifyUrl: string
}

const Verdict = z.object({ success: z.boolean() })

/** reCAPTCHA v2 with a checkbox. A response is valid once and for two minutes, according to Google. */
export function recaptcha(
  { siteKey, secretKey, verifyUrl }: RecaptchaSettings,
  { limits = PORT_LIMITS.captcha, ...options }: CircuitOptions & { limits?: CircuitLimits } = {},
): CaptchaPort {
  const circuit = createCircuit('captcha', limits, options)
  return {
    question: async () => ({ provider: 'recaptcha', site_key: siteKey }),
    verify: (answer, ip) =>
      circuit.run(async (signal) => {
        const body = new URLSearchParams({ secret: secretKey, response: answer, remoteip: ip })
        const { body: verdict } = await fetchJson(verifyUrl, { method: 'POST', body, signal })
        return z.parse(Verdict, verdict).success
      }),
    challengeOf: (answer) => answer,
  }
}
