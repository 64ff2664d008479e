import {
  ACCOUNT_CHECKS_PER_HOUR,
  EMAIL_CHANGES_PER_HOUR,
  RESET_SENDS_PER_HOUR,
  RESET_TRIES,
  RESET_WINDOW_MINUTES,
  SIGN_IN_FAILURES,
} from '#domain/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { countAttempts, limitAttempts, limitFailures } from '../session/attempts.ts'
import { networkOf } from '../session/limits.ts'

const WINDOW = RESET_WINDOW_MINUTES * 60
const HOUR = 3600

/** Where one address is told whether an e-mail address has an account: forgotten passwords and sign-up count as one. */
const existenceBucket = (ip: string) => `existence:${networkOf(ip)}`

/** Returns how often an address was told in this hour whether an e-mail address has an account. */
export const countAccountChecks = (db: Queryable, ip: string) => countAttempts(db, existenceBucket(ip), HOUR)

/** Counts one more telling, before it is looked up; returns what takes it back where nothing was told. */
export const limitAccountChecks = (db: Queryable, ip: string) =>
  limitAttempts(db, existenceBucket(ip), ACCOUNT_CHECKS_PER_HOUR, HOUR)

/** A wish for a link to an e-mail address, counted alike whether anybody has it. */
export const limitResetRequests = (db: Queryable, email: string) =>
  limitAttempts(db, `forgot:${email.toLowerCase()}`, RESET_SENDS_PER_HOUR, HOUR)

/** A try with a link; returns what counts it where the link is wrong. */
export const limitResetFailures = (db: Queryable, ip: string) =>
  limitFailures(db, `reset-net:${networkOf(ip)}`, RESET_TRIES, WINDOW)

/** Another e-mail address of a user: none moves so often that the mails about it become a nuisance to whoever it was given. */
export const limitEmailChanges = (db: Queryable, userId: number) =>
  limitAttempts(db, `email:${userId}`, EMAIL_CHANGES_PER_HOUR, HOUR)

/** A try of one's current password; returns what takes the count back when it turns out well. */
export const limitPasswordTries = (db: Queryable, userId: number) =>
  limitAttempts(db, `change:${userId}`, SIGN_IN_FAILURES, WINDOW)
