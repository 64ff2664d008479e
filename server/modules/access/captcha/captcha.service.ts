import type { Queryable } from '#server/db/database.ts'
import { CAPTCHA_LEVEL_MAX } from '#server/limits.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase, Ports } from '#server/use-case.ts'
import { countAccountChecks } from '../passwords/limits.ts'
import { hashToken } from '../session/tokens.ts'
import { insertPass, reusePass } from './captcha.repository.ts'

/** Issues a captcha whose difficulty depends on the IP address (ruling 11). */
export async function issueCaptcha({ db, ports }: DatabaseUseCase<'captcha'>, ip: string) {
  return ports.captcha.question(await levelFor(db, ip))
}

/**
 * Throws captcha_required unless `token` is a correct, unused answer at this address's current difficulty. Called before
 * revealing whether an address has an account (ruling 6).
 */
export async function requireFreshCaptcha(
  { db, ports }: DatabaseUseCase<'captcha' | 'log'>,
  token: string | undefined,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  const hash = hashOf(ports, token)
  const isGood =
    token !== undefined &&
    hash !== null &&
    (await isRight(ports, token, ip, await levelFor(db, ip))) &&
    (await insertPass(db, hash, email.toLowerCase()))
  if (!isGood) throw new Problem('captcha_required')
}

/**
 * Throws captcha_required unless `token` is a correct answer. One answer covers the few calls of a sign-in (requesting
 * and sending the one-time password), for the first address only.
 */
export async function requireCaptcha(
  { db, ports }: DatabaseUseCase<'captcha' | 'log'>,
  token: string | undefined,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  const hash = hashOf(ports, token)
  if (!token || !hash) throw new Problem('captcha_required')
  const subject = email.toLowerCase()
  const holds =
    (await reusePass(db, hash, subject)) ??
    ((await isRight(ports, token, ip, 0)) &&
      ((await insertPass(db, hash, subject)) || (await reusePass(db, hash, subject)) === true))
  if (!holds) throw new Problem('captcha_required')
}

/** Hash under which a verified answer is stored; null: not an answer. */
function hashOf({ captcha }: Pick<Ports, 'captcha'>, token: string | undefined): Buffer | null {
  const challenge = token ? captcha.challengeOf(token) : null
  return challenge === null ? null : hashToken(challenge)
}

/** If the provider is unavailable, the answer is not accepted and the caller retries. */
async function isRight(
  { captcha, log }: Pick<Ports, 'captcha' | 'log'>,
  token: string,
  ip: string,
  level: number,
): Promise<boolean> {
  try {
    return await captcha.verify(token, ip, level)
  } catch (error) {
    log.warn({ err: error }, 'The captcha could not be checked')
    throw new Problem('unavailable', { retryAfter: 5 })
  }
}

/** Difficulty for an IP address: doubles with each account check in the last hour. */
const levelFor = async (db: Queryable, ip: string) =>
  Math.min(await countAccountChecks(db, ip), CAPTCHA_LEVEL_MAX)
