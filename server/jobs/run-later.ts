/** Thrown by a delivery that must not be attempted before `at`. The job has not failed, and runs again then. */
export class RunLater extends Error {
  readonly at: Date
  constructor(message: string, at: Date) {
    super(message)
    this.at = at
  }
}
