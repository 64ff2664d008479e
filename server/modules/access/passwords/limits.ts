import type { Queryable } from '#server/db/database.ts'
import {
  ACCOUNT_CHECKS_PER_HOUR,
  EMAIL_CHANGES_PER_HOUR,
  RESET_SENDS_PER_HOUR,
  RESET_TRIES,
  RESET_WINDOW_MINUTES,
  RESETS_WITHOUT_CAPTCHA,
  SIGN_IN_FAILURES,
} from '#server/limits.ts'
import { countAttempts, countUpTo, limitAttempts, limitFailures } from '../session/attempts.ts'
import { networkOf } from '../session/limits.ts'

const WINDOW = RESET_WINDOW_MINUTES * 60
const HOUR = 3600

/**
 * Counts how often an IP address learned whether an email address has an account: forgotten passwords and sign-up
 * together.
 */
const existenceBucket = (ip: string) => `existence:${networkOf(ip)}`

/** Returns the number of account checks of an IP address in this hour. */
export const countAccountChecks = (db: Queryable, ip: string) => countAttempts(db, existenceBucket(ip), HOUR)

/** Counts an account check before the lookup; returns a function that removes it if nothing was revealed. */
export const limitAccountChecks = (db: Queryable, ip: string) =>
  limitAttempts(db, existenceBucket(ip), ACCOUNT_CHECKS_PER_HOUR, HOUR)

/** Counts requests of a reset link for an email address, whether or not it has an account. */
export const limitResetRequests = (db: Queryable, email: string) =>
  limitAttempts(db, `forgot:${email.toLowerCase()}`, RESET_SENDS_PER_HOUR, HOUR)

/**
 * Takes one of the requests of a reset link that an IP address has without a captcha, and returns whether one was left.
 * Counts known addresses too; otherwise a program could email them without limit.
 */
export const takeResetWithoutCaptcha = (db: Queryable, ip: string) =>
  countUpTo(db, `forgot-net:${networkOf(ip)}`, RESETS_WITHOUT_CAPTCHA, HOUR)

/** Limits wrong reset links; returns a function that counts one. */
export const limitResetFailures = (db: Queryable, ip: string) =>
  limitFailures(db, `reset-net:${networkOf(ip)}`, RESET_TRIES, WINDOW)

/** Limits changes of a user's email address, because each one emails the previous address. */
export const limitEmailChanges = (db: Queryable, userId: number) =>
  limitAttempts(db, `email:${userId}`, EMAIL_CHANGES_PER_HOUR, HOUR)

/** Counts a try of the user's current password; returns a function that removes it if the password was correct. */
export const limitPasswordTries = (db: Queryable, userId: number) =>
  limitAttempts(db, `change:${userId}`, SIGN_IN_FAILURES, WINDOW)
