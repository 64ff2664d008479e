import { isIP } from 'node:net'
import { OTP_SENDS_PER_HOUR, SIGN_IN_FAILURES, SIGN_IN_WINDOW_MINUTES } from '#contract/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { admit, countAttempt, forgiveAttempt } from './attempts.ts'

const WINDOW = SIGN_IN_WINDOW_MINUTES * 60
const HOUR = 3600
const DAY = 86_400
/** Most one-time passwords a day: keeps guessing hopeless even for who has the password (S-8). */
const OTP_SENDS_PER_DAY = 20
/** Wrong ones of these that are compared a day, whatever was sent: 20 of a million (S-8). */
const OTP_GUESSES_PER_DAY = 20
/** Past the limit one attempt is let through in so many seconds: slowed, not locked out (ruling 6). */
const SLOW = { address: 30, network: 5 }

/** The network that an address belongs to: /24 of IPv4, /64 of IPv6 (S-10). */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (isIP(plain) !== 6) return plain.split('.').slice(0, 3).join('.')
  const [head = '', tail] = plain.split('::')
  const start = head ? head.split(':') : []
  const end = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - start.length - end.length
  return [...start, ...Array<string>(zeros).fill('0'), ...end].slice(0, 4).join(':')
}

export interface Attempter {
  email: string
  ip: string
  /** Comes from a device that this user remembered: nobody else can lock them out there. */
  isKnownDevice: boolean
}

/**
 * Counts a sign-in attempt before anything is compared, and refuses with 429 when address or network is past its
 * limit and the present slow slot is taken. Returns what takes the count back when the attempt turns out well.
 */
export async function admitSignIn(db: Queryable, who: Attempter): Promise<() => Promise<void>> {
  const buckets = [
    ...(who.isKnownDevice ? [] : [{ name: `sign-in:${who.email.toLowerCase()}`, slow: SLOW.address }]),
    { name: `sign-in-net:${networkOf(who.ip)}`, slow: SLOW.network },
  ]
  for (const { name, slow } of buckets) {
    const { count } = await countAttempt(db, name, WINDOW)
    if (count <= SIGN_IN_FAILURES) continue
    const slot = await countAttempt(db, `slow:${name}`, slow)
    if (slot.count > 1) throw new Problem('too_many', { retryAfter: slot.remaining })
  }
  return async () => {
    for (const { name } of buckets) await forgiveAttempt(db, name, WINDOW)
  }
}

/** Refuses with too_many_codes when this user was sent too many one-time passwords in the hour or the day. */
export async function admitOtpSending(db: Queryable, userId: number) {
  await admit(db, `otp:${userId}`, OTP_SENDS_PER_HOUR, HOUR, 'too_many_codes')
  await admit(db, `otp-day:${userId}`, OTP_SENDS_PER_DAY, DAY, 'too_many_codes')
}

/**
 * Counts a guess at a one-time password before it is compared, and refuses with 429 past a day's worth: whoever has the
 * password and asks for code after code gets no more guesses by it (S-8). Returns what takes the count back when it was right.
 */
export const admitOtpGuess = (db: Queryable, userId: number) =>
  admit(db, `otp-guess:${userId}`, OTP_GUESSES_PER_DAY, DAY)

/** Tries of keys of partners, for each network: whoever has one needs a single try. */
const KEY_TRIES = 30

/** Counts a try of a key before it is looked up; returns what takes the count back when it was one. */
export const admitKey = (db: Queryable, ip: string) =>
  admit(db, `key-net:${networkOf(ip)}`, KEY_TRIES, WINDOW)
