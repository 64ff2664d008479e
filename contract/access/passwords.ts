import { PASSWORD_MAX, PASSWORD_MIN } from '#domain/core/limits.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { CaptchaToken } from './captcha.ts'
import { Email } from './session.ts'

/** A new password: 6 to 256 characters of any Unicode (ruling 9). The server also rejects weak passwords. */
export const NewPassword = z
  .string('password')
  .check(
    z.minLength(PASSWORD_MIN, 'password_short'),
    z.maxLength(PASSWORD_MAX, 'password'),
    z.regex(/^[^\0\p{Cs}]*$/u, 'password'),
  )
/** Only compared: any text other than the new password is reported as a mismatch. */
export const Confirmation = z.string('password').check(z.maxLength(PASSWORD_MAX, 'password_mismatch'))

/** Rejects a `newPasswordConfirmation` that differs, with `password_mismatch` (ACC-103, ACC-110). */
export const isConfirmed = z.refine<{
  newPassword?: string | undefined
  newPasswordConfirmation?: string | undefined
}>((given) => given.newPassword === given.newPasswordConfirmation, {
  error: 'password_mismatch',
  path: ['newPasswordConfirmation'],
})

const Done = z.object({ alertType: z.literal('success'), alertMessage: z.string() })

export const passwordsContract = {
  /**
   * Emails a link that sets a new password. It works once, for 30 minutes. Errors: captcha_required, if the
   * host's flag is on or after three requests of an IP address in an hour, because the response reveals whether the
   * address has an account (ruling 6, decision 39); no_account; too_many.
   */
  forgot: call({
    access: 'anyone',
    kind: 'write',
    problems: ['no_account', 'captcha_required', 'too_many', 'mail_unavailable'],
  })
    .route({
      method: 'POST',
      path: v4('/customers/reset_password'),
      tags: ['access'],
      summary: 'Email a password reset link',
    })
    .input(z.object({ email: Email, captcha_token: CaptchaToken }))
    .output(Done),
  /**
   * Sets a new password with the token of an emailed link, and ends every session and remembered device of the user.
   * Errors: reset_link_invalid, validation (also a weak password; the link then still works), too_many.
   */
  reset: call({ access: 'anyone', kind: 'write', problems: ['reset_link_invalid', 'too_many'] })
    .route({
      method: 'PUT',
      path: v4('/customers/reset_password'),
      tags: ['access'],
      summary: 'Set a new password with an emailed link',
    })
    .input(
      z
        .object({
          newPassword: NewPassword,
          newPasswordConfirmation: Confirmation,
          resetToken: z.string('text').check(z.minLength(1, 'required'), z.maxLength(200, 'text')),
        })
        .check(isConfirmed),
    )
    .output(Done),
  /**
   * Changes the user's own password, and ends all other sessions and every remembered device (rulings 4 and 5). Errors:
   * validation (`currentPassword: password_wrong`, a weak new one), too_many.
   */
  change: call({ access: 'session.own', kind: 'write', problems: ['too_many'] })
    .route({
      method: 'PUT',
      path: v4('/customers/update_password'),
      tags: ['access'],
      summary: "Change one's own password",
    })
    .input(
      z
        .object({
          currentPassword: z
            .string('password')
            .check(z.minLength(1, 'required'), z.maxLength(PASSWORD_MAX, 'password')),
          newPassword: NewPassword,
          newPasswordConfirmation: Confirmation,
        })
        .check(isConfirmed),
    )
    .output(Done),
}
