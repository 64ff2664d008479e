import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { api } from '#src/api/client.ts'

/**
 * Asks the server for a captcha. With ALTCHA the work is done here and now: the browser's own cryptography does it beside
 * the page's thread, so typing goes on. With reCAPTCHA answers the key of the box that the person ticks.
 */
export async function askCaptcha(): Promise<{ answer: string } | { siteKey: string }> {
  const question = await api.captcha.question()
  if (question.provider === 'recaptcha') return { siteKey: question.site_key }
  const { challenge } = question
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The captcha took too long')
  return { answer: btoa(JSON.stringify({ challenge, solution })) }
}
