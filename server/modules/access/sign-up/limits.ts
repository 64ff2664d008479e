import { OTP_SENDS_PER_HOUR } from '#domain/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import {
  DECLINED_CARDS,
  SIGN_UP_GUESSES_PER_DAY,
  SIGN_UP_TRIES,
  SIGN_UP_WINDOW_MINUTES,
} from '#server/limits.ts'
import { limitAttempts } from '../session/attempts.ts'
import { networkOf } from '../session/limits.ts'

const WINDOW = SIGN_UP_WINDOW_MINUTES * 60
const HOUR = 3600
const DAY = 86_400

/** Counts every call of sign-up, regardless of its outcome. */
export const limitSignUps = (db: Queryable, ip: string) =>
  limitAttempts(db, `sign-up-net:${networkOf(ip)}`, SIGN_UP_TRIES, WINDOW)

/** Counts one-time passwords to an address, whether or not it has an account (ruling 6). */
export const limitCodes = (db: Queryable, email: string) =>
  limitAttempts(db, `sign-up-otp:${email}`, OTP_SENDS_PER_HOUR, HOUR, 'too_many_codes')

/**
 * Counts guesses at a one-time password from one network, so that others cannot easily use up the guesses of its owner, and
 * five times as many from all networks.
 */
export async function limitCodeGuesses(db: Queryable, email: string, ip: string) {
  const forgive = [
    await limitAttempts(db, `sign-up-guess:${email}:${networkOf(ip)}`, SIGN_UP_GUESSES_PER_DAY, DAY),
    await limitAttempts(db, `sign-up-guess-all:${email}`, 5 * SIGN_UP_GUESSES_PER_DAY, DAY),
  ]
  return async () => {
    for (const forgiveAttempt of forgive) await forgiveAttempt()
  }
}

/** Counts a card to be verified. Call it with `countOnly`, because only declined ones count. */
export const limitCardTries = (db: Queryable, ip: string) =>
  limitAttempts(db, `card-net:${networkOf(ip)}`, DECLINED_CARDS, WINDOW)
