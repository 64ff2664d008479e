import type { Language } from '#contract/core/fields.ts'
import { OTP_LIFE_MINUTES } from '#domain/core/limits.ts'
import type { Database } from '#server/db/database.ts'
import { brandedEmail } from '#server/integrations/mail/branded-email.ts'
import {
  lockCodes,
  recordSignInEvents,
  type SignInMethod,
} from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { Problem } from '#server/problem.ts'
import { translateGroup } from '#server/texts/translate.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { readFlags } from '../account/account.service.ts'
import { requireCaptcha } from '../captcha/captcha.service.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { areOtpGuessesUsedUp, limitKeyFailures, limitOtpGuesses, limitOtpSends } from './limits.ts'
import * as sessions from './session.repository.ts'
import { type Client, openSession, type SignIn } from './session.service.ts'
import { checkPassword, rejectOverLimit, signInAttempt } from './sign-in-guard.ts'
import { hashToken, newOtp, newToken } from './tokens.ts'

/** Fields of every sign-in call. */
interface Credentials {
  email: string
  password: string
  captcha_token?: string | undefined
}

/** The first argument of sign-in, which has no actor. */
export type SignInUseCase = DatabaseUseCase<
  'brands' | 'captcha' | 'flags' | 'jobs' | 'log' | 'mail' | 'signInQueue'
>

/**
 * Signs a user in (rulings 4 to 6). Not signed in: a one-time password is needed. Errors: invalid_credentials,
 * captcha_required, otp_invalid, otp_used_up, not_a_fleet_customer, too_many.
 */
export async function signIn(
  useCase: SignInUseCase,
  input: Credentials & { otp?: string | undefined; remember_me: boolean },
  client: Client,
): Promise<SignIn> {
  const { db, ports } = useCase
  const { user, needsOtp, method } = await checkCredentials(useCase, input, client)
  if (needsOtp && input.otp === undefined) return { isSignedIn: false }
  if (needsOtp && input.otp !== undefined) await checkOtp(useCase, user.id, input.otp, client)

  return db.system(async (tx) => {
    if (!(await sessions.lockPassword(tx, user))) throw new Problem('invalid_credentials')
    const newSession = {
      userId: user.id,
      fleetId: user.fleet_id,
      isRemembered: input.remember_me,
      deviceToken: input.remember_me ? newToken() : null,
      method,
      isProved: needsOtp,
    }
    return openSession({ tx, ports }, newSession, client)
  })
}

/**
 * Signs the user of a partner's key in, until the browser closes, without remembering the device (ruling 7). Errors:
 * key_invalid, not_a_fleet_customer, too_many.
 */
export async function signInWithKey(
  { db, ports }: DatabaseUseCase<'brands'>,
  key: string,
  client: Client,
): Promise<SignIn> {
  const countFailure = await limitKeyFailures(db, client.ip)
  const signedIn = await db.system(async (tx) => {
    const user = await sessions.consumeKey(tx, hashToken(key))
    if (!user) return null
    if (user.fleet_id === null) throw new Problem('not_a_fleet_customer')
    const newSession = {
      userId: user.user_id,
      fleetId: user.fleet_id,
      isRemembered: false,
      deviceToken: null,
      method: 'key' as const,
    }
    return openSession({ tx, ports }, newSession, client)
  })
  if (signedIn) return signedIn
  await countFailure()
  await recordSignInEvents(db, { userId: null }, client, [
    { act: 'sign_in_failed', method: 'key', reason: 'wrong_key' },
  ])
  throw new Problem('key_invalid')
}

/** Checks a key for `signInWithKey` without using it. Errors: key_invalid, too_many. */
export async function checkKey(db: Database, key: string, client: Client): Promise<void> {
  const countFailure = await limitKeyFailures(db, client.ip)
  if (await sessions.isKeyValid(db, hashToken(key))) return
  await countFailure()
  throw new Problem('key_invalid')
}

/** Emails a one-time password after checking the password; false if this device needs none. */
export async function sendOtp(
  useCase: SignInUseCase,
  input: Credentials & { language?: Language | undefined },
  client: Client,
): Promise<boolean> {
  const { mail } = useCase.ports
  const { user, needsOtp } = await checkCredentials(useCase, input, client)
  if (!needsOtp) return false
  await mail.requireAvailable()
  await limitOtpSends(useCase.db, user.id)
  const code = newOtp()
  const codeHash = await hashPassword(code)
  const texts = translateGroup(user.language, 'server/session:otpMail', {
    brand: client.brand.name,
    name: user.first_name,
    code,
    minutes: OTP_LIFE_MINUTES,
  })
  const message = brandedEmail(client.brand, user.language, texts)
  await useCase.db.system(async (tx) => {
    await sessions.insertOtp(tx, user.id, codeHash)
    await recordSignInEvents(tx, { userId: user.id }, client, [{ act: 'code_sent' }])
    await mail.queue(tx, { recipient: user.email, ...message, secretMinutes: OTP_LIFE_MINUTES })
  })
  return true
}

/** Returns the fleet's user with these credentials. A wrong password and an unknown address are indistinguishable. */
async function checkCredentials(useCase: SignInUseCase, input: Credentials, client: Client) {
  const { db } = useCase
  const user = await sessions.findCredentials(db, input.email)
  const deviceHash = client.deviceToken === null ? null : hashToken(client.deviceToken)
  const isKnownDevice =
    user !== null && deviceHash !== null && (await sessions.isDeviceOf(db, user.id, deviceHash))
  const attempt = signInAttempt(input.email, client, isKnownDevice ? deviceHash : null)
  // Before the captcha, because a correct one is stored and a rejected request must not write.
  await rejectOverLimit(db, attempt)
  const hostFlags = await readFlags(useCase, null, client.brand)
  if (hostFlags.captcha === 'on')
    await requireCaptcha(useCase, input.captcha_token, { email: input.email, ip: client.ip })
  const isCorrect = await checkPassword(useCase, attempt, async () => {
    const isVerified = await verifyPassword(input.password, user?.password_hash ?? null)
    return isVerified && user !== null
  })
  if (!user || !isCorrect) throw new Problem('invalid_credentials')
  if (user.fleet_id === null) throw new Problem('not_a_fleet_customer')
  const customer = { id: user.id, email: user.email, affiliationId: null }
  const flags = await readFlags(useCase, user.fleet_id, client.brand, customer)
  const needsOtp = flags.multifactor_authentication === 'on' && !isKnownDevice
  const method: SignInMethod = needsOtp ? 'code' : isKnownDevice ? 'device' : 'password'
  return { user: { ...user, fleet_id: user.fleet_id }, needsOtp, method }
}

async function checkOtp(useCase: DatabaseUseCase<'jobs'>, userId: number, code: string, client: Client) {
  const { db } = useCase
  const otp = await sessions.takeOtpTry(db, userId)
  if (otp === 'used_up') throw new Problem('otp_used_up')
  const removeTry = otp && (await limitOtpGuesses(db, userId))
  const isCorrect = await verifyPassword(code, otp?.codeHash ?? null)
  // Only counted guesses are recorded; without a code, tries are not limited.
  if (otp && !isCorrect) await recordWrongCode(useCase, userId, client)
  if (!otp || !isCorrect || !(await sessions.consumeOtp(db, otp.id))) throw new Problem('otp_invalid')
  await removeTry?.()
}

/** Records a wrong one-time password, and the lockout if it was the last guess of the day. */
const recordWrongCode = ({ db, ports }: DatabaseUseCase<'jobs'>, userId: number, client: Client) =>
  db.system(async (tx) => {
    await recordSignInEvents(tx, { userId }, client, [
      { act: 'sign_in_failed', method: 'code', reason: 'wrong_code' },
    ])
    if (await areOtpGuessesUsedUp(tx, userId)) await lockCodes({ tx, ports }, userId, client)
  })
