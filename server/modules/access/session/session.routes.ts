import { os } from '#server/http/calls/implementer.ts'
import { texts } from '#server/texts/texts.ts'
import {
  clearSessionCookies,
  clientOf,
  requestOriginOf,
  sessionTokenOf,
  setSignInCookies,
} from './session.cookies.ts'
import type { SessionService } from './session.service.ts'

export const sessionRoutes = (service: SessionService) => ({
  create: os.session.create.handler(async ({ input, context: { request, reply } }) => {
    const { key, email, password, ...rest } = input
    const signIn =
      key === undefined
        ? await service.signIn({ ...rest, email: email ?? '', password: password ?? '' }, clientOf(request))
        : await service.signInWithKey(key, clientOf(request))
    if (!signIn.isSignedIn) return { otp_required: true as const }
    setSignInCookies(reply, signIn)
    // Browsers store the token in a cookie that scripts cannot read; other clients need it in the response.
    const isBrowser = request.headers['sec-fetch-site'] !== undefined
    return {
      otp_required: false as const,
      user: signIn.user,
      ...(isBrowser ? {} : { authentication_token: signIn.token }),
    }
  }),

  sendOtp: os.session.sendOtp.handler(async ({ input, context: { request } }) => {
    const isSent = await service.sendOtp(input, clientOf(request))
    const language = input.language ?? request.language
    return {
      otp_required: isSent,
      alertType: 'success' as const,
      alertMessage: input.is_resend_otp ? texts[language].otpResent : texts[language].otpSent,
    }
  }),

  checkKey: os.session.checkKey.handler(async ({ input, context: { request } }) => {
    await service.checkKey(input.key, clientOf(request))
    return { success: true as const }
  }),

  destroy: os.session.destroy.handler(async ({ context: { request, reply } }) => {
    const token = sessionTokenOf(request)
    if (token) await service.signOut(token, requestOriginOf(request))
    clearSessionCookies(reply)
    return { success: true as const }
  }),
})
