import {
  CARD_REFUSALS,
  OTP_SENDS_PER_HOUR,
  SIGN_UP_GUESSES_PER_DAY,
  SIGN_UP_TAKEN_TOLD,
  SIGN_UP_TRIES,
  SIGN_UP_WINDOW_MINUTES,
} from '#contract/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { admit, attemptsIn, countAttempt } from '../session/attempts.ts'
import { networkOf } from '../session/limits.ts'

const WINDOW = SIGN_UP_WINDOW_MINUTES * 60
const HOUR = 3600
const DAY = 86_400

/** A call of sign-up, of whatever kind and however it ends. */
export const admitSignUp = (db: Queryable, ip: string) =>
  admit(db, `sign-up-net:${networkOf(ip)}`, SIGN_UP_TRIES, WINDOW)

/** A one-time password to an address, counted alike whether somebody has it (ruling 6). */
export const admitCode = (db: Queryable, email: string) =>
  admit(db, `sign-up-otp:${email}`, OTP_SENDS_PER_HOUR, HOUR, 'too_many_codes')

/** A guess at one. */
export const admitGuess = (db: Queryable, email: string) =>
  admit(db, `sign-up-guess:${email}`, SIGN_UP_GUESSES_PER_DAY, DAY)

const takenBucket = (ip: string) => `sign-up-taken:${networkOf(ip)}`

/** Whether a network was told of so many taken addresses that it must show itself a person first (ruling 6). */
export async function isSuspect(db: Queryable, ip: string): Promise<boolean> {
  return (await attemptsIn(db, takenBucket(ip), WINDOW)) >= SIGN_UP_TAKEN_TOLD
}

/** Counts a taken address, and tells whether a network that has not shown itself a person may be told so. */
export async function isToldOfTaken(db: Queryable, ip: string): Promise<boolean> {
  const { count } = await countAttempt(db, takenBucket(ip), WINDOW)
  return count <= SIGN_UP_TAKEN_TOLD
}

/** A card that is to be verified. */
export const admitCard = (db: Queryable, ip: string) =>
  admit(db, `card-net:${networkOf(ip)}`, CARD_REFUSALS, WINDOW)
