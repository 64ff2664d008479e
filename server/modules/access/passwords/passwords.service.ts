import { setTimeout as sleep } from 'node:timers/promises'
import type { Brand } from '#contract/core/brand.ts'
import { RESET_LIFE_MINUTES } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { brandedEmail } from '#server/integrations/mail/branded-email.ts'
import {
  type RequestOrigin,
  recordResetRequest,
  recordSignInEvents,
} from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { Problem } from '#server/problem.ts'
import { translateGroup } from '#server/texts/translate.ts'
import type { DatabaseUseCase, UseCase } from '#server/use-case.ts'
import { readFlags } from '../account/account.service.ts'
import { recordPasswordAudit } from '../audit/audit.service.ts'
import { requireFreshCaptcha } from '../captcha/captcha.service.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { resetCodeLimits, resetSignInLimits } from '../session/sign-in-guard.ts'
import { hashToken, newToken } from '../session/tokens.ts'
import {
  limitAccountChecks,
  limitPasswordTries,
  limitResetFailures,
  limitResetRequests,
  takeResetWithoutCaptcha,
} from './limits.ts'
import type { PasswordUser } from './passwords.repository.ts'
import * as passwords from './passwords.repository.ts'
import { passwordWeakness } from './weak-passwords.ts'

/** Context of a request. `origin`: the address of this server for links in emails (never from a forged Host header). */
export interface PasswordRequest extends RequestOrigin {
  brand: Brand
  origin: string
}

type PasswordPorts = 'brands' | 'mail'

/** Minimum response time of "forgot"; creating the link and its email takes a fraction of it (ruling 6). */
const FORGOT_MS = 300

/**
 * Emails a link that resets a forgotten password. Known and unknown addresses take the same time. Requires a captcha if
 * the host's flag is on, otherwise after three requests of an IP address (ruling 6). Errors: captcha_required,
 * no_account, too_many.
 */
export async function requestReset(
  useCase: DatabaseUseCase<PasswordPorts | 'captcha' | 'flags' | 'log'>,
  { email, captcha_token: token }: { email: string; captcha_token?: string | undefined },
  from: PasswordRequest,
): Promise<void> {
  const { db, ports } = useCase
  // Before any lookup, so that this error reveals nothing about the address.
  await ports.mail.requireAvailable()
  const needsCaptcha =
    token !== undefined ||
    (await readFlags(useCase, null, from.brand)).captcha === 'on' ||
    !(await takeResetWithoutCaptcha(db, from.ip))
  if (needsCaptcha) await requireFreshCaptcha(useCase, token, { email, ip: from.ip })
  const notBefore = sleep(FORGOT_MS)
  const removeCheck = await limitAccountChecks(db, from.ip)
  await limitResetRequests(db, email).catch(async (error) => {
    // Reveals nothing; otherwise repeated requests of one user would block the network.
    await removeCheck()
    throw error
  })
  await recordResetRequest(db, email, from)
  const user = await passwords.findByEmail(db, email)
  if (user) {
    await mailLink(useCase, user, from)
    await removeCheck()
  }
  await notBefore
  if (!user) throw new Problem('no_account')
}

/**
 * Sets a new password with an emailed link. The link stays valid if the password is rejected. Does nothing if the link
 * has just set the same password, so that a repeated request, after a lost response, succeeds. Errors:
 * reset_link_invalid, validation, too_many.
 */
export async function resetPassword(
  { db, ports }: DatabaseUseCase<PasswordPorts>,
  input: { newPassword: string; resetToken: string },
  from: PasswordRequest,
): Promise<void> {
  const countFailure = await limitResetFailures(db, from.ip)
  const token = hashToken(input.resetToken)
  const user = await passwords.findByReset(db, token)
  if (!user) {
    const last = await passwords.findByUsedReset(db, hashOfUsed(input.resetToken))
    if (last && (await verifyPassword(input.newPassword, last.password_hash))) return
    await countFailure()
    throw new Problem('reset_link_invalid')
  }
  const hash = await prepareNewPassword(input.newPassword, user)
  await db.system(async (tx) => {
    await passwords.lockUser(tx, user.id)
    if (!(await passwords.consumeReset(tx, token))) throw new Problem('reset_link_invalid')
    await replacePassword({ tx, ports }, user, { hash, session: null, act: 'password_reset' }, from)
    await passwords.insertUsedReset(tx, user.id, hashOfUsed(input.resetToken))
  })
  // Access to the mailbox proves ownership, so wrong guesses by others no longer delay the owner, who now needs a
  // one-time password on every device.
  await resetSignInLimits(db, user.email)
  await resetCodeLimits(db, user.id)
}

/** Another hash than that of the link, so that a server of an earlier version, which knows no used links, accepts none. */
const hashOfUsed = (token: string) => hashToken(`used:${token}`)

/**
 * Changes the actor's password. `session`: token of the session that remains. Does nothing if the user has just changed
 * it to the new password, so that a repeated request, after a lost response, succeeds. Errors: validation, too_many.
 */
export async function changePassword(
  { db, ports }: DatabaseUseCase<PasswordPorts>,
  actor: Actor,
  input: { currentPassword: string; newPassword: string },
  { from, session }: { from: PasswordRequest; session: string | null },
): Promise<void> {
  const verified = await verifyOwnPassword(db, actor.userId, input.currentPassword).catch(async (error) => {
    if (!(error instanceof Problem) || error.code !== 'validation') throw error
    // Otherwise each counted try would test two passwords.
    if (!(await passwords.hasChangedPasswordRecently(db, actor.userId))) throw error
    const user = await passwords.findById(db, actor.userId)
    if (await verifyPassword(input.newPassword, user?.password_hash ?? null)) return null
    throw error
  })
  if (!verified) return
  const { user, removeTry } = verified
  try {
    const hash = await prepareNewPassword(input.newPassword, user)
    await db.system(async (tx) => {
      await lockVerifiedPassword(tx, user)
      await replacePassword({ tx, ports }, user, { hash, session }, from)
    })
  } finally {
    // The current password was right, whatever else was wrong.
    await removeTry()
  }
}

/**
 * Verifies the user's current password; returns a function that removes the counted try. Errors: validation, too_many.
 */
export async function verifyOwnPassword(db: Queryable, userId: number, currentPassword: string) {
  const removeTry = await limitPasswordTries(db, userId)
  const user = await passwords.findById(db, userId)
  const fits = await verifyPassword(currentPassword, user?.password_hash ?? null)
  if (!user || !fits) throw wrongPassword()
  return { user, removeTry }
}

/** Locks the verified password until the transaction ends; rejects if it was changed in the meantime. */
export async function lockVerifiedPassword(tx: Transaction, user: PasswordUser): Promise<void> {
  if ((await passwords.lockUser(tx, user.id)) !== user.password_hash) throw wrongPassword()
}

/** Returns the hash of a new password after checking its strength for this user. Errors: validation. */
export async function prepareNewPassword(newPassword: string, user: PasswordUser): Promise<string> {
  const code = passwordWeakness(newPassword, user)
  if (code) throw new Problem('validation', { fields: { newPassword: [code] } })
  return hashPassword(newPassword)
}

/**
 * Sets the new password, ends everything that used the old one except `session`, and notifies the owner by email, in case
 * it was not them.
 */
export async function replacePassword(
  { tx, ports }: Pick<UseCase<PasswordPorts>, 'tx' | 'ports'>,
  user: PasswordUser,
  {
    hash,
    session,
    act = 'password_changed',
  }: { hash: string; session: string | null; act?: 'password_changed' | 'password_reset' },
  from: PasswordRequest,
): Promise<void> {
  await passwords.replacePassword(tx, user.id, hash, session === null ? null : hashToken(session))
  await recordPasswordAudit(tx, user.id)
  await recordSignInEvents(tx, { userId: user.id }, from, [{ act }])
  // The first password, set with the emailed link, needs no warning.
  if (user.password_hash === null) return
  const brand = brandOf(ports.brands, user, from.brand)
  const texts = translateGroup(user.language, 'server/session:passwordMail', {
    brand: brand.name,
    name: user.first_name,
  })
  await ports.mail.queue(tx, { recipient: user.email, ...brandedEmail(brand, user.language, texts) })
}

/** Returns the token of a link for the first password, valid for this many minutes; previous ones stop working. */
export async function createInvitation(tx: Transaction, userId: number, minutes: number): Promise<string> {
  const token = newToken()
  await passwords.insertInvitation(tx, userId, hashToken(token), minutes)
  return token
}

/** Deletes links and codes that were emailed to the user's previous address. */
export const deleteMailedSecrets = passwords.deleteMailedSecrets

async function mailLink(
  { db, ports }: DatabaseUseCase<PasswordPorts>,
  user: PasswordUser,
  from: PasswordRequest,
): Promise<void> {
  const token = newToken()
  const link = `${from.origin}/reset_password?reset_password_token=${token}`
  const brand = brandOf(ports.brands, user, from.brand)
  const texts = translateGroup(user.language, 'server/session:resetMail', {
    brand: brand.name,
    name: user.first_name,
    link,
    minutes: RESET_LIFE_MINUTES,
  })
  const message = brandedEmail(brand, user.language, texts)
  await db.system(async (tx) => {
    if (!(await passwords.insertReset(tx, user, hashToken(token)))) return
    await ports.mail.queue(tx, { recipient: user.email, ...message, secretMinutes: RESET_LIFE_MINUTES })
  })
}

const brandOf = (brands: readonly Brand[], user: PasswordUser, host: Brand) =>
  brands.find((brand) => brand.key === user.brand) ?? host

const wrongPassword = () => new Problem('validation', { fields: { currentPassword: ['password_wrong'] } })
