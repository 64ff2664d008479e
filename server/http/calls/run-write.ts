import { isForeignKeyViolation } from '#server/db/database-errors.ts'
import { CallAfterCommit, ExternalCallNeeded } from '#server/external-call.ts'
import { Problem } from '#server/problem.ts'

/** More files than one call can carry. */
const CALLS_MAX = 50

/**
 * Runs the transaction of a write until it has a result, and makes the external calls that it requests between its runs.
 * @param hasCommitted whether the transaction's result means that its effects were committed
 * @param recheckAccess throws if the caller lost a right during an external call, which may take seconds
 */
export async function runWrite<T>(
  transaction: () => Promise<T | CallAfterCommit>,
  hasCommitted: (result: T) => boolean,
  recheckAccess: () => Promise<void>,
): Promise<T> {
  const made: ExternalCallNeeded[] = []
  const discardUnless = (isUsed: (call: ExternalCallNeeded) => boolean) => {
    // Not awaited. The janitor cleans up after failures.
    for (const call of made) if (!isUsed(call)) void call.discard().catch(() => {})
  }
  for (let hasCalled = false; ; hasCalled = true) {
    try {
      if (hasCalled) await recheckAccess()
      const result = await transaction().catch((error: unknown) => {
        // The referenced row was deleted in the meantime, so the second run reports that it was not found.
        if (isForeignKeyViolation(error)) return transaction()
        throw error
      })
      if (result instanceof CallAfterCommit) {
        await result.make()
        continue
      }
      discardUnless((call) => hasCommitted(result) && call.isRecorded())
      return result
    } catch (error) {
      if (error instanceof ExternalCallNeeded && made.length < CALLS_MAX) {
        made.push(error)
        await error.make().catch((failure) => {
          discardUnless(() => false)
          throw failure
        })
        continue
      }
      // If a commit's response was lost, the results may still be recorded, so they are not discarded.
      if (isRejection(error)) discardUnless(() => false)
      throw error
    }
  }
}

/** The work itself throws problems, so the transaction was certainly rolled back. */
const isRejection = (error: unknown) => error instanceof Problem
