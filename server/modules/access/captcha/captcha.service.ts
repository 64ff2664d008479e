import type { Logger } from 'pino'
import { CAPTCHA_LEVEL_MAX } from '#domain/core/limits.ts'
import type { Database } from '#server/db/database.ts'
import type { CaptchaPort } from '#server/integrations/captcha/port.ts'
import { Problem } from '#server/problem.ts'
import { countAccountChecks } from '../passwords/limits.ts'
import { hashToken } from '../session/tokens.ts'
import { insertPass, reusePass } from './captcha.repository.ts'

/** Issues captchas and verifies their answers (ruling 11). */
export function captchaService({ db, captcha, log }: { db: Database; captcha: CaptchaPort; log: Logger }) {
  /** If the provider is unavailable, the answer is not accepted and the caller retries. */
  async function isRight(token: string, ip: string, level: number): Promise<boolean> {
    try {
      return await captcha.verify(token, ip, level)
    } catch (error) {
      log.warn({ err: error }, 'The captcha could not be checked')
      throw new Problem('unavailable', { retryAfter: 5 })
    }
  }

  /** Difficulty for an IP address: doubles with each account check in the last hour. */
  const levelFor = async (ip: string) => Math.min(await countAccountChecks(db, ip), CAPTCHA_LEVEL_MAX)

  return {
    question: async (ip: string) => captcha.question(await levelFor(ip)),

    /**
     * Throws captcha_required unless `token` is a correct, unused answer at this address's current difficulty. Called
     * before revealing whether an address has an account (ruling 6).
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
     * Throws captcha_required unless `token` is a correct answer. One answer covers the few calls of a sign-in
     * (requesting and sending the one-time password), for the first address only.
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
