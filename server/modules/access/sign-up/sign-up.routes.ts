import { os } from '#server/http/calls/implementer.ts'
import { idempotencyKeyOf } from '#server/http/idempotency/preconditions.ts'
import { clientOf } from '../session/session.cookies.ts'
import { otpResponse, signInResponse } from '../session/sign-in-response.ts'
import { type SignUpUseCase, sendSignUpOtp, signUp } from './sign-up.service.ts'

export const signUpRoutes = (useCase: SignUpUseCase) => ({
  create: os.signUp.create.handler(async ({ input, context: { request, reply } }) => {
    const signIn = await signUp(useCase, input, clientOf(request), idempotencyKeyOf(request) ?? undefined)
    if (!signIn.isSignedIn) return { otp_required: true as const }
    return { otp_required: false as const, ...signInResponse(signIn, request, reply) }
  }),

  sendOtp: os.signUp.sendOtp.handler(async ({ input, context: { request } }) =>
    otpResponse(await sendSignUpOtp(useCase, input, clientOf(request)), input, request),
  ),
})
