import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { api } from '#src/api/client.ts'

/**
 * Requests a captcha from the server. With ALTCHA, solves it right away with the browser's own cryptography, off the
 * main thread, so typing stays responsive. With reCAPTCHA, returns the site key of the box that the user ticks.
 */
export async function requestCaptcha(): Promise<{ answer: string } | { siteKey: string }> {
  const question = await api.captcha.question()
  if (question.provider === 'recaptcha') return { siteKey: question.site_key }
  const { challenge } = question
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The captcha took too long')
  return { answer: btoa(JSON.stringify({ challenge, solution })) }
}
