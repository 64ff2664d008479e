import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { ApiResponse, Client } from './client.ts'

/** Asks for a captcha and does its work, as the widget in the page does. */
export async function solveCaptcha(client: Pick<Client, 'get'>): Promise<string> {
  const { body } = await client.get('/captcha')
  const solution = await solveChallenge({ challenge: body.challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge: body.challenge, solution })).toString('base64')
}

/** Asks for a link to a new password, as the page does: with an answer to a captcha of its own. */
export async function requestResetLink(client: Client, email: string): Promise<ApiResponse> {
  return client.post('/customers/reset_password', { email, captcha_token: await solveCaptcha(client) })
}
