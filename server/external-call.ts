import { Problem } from './problem.ts'

/**
 * Thrown by the work of a write that cannot go on without an external call, such as storing a file. The transaction is
 * rolled back, `make` runs while no connection is held, and the work runs again from the start, where it finds the
 * result. So the call is made only after every check of the work has passed, and never inside the transaction.
 *
 * The result must be harmless if nobody records it: the second run may be refused, or its commit may be lost.
 */
export class ExternalCallNeeded extends Error {
  override readonly name = 'ExternalCallNeeded'
  readonly make: () => Promise<void>
  /** Called when the result turns out not to be needed. Best effort: it is not called after a crash or a lost commit. */
  readonly discard: () => Promise<void>
  /** Whether the committed transaction recorded the result. */
  readonly isRecorded: () => boolean
  constructor(call: Pick<ExternalCallNeeded, 'make' | 'discard' | 'isRecorded'>) {
    super('The work needs an external call first')
    this.make = call.make
    this.discard = call.discard
    this.isRecorded = call.isRecorded
  }
}

/** More files than one call can carry. */
const CALLS_MAX = 50

/**
 * Runs a transaction, and makes the external calls that it asks for between its attempts.
 * @param hasCommitted whether the transaction's result means that its effects were kept
 */
export async function withExternalCalls<T>(
  transaction: () => Promise<T>,
  hasCommitted: (result: T) => boolean,
): Promise<T> {
  const made: ExternalCallNeeded[] = []
  const discardUnless = (isKept: (call: ExternalCallNeeded) => boolean) => {
    // Nobody waits for it; what fails here is left to the janitor.
    for (const call of made) if (!isKept(call)) void call.discard().catch(() => {})
  }
  for (;;) {
    try {
      const result = await transaction()
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
      // A commit whose answer was lost may have recorded the results all the same: they stay.
      if (isRefusal(error)) discardUnless(() => false)
      throw error
    }
  }
}

/** Problems are thrown by the work itself, so the transaction was rolled back for certain. */
const isRefusal = (error: unknown) => error instanceof Problem
