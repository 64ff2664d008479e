import { isIP } from 'node:net'
import { OTP_SENDS_PER_HOUR, SIGN_IN_WINDOW_MINUTES } from '#domain/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { countAttempts, limitAttempts, limitFailures } from './attempts.ts'

const WINDOW = SIGN_IN_WINDOW_MINUTES * 60
const HOUR = 3600
const DAY = 86_400
/** Most one-time passwords a day: keeps guessing hopeless even for who has the password (S-8). */
const OTP_SENDS_PER_DAY = 20
/** Wrong ones of these that are compared a day, whatever was sent: 20 of a million (S-8). */
const OTP_GUESSES_PER_DAY = 20

/**
 * Returns what is counted as one address: an IPv4 address itself, of IPv6 the /64 that one connection is given. Never a
 * whole /24: strangers share it, and one of them could lock the others out.
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

/** Refuses with too_many_codes when this user was sent too many one-time passwords in the hour or the day. */
export async function limitOtpSends(db: Queryable, userId: number) {
  await limitAttempts(db, `otp:${userId}`, OTP_SENDS_PER_HOUR, HOUR, 'too_many_codes')
  await limitAttempts(db, `otp-day:${userId}`, OTP_SENDS_PER_DAY, DAY, 'too_many_codes')
}

/**
 * Counts a guess at a one-time password before it is compared, and refuses with 429 past a day's worth: whoever has the
 * password and asks for code after code gets no more guesses by it (S-8). Returns what takes the count back when it was right.
 */
export const limitOtpGuesses = (db: Queryable, userId: number) =>
  limitAttempts(db, `otp-guess:${userId}`, OTP_GUESSES_PER_DAY, DAY)

/** Whether no guess at this user's one-time passwords is left today. */
export const areOtpGuessesUsedUp = async (db: Queryable, userId: number) =>
  (await countAttempts(db, `otp-guess:${userId}`, DAY)) >= OTP_GUESSES_PER_DAY

/** Wrong keys of partners from one address; a right one is never counted. */
const WRONG_KEYS = 30

/** Refuses with 429 an address that has tried too many wrong keys; returns what counts one more. */
export const limitKeyFailures = (db: Queryable, ip: string) =>
  limitFailures(db, `key-net:${networkOf(ip)}`, WRONG_KEYS, WINDOW)
