import {
  CARD_REFUSALS,
  OTP_SENDS_PER_HOUR,
  SIGN_UP_GUESSES_PER_DAY,
  SIGN_UP_TRIES,
  SIGN_UP_WINDOW_MINUTES,
} from '#domain/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { limitAttempts } from '../session/attempts.ts'
import { networkOf } from '../session/limits.ts'

const WINDOW = SIGN_UP_WINDOW_MINUTES * 60
const HOUR = 3600
const DAY = 86_400

/** A call of sign-up, of whatever kind and however it ends. */
export const limitSignUps = (db: Queryable, ip: string) =>
  limitAttempts(db, `sign-up-net:${networkOf(ip)}`, SIGN_UP_TRIES, WINDOW)

/** A one-time password to an address, counted alike whether somebody has it (ruling 6). */
export const limitCodes = (db: Queryable, email: string) =>
  limitAttempts(db, `sign-up-otp:${email}`, OTP_SENDS_PER_HOUR, HOUR, 'too_many_codes')

/** A guess at one. */
export const limitCodeGuesses = (db: Queryable, email: string) =>
  limitAttempts(db, `sign-up-guess:${email}`, SIGN_UP_GUESSES_PER_DAY, DAY)

/** A card that is to be verified. */
export const limitCardTries = (db: Queryable, ip: string) =>
  limitAttempts(db, `card-net:${networkOf(ip)}`, CARD_REFUSALS, WINDOW)
