import type { CurrentUser } from '#contract/access/session.ts'
import { api } from '#src/api/client.ts'
import type { SignUpPayload } from './sign-up-form.ts'

type Step = { otpRequired: true } | { otpRequired: false; user: CurrentUser }

interface Setting {
  isMultifactor: boolean
  language: 'en' | 'fr'
  /** Solution of the captcha, if the server requires one. */
  captchaToken?: string
}

/**
 * Creates the account (ACC-091 to ACC-093). If the server requires an OTP and none is given, it checks the fields first,
 * so that the user learns of a rejected password before the email arrives; then the OTP is sent (ACC-056). `key`:
 * idempotency key of the sign-up.
 */
export async function signUp(
  payload: SignUpPayload,
  setting: Setting,
  key: string,
  otp?: string,
): Promise<Step> {
  const response = await api.signUp.create(
    {
      ...payload,
      ...settingOf(setting),
      fleet_payment_type: 'credit_card',
      ...(otp && { otp }),
      ...(setting.captchaToken && { captcha_token: setting.captchaToken }),
    },
    { context: { key } },
  )
  if (!response.otp_required) return { otpRequired: false, user: response.user }
  await sendSignUpOtp(payload.email, setting, false)
  return { otpRequired: true }
}

/** Sends or resends the OTP. Returns whether one is required. */
export async function sendSignUpOtp(email: string, setting: Setting, isResend: boolean): Promise<boolean> {
  const response = await api.signUp.sendOtp({ email, is_resend_otp: isResend, ...settingOf(setting) })
  return response.otp_required
}

function settingOf({ isMultifactor, language }: Setting) {
  const subdomain = location.hostname.split('.')[0]
  return { ...(subdomain && { subdomain }), is_split_flag: isMultifactor, language }
}
