import {
  EMAIL_MOVES_PER_HOUR,
  RESET_SENDS_PER_HOUR,
  RESET_TRIES,
  RESET_UNKNOWN_TOLD,
  RESET_WINDOW_MINUTES,
  SIGN_IN_FAILURES,
} from '#contract/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { admit, attemptsIn, countAttempt } from '../session/attempts.ts'
import { networkOf } from '../session/limits.ts'

const WINDOW = RESET_WINDOW_MINUTES * 60
const HOUR = 3600

/** A wish for a link: by network, then by address, counted alike whether anybody has that address. */
export async function admitForgot(db: Queryable, { email, ip }: { email: string; ip: string }) {
  await admit(db, `forgot-net:${networkOf(ip)}`, RESET_TRIES, WINDOW)
  await admit(db, `forgot:${email.toLowerCase()}`, RESET_SENDS_PER_HOUR, HOUR)
}

/** Whether a network has asked for so many unknown addresses that it must show itself a person first (ruling 6). */
export async function isSuspect(db: Queryable, ip: string): Promise<boolean> {
  return (await attemptsIn(db, `forgot-unknown:${networkOf(ip)}`, WINDOW)) >= RESET_UNKNOWN_TOLD
}

/**
 * Counts an unknown address, and tells whether the network may be told so, as the documents word it. Of many that come
 * at once past the third none is: they hear the same as of an address that exists.
 */
export async function isToldOfUnknown(db: Queryable, ip: string): Promise<boolean> {
  const { count } = await countAttempt(db, `forgot-unknown:${networkOf(ip)}`, WINDOW)
  return count <= RESET_UNKNOWN_TOLD
}

/** A try with a link; returns what takes the count back when it turns out well. */
export const admitReset = (db: Queryable, ip: string) =>
  admit(db, `reset-net:${networkOf(ip)}`, RESET_TRIES, WINDOW)

/** Another e-mail address of a user: none moves so often that the mails about it become a nuisance to whoever it was given. */
export const admitMove = (db: Queryable, userId: number) =>
  admit(db, `email:${userId}`, EMAIL_MOVES_PER_HOUR, HOUR)

/** A try of one's current password; returns what takes the count back when it turns out well. */
export const admitChange = (db: Queryable, userId: number) =>
  admit(db, `change:${userId}`, SIGN_IN_FAILURES, WINDOW)
