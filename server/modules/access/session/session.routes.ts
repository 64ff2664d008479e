import { os } from '#server/http/calls/implementer.ts'
import { translate } from '#server/texts/translate.ts'
import {
  clearSessionCookies,
  clientOf,
  requestOriginOf,
  sessionTokenOf,
  setSignInCookies,
} from './session.cookies.ts'
import { signOut } from './session.service.ts'
import { checkKey, type SignInUseCase, sendOtp, signIn, signInWithKey } from './sign-in.service.ts'

export const sessionRoutes = (useCase: SignInUseCase) => ({
  create: os.session.create.handler(async ({ input, context: { request, reply } }) => {
    const { key, email, password, ...rest } = input
    const credentials = { ...rest, email: email ?? '', password: password ?? '' }
    const answer =
      key === undefined
        ? await signIn(useCase, credentials, clientOf(request))
        : await signInWithKey(useCase, key, clientOf(request))
    if (!answer.isSignedIn) return { otp_required: true as const }
    setSignInCookies(reply, answer)
    // Browsers store the token in a cookie that scripts cannot read; other clients need it in the response.
    const isBrowser = request.headers['sec-fetch-site'] !== undefined
    return {
      otp_required: false as const,
      user: answer.user,
      ...(isBrowser ? {} : { authentication_token: answer.token }),
    }
  }),

  sendOtp: os.session.sendOtp.handler(async ({ input, context: { request } }) => {
    const isSent = await sendOtp(useCase, input, clientOf(request))
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
