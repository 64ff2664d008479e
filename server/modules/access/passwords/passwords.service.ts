import { setTimeout as sleep } from 'node:timers/promises'
import type { Brand } from '#contract/core/brand.ts'
import { RESET_LIFE_MINUTES } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { brandedEmail } from '#server/integrations/mail/branded-email.ts'
import type { MailQueue } from '#server/integrations/mail/mail-queue.ts'
import type { RequestOrigin, SignInTrail } from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { Problem } from '#server/problem.ts'
import { texts } from '#server/texts/texts.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { CaptchaService } from '../captcha/captcha.service.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import type { SignInGuard } from '../session/sign-in-guard.ts'
import { hashToken, newToken } from '../session/tokens.ts'
import { limitAccountChecks, limitPasswordTries, limitResetFailures, limitResetRequests } from './limits.ts'
import type { PasswordUser } from './passwords.repository.ts'
import * as passwords from './passwords.repository.ts'
import { passwordWeakness } from './weak-passwords.ts'

/** Context of a request. `origin`: the address of this server for links in emails (never from a forged Host header). */
export interface PasswordRequest extends RequestOrigin {
  brand: Brand
  origin: string
}

/** Minimum response time of "forgot"; creating the link and its email takes a fraction of it (ruling 6). */
const FORGOT_MS = 300

/** Forgotten, reset and changed passwords (rulings 4 to 6 and 9). */
export function passwordsService(deps: {
  db: Database
  captcha: CaptchaService
  mail: MailQueue
  audit: AuditService
  guard: SignInGuard
  trail: SignInTrail
  brands: readonly Brand[]
}) {
  const { db, captcha, mail, audit, guard, trail } = deps

  const brandOf = (user: PasswordUser, host: Brand) =>
    deps.brands.find((brand) => brand.key === user.brand) ?? host

  async function mailLink(user: PasswordUser, from: PasswordRequest) {
    const token = newToken()
    const link = `${from.origin}/reset_password?reset_password_token=${token}`
    const brand = brandOf(user, from.brand)
    const words = texts[user.language].resetMail(brand.name, user.first_name, link)
    const letter = brandedEmail(brand, user.language, words)
    await db.system(async (tx) => {
      if (!(await passwords.insertReset(tx, user, hashToken(token)))) return
      await mail.queue(tx, { recipient: user.email, ...letter, secretMinutes: RESET_LIFE_MINUTES })
    })
  }

  /**
   * Sets the new password, ends everything that used the old one, and notifies the owner by email, in case it was not
   * them.
   */
  async function replace(
    tx: Transaction,
    user: PasswordUser,
    hash: string,
    from: PasswordRequest,
    kept: Buffer | null,
    act: 'password_changed' | 'password_reset' = 'password_changed',
  ) {
    await passwords.replacePassword(tx, user.id, hash, kept)
    await audit.notePassword(tx, user.id)
    await trail.record(tx, { userId: user.id }, from, [{ act }])
    // The first password, set with the emailed link, needs no warning.
    if (user.password_hash === null) return
    const brand = brandOf(user, from.brand)
    const words = texts[user.language].passwordMail(brand.name, user.first_name)
    await mail.queue(tx, { recipient: user.email, ...brandedEmail(brand, user.language, words) })
  }

  /**
   * Verifies the user's current password; returns a function that removes the counted try. Errors: validation,
   * too_many.
   */
  async function verifyOwn(userId: number, currentPassword: string) {
    const forgive = await limitPasswordTries(db, userId)
    const user = await passwords.findById(db, userId)
    const fits = await verifyPassword(currentPassword, user?.password_hash ?? null)
    if (!user || !fits) throw wrongPassword()
    return { user, forgive }
  }

  /** Locks the verified password until the transaction ends; rejects if it was changed in the meantime. */
  async function hold(tx: Transaction, user: PasswordUser) {
    if ((await passwords.lockUser(tx, user.id)) !== user.password_hash) throw wrongPassword()
  }

  return {
    verifyOwn,
    hold,
    /** Returns the hash of a new password after checking its strength for this user. Errors: validation. */
    async prepare(newPassword: string, user: PasswordUser): Promise<string> {
      refusePoor(newPassword, user)
      return hashPassword(newPassword)
    },
    replace,
    deleteMailedSecrets: passwords.deleteMailedSecrets,

    /** Returns the token of a link for the first password, valid for this many minutes; previous ones stop working. */
    async invite(tx: Transaction, userId: number, minutes: number): Promise<string> {
      const token = newToken()
      await passwords.insertInvitation(tx, userId, hashToken(token), minutes)
      return token
    },

    /**
     * Errors: captcha_required, no_account, too_many. Reveals nothing about the address before the captcha is solved;
     * then known and unknown addresses take the same time.
     */
    async forgot(
      { email, captcha_token: token }: { email: string; captcha_token?: string | undefined },
      from: PasswordRequest,
    ): Promise<void> {
      // Before any lookup, so that this error reveals nothing about the address.
      await mail.requireAvailable()
      await captcha.requireFresh(token, { email, ip: from.ip })
      const notBefore = sleep(FORGOT_MS)
      const forgiveTelling = await limitAccountChecks(db, from.ip)
      await limitResetRequests(db, email)
      await trail.recordResetRequest(email, from)
      const user = await passwords.findByEmail(db, email)
      if (user) {
        await mailLink(user, from)
        await forgiveTelling()
      }
      await notBefore
      if (!user) throw new Problem('no_account')
    },

    /** Errors: reset_link_invalid, validation, too_many. The link stays valid if the password is rejected. */
    async reset(input: { newPassword: string; resetToken: string }, from: PasswordRequest): Promise<void> {
      const countFailure = await limitResetFailures(db, from.ip)
      const token = hashToken(input.resetToken)
      const user = await passwords.findByReset(db, token)
      if (!user) {
        await countFailure()
        throw new Problem('reset_link_invalid')
      }
      refusePoor(input.newPassword, user)
      const hash = await hashPassword(input.newPassword)
      await db.system(async (tx) => {
        await passwords.lockUser(tx, user.id)
        if (!(await passwords.consumeReset(tx, token))) throw new Problem('reset_link_invalid')
        await replace(tx, user, hash, from, null, 'password_reset')
      })
      // Access to the mailbox proves ownership, so wrong guesses by others no longer delay the owner.
      await guard.reset(user.email)
    },

    /** `session`: token of the session that remains. Errors: validation, too_many. */
    async change(
      actor: Actor,
      input: { currentPassword: string; newPassword: string },
      from: PasswordRequest,
      session: string | null,
    ): Promise<void> {
      const { user, forgive } = await verifyOwn(actor.userId, input.currentPassword)
      refusePoor(input.newPassword, user)
      const hash = await hashPassword(input.newPassword)
      await db.system(async (tx) => {
        await hold(tx, user)
        await replace(tx, user, hash, from, session === null ? null : hashToken(session))
      })
      await forgive()
    },
  }
}
export type PasswordsService = ReturnType<typeof passwordsService>

const wrongPassword = () => new Problem('validation', { fields: { currentPassword: ['password_wrong'] } })

function refusePoor(password: string, user: PasswordUser) {
  const code = passwordWeakness(password, user)
  if (code) throw new Problem('validation', { fields: { newPassword: [code] } })
}
