import { createHash, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge, Solution } from 'altcha-lib/types'
import * as z from 'zod/mini'
import { CaptchaQuestion } from '#contract/access/captcha.ts'
import { CAPTCHA_LIFE_MINUTES } from '#server/limits.ts'
import type { Secret } from '../secrets.ts'
import type { CaptchaPort } from './port.ts'

export interface CaptchaWork {
  /** Iterations per key. */
  cost: number
  /** Minimum number of keys to try at level 0; twice as many at most. */
  keys: number
}
/**
 * Amount of work for a browser: under a second on a computer and about two on a phone. Creating and verifying a
 * challenge costs the server a single key.
 */
const WORK: CaptchaWork = { cost: 5000, keys: 60 }

const CaptchaAnswer = z.object({
  challenge: z.object({ parameters: z.record(z.string(), z.unknown()), signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** ALTCHA: proof of work, created and verified here without a third party (ruling 11). All servers share `secret`. */
export function altchaCaptcha(secret: Secret, work: CaptchaWork = WORK): CaptchaPort {
  function keysOf(value: string) {
    const keyOf = (use: string) => createHash('sha256').update(`${use}:${value}`).digest('hex')
    return { hmacSignatureSecret: keyOf('challenge'), hmacKeySignatureSecret: keyOf('answer') }
  }
  return {
    async question(level) {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        counter: randomInt(work.keys * 2 ** level, work.keys * 2 ** (level + 1)),
        // Signed too, so that a response cannot claim a higher level than its challenge.
        data: { level },
        deriveKey,
        expiresAt: new Date(Date.now() + CAPTCHA_LIFE_MINUTES * 60_000),
        ...keysOf(await secret.current()),
      })
      return z.parse(CaptchaQuestion, { provider: 'altcha', challenge })
    },
    async verify(answer, _ip, level) {
      const given = read(answer)
      if (!given || !(Number(given.challenge.parameters.data?.level) >= level)) return false
      for (const value of await secret.accepted()) {
        const { verified } = await verifySolution({ ...given, deriveKey, ...keysOf(value) })
        if (verified) return true
      }
      return false
    },
    // Neither the counter nor the spelling is verified, but the signature is, and it covers the challenge's nonce.
    challengeOf: (answer) => read(answer)?.challenge.signature ?? null,
  }
}

/** Parses a response as the ALTCHA widgets send it: JSON in base64. */
function read(answer: string): { challenge: Challenge; solution: Solution } | null {
  try {
    const given = z.parse(CaptchaAnswer, JSON.parse(Buffer.from(answer, 'base64').toString()))
    return given as unknown as { challenge: Challenge; solution: Solution }
  } catch {
    return null
  }
}
