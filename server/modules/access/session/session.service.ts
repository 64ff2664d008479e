import type { CurrentUser } from '#contract/access/session.ts'
import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import { distanceUnitOf } from '#contract/core/locale.ts'
import {
  OTP_LIFE_MINUTES,
  REMEMBER_ME_DAYS,
  SESSION_REMEMBERED_DAYS,
  SESSION_SHORT_HOURS,
} from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { brandedEmail } from '#server/integrations/mail/branded-email.ts'
import type { MailQueue } from '#server/integrations/mail/mail-queue.ts'
import type {
  RequestOrigin,
  SignInMethod,
  SignInTrail,
} from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { Problem } from '#server/problem.ts'
import { texts } from '#server/texts/texts.ts'
import type { AccountService } from '../account/account.service.ts'
import type { CaptchaService } from '../captcha/captcha.service.ts'
import { mayActFor } from '../fleet-access.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { areOtpGuessesUsedUp, limitKeyFailures, limitOtpGuesses, limitOtpSends } from './limits.ts'
import * as sessions from './session.repository.ts'
import type { SignInGuard } from './sign-in-guard.ts'
import { hashToken, newOtp, newToken } from './tokens.ts'

/** Data of the client that signs in. */
export interface Client extends RequestOrigin {
  brand: Brand
  sessionToken: string | null
  deviceToken: string | null
}

/** The authenticated sender of a request. `renewed`: its cookie should be renewed too. */
export interface Caller {
  actor: Actor
  /** Key of the fleet's brand. */
  brand: string
  isRemembered: boolean
  renewed: boolean
  epoch: string
}

export interface SignedIn {
  isSignedIn: true
  token: string
  deviceToken: string | null
  isRemembered: boolean
  user: CurrentUser
}
export type SignIn = { isSignedIn: false } | SignedIn

/** Fields of every sign-in call. */
interface Credentials {
  email: string
  password: string
  captcha_token?: string | undefined
}

const hoursOf = (isRemembered: boolean) => (isRemembered ? SESSION_REMEMBERED_DAYS * 24 : SESSION_SHORT_HOURS)
/** Lifetime of the cookies of a remembered session and a remembered device, seconds. */
export const REMEMBERED_SESSION_SECONDS = SESSION_REMEMBERED_DAYS * 86_400
export const DEVICE_SECONDS = REMEMBER_ME_DAYS * 86_400

/** Sign-in, sign-out, and authentication of requests (rulings 4 to 6). */
export function sessionService(deps: {
  db: Database
  account: AccountService
  captcha: CaptchaService
  mail: MailQueue
  guard: SignInGuard
  trail: SignInTrail
}) {
  const { db, account, captcha, mail, guard, trail } = deps

  /** Returns the fleet's user with these credentials. A wrong password and an unknown address are indistinguishable. */
  async function checkCredentials(input: Credentials, client: Client) {
    const user = await sessions.findCredentials(db, input.email)
    const deviceHash = client.deviceToken === null ? null : hashToken(client.deviceToken)
    const isKnownDevice =
      user !== null && deviceHash !== null && (await sessions.isDeviceOf(db, user.id, deviceHash))
    const { ip, userAgent, requestId } = client
    const who = {
      email: input.email,
      ip,
      userAgent,
      requestId,
      deviceHash: isKnownDevice ? deviceHash : null,
    }
    // Before the captcha, which is stored when correct: a rejected request must not write.
    await guard.rejectIfLimited(who)
    const hostFlags = await account.flags(null, client.brand)
    if (hostFlags.captcha === 'on')
      await captcha.require(input.captcha_token, { email: input.email, ip: client.ip })
    const fits = await guard.checkPassword(who, async () => {
      const isRight = await verifyPassword(input.password, user?.password_hash ?? null)
      return isRight && user !== null
    })
    if (!user || !fits) throw new Problem('invalid_credentials')
    if (user.fleet_id === null) throw new Problem('not_a_fleet_customer')
    const customer = { id: user.id, email: user.email, affiliationId: null }
    const flags = await account.flags(user.fleet_id, client.brand, customer)
    const needsOtp = flags.multifactor_authentication === 'on' && !isKnownDevice
    const method: SignInMethod = needsOtp ? 'code' : isKnownDevice ? 'device' : 'password'
    return { user: { ...user, fleet_id: user.fleet_id }, needsOtp, method }
  }

  /** Records a wrong one-time password, and the lockout if it was the last guess of the day. */
  const recordWrongCode = (userId: number, client: Client) =>
    db.system(async (tx) => {
      await trail.record(tx, { userId }, client, [
        { act: 'sign_in_failed', method: 'code', reason: 'wrong_code' },
      ])
      if (await areOtpGuessesUsedUp(tx, userId)) await trail.lockCodes(tx, userId, client)
    })

  async function checkOtp(userId: number, code: string, client: Client) {
    const otp = await sessions.takeOtpTry(db, userId)
    if (otp === 'used_up') throw new Problem('otp_used_up')
    const forgive = otp && (await limitOtpGuesses(db, userId))
    const fits = await verifyPassword(code, otp?.codeHash ?? null)
    // Only counted guesses are recorded; without a code, tries are not limited.
    if (otp && !fits) await recordWrongCode(userId, client)
    if (!otp || !fits || !(await sessions.consumeOtp(db, otp.id))) throw new Problem('otp_invalid')
    await forgive?.()
  }

  /**
   * Opens a session and ends the previous one of this browser, so that no token outlasts a sign-in. With `deviceToken`
   * the device is remembered.
   */
  async function open(
    tx: Transaction,
    entering: {
      userId: number
      fleetId: number
      isRemembered: boolean
      deviceToken: string | null
      method: SignInMethod
      /** A one-time password has just verified the device. */
      isProved?: boolean
    },
    client: Client,
  ): Promise<SignedIn> {
    const { userId, fleetId, isRemembered, deviceToken } = entering
    const token = newToken()
    let isNewDevice = false
    if (deviceToken) {
      const former = client.deviceToken ? hashToken(client.deviceToken) : null
      isNewDevice = await sessions.replaceDevice(
        tx,
        userId,
        former,
        hashToken(deviceToken),
        entering.isProved ?? false,
      )
    }
    if (client.sessionToken) await sessions.deleteSession(tx, hashToken(client.sessionToken))
    await sessions.insertSession(tx, {
      tokenHash: hashToken(token),
      userId,
      fleetId,
      isRemembered,
      deviceHash: deviceToken === null ? null : hashToken(deviceToken),
      userAgent: client.userAgent.slice(0, 300),
      hours: hoursOf(isRemembered),
    })
    await trail.record(tx, { userId, fleetId }, client, [
      { act: 'signed_in', method: entering.method },
      ...(isNewDevice ? [{ act: 'device_remembered' as const }] : []),
    ])
    const user = await account.currentUser(tx, userId, fleetId)
    return { isSignedIn: true, token, deviceToken, isRemembered, user }
  }

  async function callerOf(hash: Buffer, isPlain = false): Promise<Caller | null> {
    const row = await sessions.findSession(db, hash)
    if (!row || !mayActFor(row.roles, row.access)) return null
    if (isPlain && !row.accepts_plain_cookie) return null
    const renewed =
      row.is_due_for_renewal && (await sessions.renewSession(db, hash, hoursOf(row.is_remembered)))
    const fleet = {
      id: row.fleet_id,
      country: row.country,
      unit: distanceUnitOf(row.country),
      timeZone: row.time_zone,
      affiliationId: row.affiliation_id,
    }
    return {
      actor: { userId: row.user_id, roles: row.roles, language: row.language, fleet },
      brand: row.brand,
      isRemembered: row.is_remembered,
      renewed,
      epoch: row.epoch,
    }
  }

  return {
    /** Returns the caller with this token; null if it is invalid. Extends the session's lifetime every few minutes. */
    authenticate: (token: string, isPlain = false) => callerOf(hashToken(token), isPlain),
    /** The same for a caller with a ticket of the session. */
    callerOf: (hash: Buffer) => callerOf(hash),
    /** Returns the fleets of those sessions (hashes of their tokens, hex) that are still valid. */
    standing: (hashes: string[]) => sessions.findLiveSessions(db, hashes),

    /** Errors: invalid_credentials, captcha_required, otp_invalid, otp_used_up, not_a_fleet_customer, too_many. */
    async signIn(
      input: Credentials & { otp?: string | undefined; remember_me: boolean },
      client: Client,
    ): Promise<SignIn> {
      const { user, needsOtp, method } = await checkCredentials(input, client)
      if (needsOtp && input.otp === undefined) return { isSignedIn: false }
      if (needsOtp && input.otp !== undefined) await checkOtp(user.id, input.otp, client)

      return db.system(async (tx) => {
        if (!(await sessions.lockPassword(tx, user))) throw new Problem('invalid_credentials')
        const deviceToken = input.remember_me ? newToken() : null
        return open(
          tx,
          {
            userId: user.id,
            fleetId: user.fleet_id,
            isRemembered: input.remember_me,
            deviceToken,
            method,
            isProved: needsOtp,
          },
          client,
        )
      })
    },

    /**
     * Signs the user of a partner's key in, until the browser closes, without remembering the device (ruling 7).
     * Errors: key_invalid, not_a_fleet_customer, too_many.
     */
    async signInWithKey(key: string, client: Client): Promise<SignIn> {
      const countFailure = await limitKeyFailures(db, client.ip)
      const signIn = await db.system(async (tx) => {
        const user = await sessions.consumeKey(tx, hashToken(key))
        if (!user) return null
        if (user.fleet_id === null) throw new Problem('not_a_fleet_customer')
        const entering = {
          userId: user.user_id,
          fleetId: user.fleet_id,
          isRemembered: false,
          deviceToken: null,
          method: 'key' as const,
        }
        return open(tx, entering, client)
      })
      if (signIn) return signIn
      await countFailure()
      await trail.record(db, { userId: null }, client, [
        { act: 'sign_in_failed', method: 'key', reason: 'wrong_key' },
      ])
      throw new Problem('key_invalid')
    },

    /** Checks a key for `signInWithKey` without using it. Errors: key_invalid, too_many. */
    async checkKey(key: string, client: Client): Promise<void> {
      const countFailure = await limitKeyFailures(db, client.ip)
      if (await sessions.isKeyValid(db, hashToken(key))) return
      await countFailure()
      throw new Problem('key_invalid')
    },

    /** Opens a session for a user whom the same transaction created, or verified without a password. */
    open,

    /** Emails a one-time password after checking the password; false if this device needs none. */
    async sendOtp(
      input: Credentials & { language?: Language | undefined },
      client: Client,
    ): Promise<boolean> {
      const { user, needsOtp } = await checkCredentials(input, client)
      if (!needsOtp) return false
      await mail.requireAvailable()
      await limitOtpSends(db, user.id)
      const code = newOtp()
      const codeHash = await hashPassword(code)
      const words = texts[user.language].otpMail(client.brand.name, user.first_name, code)
      const letter = brandedEmail(client.brand, user.language, words)
      await db.system(async (tx) => {
        await sessions.insertOtp(tx, user.id, codeHash)
        await trail.record(tx, { userId: user.id }, client, [{ act: 'code_sent' }])
        await mail.queue(tx, { recipient: user.email, ...letter, secretMinutes: OTP_LIFE_MINUTES })
      })
      return true
    },

    /** Switches the session to another fleet and returns the previous one. Errors: not_signed_in. */
    async moveTo(tx: Queryable, token: string, fleetId: number): Promise<number> {
      const former = await sessions.moveSession(tx, hashToken(token), fleetId)
      if (former === null) throw new Problem('not_signed_in')
      return former
    },

    signOut: (token: string, client: RequestOrigin): Promise<void> =>
      db.system(async (tx) => {
        const ended = await sessions.deleteSession(tx, hashToken(token))
        if (ended) await trail.record(tx, ended, client, [{ act: 'signed_out' }])
      }),
  }
}
export type SessionService = ReturnType<typeof sessionService>
