import type { CurrentUser } from '#contract/access/session.ts'
import { ApiFailure } from '#src/api/failure.ts'
import { setSignOutPending } from '#src/session/device-session.ts'

/** Content of the form; the specification sends it with every call of a sign-in (ACC-045). */
export interface Credentials {
  email: string
  password: string
  rememberMe: boolean
  /** Solution of the captcha, if one is required (ACC-030). */
  captchaToken?: string | undefined
}

/** Sent along with the form: host, flag and language (ACC-045, ACC-065). */
export interface SignInSetting {
  isMultifactor: boolean
  language: 'en' | 'fr'
}

type Step = { otpRequired: true } | { otpRequired: false; user: CurrentUser }

/** Completes a sign-in, with the OTP if one is required. The server decides whether it is. */
export async function finishSignIn(
  credentials: Credentials,
  setting: SignInSetting,
  otp?: string,
): Promise<Step> {
  const api = await loadApi()
  const response = await api.session.create({
    ...fieldsOf(credentials, setting),
    remember_me: credentials.rememberMe,
    ...(otp && { otp }),
  })
  if (!response.otp_required) {
    // At once: a pending sign-out would end the new session.
    setSignOutPending(false)
    const { user } = response
    if (user.fleet_id) return { otpRequired: false, user }
    // The server may accept users without a fleet, but the app has nothing for them (ACC-051).
    await api.session.destroy()
    throw new ApiFailure({ status: 403, code: 'not_a_fleet_customer', messages: [] })
  }
  await sendOtp(credentials, setting, false)
  return { otpRequired: true }
}

/** Sends or resends the OTP. Returns whether one is required. */
export async function sendOtp(
  credentials: Credentials,
  setting: SignInSetting,
  isResend: boolean,
): Promise<boolean> {
  const api = await loadApi()
  const response = await api.session.sendOtp({
    ...fieldsOf(credentials, setting),
    is_resend_otp: isResend,
  })
  return response.otp_required
}

/** Loads the API client with the first call, so that the sign-in screen renders without it. */
async function loadApi() {
  const { api } = await import('#src/api/client.ts')
  return api
}

function fieldsOf(
  { email, password, captchaToken }: Credentials,
  { isMultifactor, language }: SignInSetting,
) {
  const subdomain = location.hostname.split('.')[0]
  return {
    email: email.trim(),
    password,
    ...(subdomain && { subdomain }),
    is_split_flag: isMultifactor,
    language,
    ...(captchaToken && { captcha_token: captchaToken }),
  }
}
