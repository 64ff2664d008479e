/**
 * Thrown by the work of a write that needs an external call to continue, such as storing a file. The transaction is
 * rolled back, `make` runs while no connection is held, and the work runs again from the start and finds the result. So
 * the call is made only after every check of the work has passed, and never inside the transaction.
 *
 * An unrecorded result must be harmless: the second run may be rejected, or its commit may be lost.
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

/**
 * Returned by the work of a write that has recorded an intent, such as a payment, whose call must follow. The transaction
 * is committed, but no response has been sent yet: `make` runs while no connection is held, then the work runs again from
 * the start and finds the outcome. A job continues the recorded intent if the server is killed in between.
 */
export class CallAfterCommit {
  readonly make: () => Promise<void>
  constructor(make: () => Promise<void>) {
    this.make = make
  }
}
