import { isIP } from 'node:net'
import { OTP_SENDS_PER_HOUR } from '#domain/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { SIGN_IN_WINDOW_MINUTES } from '#server/limits.ts'
import { countAttempts, limitAttempts, limitFailures } from './attempts.ts'

const WINDOW = SIGN_IN_WINDOW_MINUTES * 60
const HOUR = 3600
const DAY = 86_400
/** Maximum one-time passwords per day, so that guessing is hopeless even with the password (S-8). */
const OTP_SENDS_PER_DAY = 20
/** Maximum wrong guesses per day, regardless of how many were sent: 20 of a million (S-8). */
const OTP_GUESSES_PER_DAY = 20

/**
 * Returns the network that counts as one address: an IPv4 address itself, or the /64 of an IPv6 address, which one
 * connection gets. Not an IPv4 /24, because strangers share it and could lock each other out.
 */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? []
  const start = head ? head.split(':') : []
  const end = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - start.length - end.length
  const groups = [...start, ...Array<string>(zeros).fill('0'), ...end].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Rejects with too_many_codes if the user requested too many one-time passwords in the hour or day. */
export async function limitOtpSends(db: Queryable, userId: number) {
  await limitAttempts(db, `otp:${userId}`, OTP_SENDS_PER_HOUR, HOUR, 'too_many_codes')
  await limitAttempts(db, `otp-day:${userId}`, OTP_SENDS_PER_DAY, DAY, 'too_many_codes')
}

/**
 * Counts a guess at a one-time password before comparing it, and rejects with 429 above the daily limit, so that
 * requesting new codes does not allow more guesses (S-8). Returns a function that removes a correct guess.
 */
export const limitOtpGuesses = (db: Queryable, userId: number) =>
  limitAttempts(db, `otp-guess:${userId}`, OTP_GUESSES_PER_DAY, DAY)

/** Returns whether the user's daily guesses at one-time passwords are used up. */
export const areOtpGuessesUsedUp = async (db: Queryable, userId: number) =>
  (await countAttempts(db, `otp-guess:${userId}`, DAY)) >= OTP_GUESSES_PER_DAY

/** Clears the user's counts of one-time passwords and of guesses at them. */
export async function clearOtpLimits(db: Queryable, userId: number): Promise<void> {
  const buckets = ['otp', 'otp-day', 'otp-guess'].map((kind) => `${kind}:${userId}`)
  await db.query(sql`delete from attempts where bucket = any(${buckets}::text[])`)
}

/** Wrong partner keys from one address; correct ones do not count. */
const WRONG_KEYS = 30

/** Rejects with 429 after too many wrong keys from an address; returns a function that counts one. */
export const limitKeyFailures = (db: Queryable, ip: string) =>
  limitFailures(db, `key-net:${networkOf(ip)}`, WRONG_KEYS, WINDOW)
