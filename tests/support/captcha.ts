import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { ApiResponse, Client } from './client.ts'

/** Requests a captcha and solves it, like the widget in the page. */
export async function solveCaptcha(client: Pick<Client, 'get'>): Promise<string> {
  const { body } = await client.get('/captcha')
  const solution = await solveChallenge({ challenge: body.challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge: body.challenge, solution })).toString('base64')
}

/** Requests a password reset link like the page, with a solved captcha. */
export async function requestResetLink(client: Client, email: string): Promise<ApiResponse> {
  return client.post('/customers/reset_password', { email, captcha_token: await solveCaptcha(client) })
}
