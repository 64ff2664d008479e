import { api } from '#src/api/client.ts'

/** Requests a reset link by email (ACC-100). */
export const forgotPassword = (given: { email: string; captchaToken: string | undefined }) =>
  api.passwords.forgot({
    email: given.email.trim(),
    ...(given.captchaToken && { captcha_token: given.captchaToken }),
  })

/** Sets a new password with the token of such a link (ACC-104). */
export const resetPassword = (given: {
  newPassword: string
  newPasswordConfirmation: string
  resetToken: string
}) => api.passwords.reset(given)

/** Changes the password of the signed-in user (ACC-111). */
export const changePassword = (given: {
  currentPassword: string
  newPassword: string
  newPasswordConfirmation: string
}) => api.passwords.change(given)
