import type { CurrentUser } from '#contract/access/session.ts'
import { ApiFailure } from '#src/api/failure.ts'

// Fetched with the first call: the sign-in screen shows without what encodes and decodes.
const client = () => import('#src/api/client.ts')

/** What the form holds; the documents send it with every call of a sign-in (ACC-045). */
export interface Credentials {
  email: string
  password: string
  rememberMe: boolean
  /** Answer of the captcha, where one is asked (ACC-030). */
  captchaToken?: string | undefined
}

/** What goes along with the form: host, flag and language (ACC-045, ACC-065). */
export interface SignInSetting {
  isMultifactor: boolean
  language: 'en' | 'fr'
}

type Step = { otpRequired: true } | { otpRequired: false; user: CurrentUser }

/** First half of a sign-in: with the flag the OTP is sent first, unless this device is remembered (ACC-055, ACC-057). */
export async function beginSignIn(credentials: Credentials, setting: SignInSetting): Promise<Step> {
  if (setting.isMultifactor && (await sendOtp(credentials, setting, false))) return { otpRequired: true }
  return finishSignIn(credentials, setting)
}

/** Second half: with the OTP, or without one where none is asked. The server has the last word on whether it is. */
export async function finishSignIn(
  credentials: Credentials,
  setting: SignInSetting,
  otp?: string,
): Promise<Step> {
  const { api } = await client()
  const answer = await api.session.create({
    ...fieldsOf(credentials, setting),
    remember_me: credentials.rememberMe,
    ...(otp && { otp }),
  })
  if (!answer.otp_required) return { otpRequired: false, user: await ofAFleet(answer.user) }
  await sendOtp(credentials, setting, false)
  return { otpRequired: true }
}

/** A server may accept a user who belongs to no fleet: there is nothing here for them (ACC-051). */
async function ofAFleet(user: CurrentUser): Promise<CurrentUser> {
  if (user.fleet_id) return user
  const { api } = await client()
  await api.session.destroy()
  throw new ApiFailure({ status: 403, code: 'not_a_fleet_customer', messages: [] })
}

/** Sends the OTP (again). Answers whether one is needed at all. */
export async function sendOtp(
  credentials: Credentials,
  setting: SignInSetting,
  isResend: boolean,
): Promise<boolean> {
  const { api } = await client()
  const answer = await api.session.sendOtp({
    ...fieldsOf(credentials, setting),
    is_resend_otp: isResend,
  })
  return answer.otp_required
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
