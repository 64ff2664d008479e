import type { FastifyReply, FastifyRequest } from 'fastify'
import { os } from '#server/http/calls/implementer.ts'
import { idempotencyKeyOf } from '#server/http/idempotency/preconditions.ts'
import { translate } from '#server/texts/translate.ts'
import { clientOf, setSignInCookies } from '../session/session.cookies.ts'
import type { SignedIn } from '../session/session.service.ts'
import { type SignUpUseCase, sendSignUpOtp, signUp } from './sign-up.service.ts'

export const signUpRoutes = (useCase: SignUpUseCase) => ({
  create: os.signUp.create.handler(async ({ input, context: { request, reply } }) => {
    const signIn = await signUp(useCase, input, clientOf(request), idempotencyKeyOf(request) ?? undefined)
    if (!signIn.isSignedIn) return { otp_required: true as const }
    return { otp_required: false as const, ...signInResponse(signIn, request, reply) }
  }),

  sendOtp: os.signUp.sendOtp.handler(async ({ input, context: { request } }) => {
    const isSent = await sendSignUpOtp(useCase, input, clientOf(request))
    const language = input.language ?? request.language
    return {
      otp_required: isSent,
      alertType: 'success' as const,
      alertMessage: translate(
        language,
        input.is_resend_otp ? 'server/session:otpResent' : 'server/session:otpSent',
      ),
    }
  }),
})

/**
 * Sets the session's cookies. Only clients other than browsers get the token in the body; browsers keep it from
 * scripts.
 */
export function signInResponse(signIn: SignedIn, request: FastifyRequest, reply: FastifyReply) {
  setSignInCookies(reply, signIn)
  const isBrowser = request.headers['sec-fetch-site'] !== undefined
  return { user: signIn.user, ...(isBrowser ? {} : { authentication_token: signIn.token }) }
}
