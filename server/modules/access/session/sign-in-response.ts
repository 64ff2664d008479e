import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#contract/core/fields.ts'
import { translate } from '#server/texts/translate.ts'
import { setSignInCookies } from './session.cookies.ts'
import type { SignedIn } from './session.service.ts'

/**
 * Sets the session's cookies. Only clients other than browsers get the token in the body; browsers keep it from
 * scripts.
 */
export function signInResponse(signIn: SignedIn, request: FastifyRequest, reply: FastifyReply) {
  setSignInCookies(reply, signIn)
  const isBrowser = request.headers['sec-fetch-site'] !== undefined
  return { user: signIn.user, ...(isBrowser ? {} : { authentication_token: signIn.token }) }
}

/** The response to a request for a one-time password. `isSent`: false if this device needs none. */
export function otpResponse(
  isSent: boolean,
  input: { language?: Language | undefined; is_resend_otp?: boolean | undefined },
  request: FastifyRequest,
) {
  const key = input.is_resend_otp ? 'server/session:otpResent' : 'server/session:otpSent'
  const alertMessage = translate(input.language ?? request.language, key)
  return { otp_required: isSent, alertType: 'success' as const, alertMessage }
}
