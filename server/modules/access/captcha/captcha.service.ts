import type { Logger } from 'pino'
import { CAPTCHA_LEVEL_MAX } from '#domain/core/limits.ts'
import type { Database } from '#server/db/database.ts'
import type { CaptchaPort } from '#server/integrations/captcha/port.ts'
import { Problem } from '#server/problem.ts'
import { countAccountChecks } from '../passwords/limits.ts'
import { hashToken } from '../session/tokens.ts'
import { insertPass, reusePass } from './captcha.repository.ts'

/** Asks, and lets pass who answered (ruling 11). */
export function captchaService({ db, captcha, log }: { db: Database; captcha: CaptchaPort; log: Logger }) {
  /** Where nobody can tell now, nobody passes: the caller comes back. */
  async function isRight(token: string, ip: string, level: number): Promise<boolean> {
    try {
      return await captcha.verify(token, ip, level)
    } catch (error) {
      log.warn({ err: error }, 'The captcha could not be checked')
      throw new Problem('unavailable', { retryAfter: 5 })
    }
  }

  /** How much work an address is asked for: twice as much for each time that it was told of an account in this hour. */
  const levelFor = async (ip: string) => Math.min(await countAccountChecks(db, ip), CAPTCHA_LEVEL_MAX)

  return {
    question: async (ip: string) => captcha.question(await levelFor(ip)),

    /**
     * Throws captcha_required unless `token` is a right answer that was never used before, to a question as hard as this
     * address is asked now. Before anybody is told whether an address has an account (ruling 6).
     */
    async requireFresh(
      token: string | undefined,
      { email, ip }: { email: string; ip: string },
    ): Promise<void> {
      const isGood =
        token !== undefined &&
        (await isRight(token, ip, await levelFor(ip))) &&
        (await insertPass(db, hashToken(token), email.toLowerCase()))
      if (!isGood) throw new Problem('captcha_required')
    },

    /**
     * Throws captcha_required unless `token` is a right answer. One answer serves the few calls of a sign-in (the
     * one-time password is asked for with it, and sent), for the address that it came with first and no other.
     */
    async require(token: string | undefined, { email, ip }: { email: string; ip: string }): Promise<void> {
      if (!token) throw new Problem('captcha_required')
      const hash = hashToken(token)
      const subject = email.toLowerCase()
      const holds =
        (await reusePass(db, hash, subject)) ??
        ((await isRight(token, ip, 0)) &&
          ((await insertPass(db, hash, subject)) || (await reusePass(db, hash, subject)) === true))
      if (!holds) throw new Problem('captcha_required')
    },
  }
}
export type CaptchaService = ReturnType<typeof captchaService>
