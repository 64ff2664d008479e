import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import { OTP_LIFE_MINUTES } from '#domain/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { brandedEmail } from '#server/integrations/mail/branded-email.ts'
import { Problem } from '#server/problem.ts'
import { translateGroup } from '#server/texts/translate.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { newOtp } from '../session/tokens.ts'
import { limitCodeGuesses, limitCodes } from './limits.ts'
import * as signUps from './sign-up.repository.ts'

// One-time passwords for sign-up (ACC-056): 6 digits, 10 minutes, 5 tries, as for sign-in (ruling 6).

/**
 * Emails a code, with the same response whether or not the address has an account. Errors: mail_unavailable, too_many.
 */
export async function sendSignUpCode(
  { db, ports }: DatabaseUseCase<'mail'>,
  email: string,
  brand: Brand,
  language: Language,
): Promise<void> {
  await ports.mail.requireAvailable()
  await limitCodes(db, email)
  const code = newOtp()
  const codeHash = await hashPassword(code)
  await db.system(async (tx) => {
    await signUps.replaceCode(tx, email, codeHash)
    const message = brandedEmail(
      brand,
      language,
      translateGroup(language, 'server/sign-up:codeMail', {
        brand: brand.name,
        code,
        minutes: OTP_LIFE_MINUTES,
      }),
    )
    await ports.mail.queue(tx, { recipient: email, ...message, secretMinutes: OTP_LIFE_MINUTES })
  })
}

/**
 * Checks a code; the caller consumes it in its own transaction. Without a code, guesses are not counted. Errors:
 * otp_invalid, otp_used_up, too_many.
 */
export async function checkSignUpCode(
  db: Queryable,
  { email, code, ip }: { email: string; code: string; ip: string },
): Promise<void> {
  const forgive = (await signUps.hasCode(db, email)) ? await limitCodeGuesses(db, email, ip) : null
  const codeHash = await signUps.takeCodeTry(db, email)
  if (codeHash === 'used_up') throw new Problem('otp_used_up')
  const fits = await verifyPassword(code, codeHash)
  if (!fits) throw new Problem('otp_invalid')
  await signUps.refundCodeTry(db, email)
  await forgive?.()
}
