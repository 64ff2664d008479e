import { os } from '#server/http/calls/implementer.ts'
import { clearSessionCookies, clientOf, requestOriginOf, sessionTokenOf } from './session.cookies.ts'
import { signOut } from './session.service.ts'
import { checkKey, type SignInUseCase, sendOtp, signIn, signInWithKey } from './sign-in.service.ts'
import { otpResponse, signInResponse } from './sign-in-response.ts'

export const sessionRoutes = (useCase: SignInUseCase) => ({
  create: os.session.create.handler(async ({ input, context: { request, reply } }) => {
    const { key, email, password, ...rest } = input
    const credentials = { ...rest, email: email ?? '', password: password ?? '' }
    const result =
      key === undefined
        ? await signIn(useCase, credentials, clientOf(request))
        : await signInWithKey(useCase, key, clientOf(request))
    if (!result.isSignedIn) return { otp_required: true as const }
    return { otp_required: false as const, ...signInResponse(result, request, reply) }
  }),

  sendOtp: os.session.sendOtp.handler(async ({ input, context: { request } }) =>
    otpResponse(await sendOtp(useCase, input, clientOf(request)), input, request),
  ),

  checkKey: os.session.checkKey.handler(async ({ input, context: { request } }) => {
    await checkKey(useCase.db, input.key, clientOf(request))
    return { success: true as const }
  }),

  destroy: os.session.destroy.handler(async ({ context: { request, reply } }) => {
    const token = sessionTokenOf(request)
    if (token) await signOut(useCase.db, token, requestOriginOf(request))
    clearSessionCookies(reply)
    return { success: true as const }
  }),
})
