import type { Queryable } from '#server/db/database.ts'
import { SIGN_IN_FAILURES } from '#server/limits.ts'
import {
  lockAccount,
  lockNetwork,
  type RequestOrigin,
  recordFailedSignIn,
  unlockAccount,
  unlockCodes,
} from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { clearOtpLimits, networkOf } from './limits.ts'
import type { SignInTry } from './sign-in-tries.repository.ts'
import * as tries from './sign-in-tries.repository.ts'

interface SignInAttempt extends RequestOrigin, SignInTry {
  email: string
  /** Whether it comes from a device that this user remembered, on which others cannot lock them out. */
  isRememberedDevice: boolean
}

/** Waits above the limit double with each failure: delays instead of lockouts (ruling 6). */
const ACCOUNT_WAIT = { firstSeconds: 30, maxSeconds: 900 }
const SOURCE_WAIT = { firstSeconds: 5, maxSeconds: 300 }
/** A whole shift may sign in at once from one address. Two waits are shorter than the idle timeout of a connection. */
export const SIGN_IN_QUEUE = { maxWaiting: 250, timeoutMs: 7000 }

// Limits guesses at passwords (ruling 6, S-10, decision 39). The limit is read before anything is written or compared; a
// failure is counted after the comparison.

/** @param deviceHash hash of the token of the user's remembered device; null: it comes from another one */
export const signInAttempt = (
  email: string,
  { ip, userAgent, requestId }: RequestOrigin,
  deviceHash: Buffer | null,
): SignInAttempt => ({
  email,
  ip,
  userAgent,
  requestId,
  account: tries.accountKey(email),
  source: deviceHash ? `device:${deviceHash.toString('hex')}` : networkOf(ip),
  isRememberedDevice: deviceHash !== null,
})

/**
 * Returns the result of `compare`, and counts a failure. Comparisons for one account, and from one address, run one at a
 * time, so that a burst cannot exceed the limit, and correct passwords do not block each other. Errors: too_many,
 * unavailable.
 */
export async function checkPassword(
  useCase: DatabaseUseCase<'jobs' | 'signInQueue'>,
  attempt: SignInAttempt,
  compare: () => Promise<boolean>,
): Promise<boolean> {
  const { db } = useCase
  const { signInQueue: inTurn } = useCase.ports
  const account = `account:${attempt.account.toString('hex')}`
  return inTurn(attempt.isRememberedDevice ? attempt.source : account, () =>
    inTurn(`source:${attempt.source}`, async () => {
      await rejectOverLimit(db, attempt)
      const isRight = await compare()
      await (isRight ? tries.recordSuccess(db, attempt) : recordFailure(useCase, attempt))
      return isRight
    }),
  )
}

/** Ends the waits of an account after its owner verified the email address. */
export async function resetSignInLimits(db: Queryable, email: string): Promise<void> {
  const account = tries.accountKey(email)
  await tries.clearFailures(db, account)
  await unlockAccount(db, account)
}

/** Ends the limits and the lockout of a user's one-time passwords. */
export async function resetCodeLimits(db: Queryable, userId: number): Promise<void> {
  await clearOtpLimits(db, userId)
  await unlockCodes(db, userId)
}

/** Rejects with 429 above the limit. Writes nothing. */
export async function rejectOverLimit(db: Queryable, attempt: SignInAttempt): Promise<void> {
  if (attempt.isRememberedDevice) {
    const { failures, failed_s } = await tries.readDeviceCounts(db, attempt)
    return rejectDuringWait(failures - SIGN_IN_FAILURES, failed_s, ACCOUNT_WAIT)
  }
  const counts = await tries.readTryCounts(db, attempt)
  rejectDuringWait(counts.account_failures - SIGN_IN_FAILURES, counts.account_failed_s, ACCOUNT_WAIT)
  const limit = SIGN_IN_FAILURES + counts.source_credits
  rejectDuringWait(counts.source_failures - limit, counts.source_failed_s, SOURCE_WAIT)
}

/**
 * Counts a failure and then records it, so that it counts even if recording fails. A failure that reaches a limit starts
 * a lockout. Rejected tries are not recorded, so that a flood of them writes no rows.
 */
async function recordFailure({ db, ports }: DatabaseUseCase<'jobs'>, attempt: SignInAttempt): Promise<void> {
  await tries.recordFailure(db, attempt)
  const { email, isRememberedDevice } = attempt
  await db.system(async (tx) => {
    await recordFailedSignIn(tx, email, attempt, isRememberedDevice ? 'device' : 'password')
    const account = { account: attempt.account, typed: email }
    if (isRememberedDevice) {
      const { failures } = await tries.readDeviceCounts(tx, attempt)
      if (failures >= SIGN_IN_FAILURES)
        await lockAccount({ tx, ports }, { ...account, device: attempt.source }, attempt)
      return
    }
    const counts = await tries.readTryCounts(tx, attempt)
    if (counts.account_failures >= SIGN_IN_FAILURES)
      await lockAccount({ tx, ports }, { ...account, device: null }, attempt)
    if (counts.source_failures >= SIGN_IN_FAILURES + counts.source_credits) await lockNetwork(tx, attempt)
  })
}

/** Rejects while the wait after this many failures above the limit is not over. */
function rejectDuringWait(
  past: number,
  failedSeconds: number,
  { firstSeconds, maxSeconds }: { firstSeconds: number; maxSeconds: number },
) {
  if (past < 0) return
  // A clock that was set back must not extend the wait.
  const left = Math.min(maxSeconds, firstSeconds * 2 ** Math.min(past, 20)) - Math.max(0, failedSeconds)
  if (left > 0) throw new Problem('too_many', { retryAfter: Math.ceil(left) })
}
