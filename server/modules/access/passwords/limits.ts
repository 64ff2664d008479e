import {
  EMAIL_MOVES_PER_HOUR,
  EXISTENCE_TOLD_PER_HOUR,
  RESET_SENDS_PER_HOUR,
  RESET_TRIES,
  RESET_WINDOW_MINUTES,
  SIGN_IN_FAILURES,
} from '#domain/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { admit, admitUnlessFailing, attemptsIn } from '../session/attempts.ts'
import { networkOf } from '../session/limits.ts'

const WINDOW = RESET_WINDOW_MINUTES * 60
const HOUR = 3600

/** Where one address is told whether an e-mail address has an account: forgotten passwords and sign-up count as one. */
const existenceBucket = (ip: string) => `existence:${networkOf(ip)}`

/** Returns how often an address was told in this hour whether an e-mail address has an account. */
export const timesTold = (db: Queryable, ip: string) => attemptsIn(db, existenceBucket(ip), HOUR)

/** Counts one more telling, before it is looked up; returns what takes it back where nothing was told. */
export const admitTelling = (db: Queryable, ip: string) =>
  admit(db, existenceBucket(ip), EXISTENCE_TOLD_PER_HOUR, HOUR)

/** A wish for a link to an e-mail address, counted alike whether anybody has it. */
export const admitForgot = (db: Queryable, email: string) =>
  admit(db, `forgot:${email.toLowerCase()}`, RESET_SENDS_PER_HOUR, HOUR)

/** A try with a link; returns what counts it where the link is wrong. */
export const admitReset = (db: Queryable, ip: string) =>
  admitUnlessFailing(db, `reset-net:${networkOf(ip)}`, RESET_TRIES, WINDOW)

/** Another e-mail address of a user: none moves so often that the mails about it become a nuisance to whoever it was given. */
export const admitMove = (db: Queryable, userId: number) =>
  admit(db, `email:${userId}`, EMAIL_MOVES_PER_HOUR, HOUR)

/** A try of one's current password; returns what takes the count back when it turns out well. */
export const admitChange = (db: Queryable, userId: number) =>
  admit(db, `change:${userId}`, SIGN_IN_FAILURES, WINDOW)
