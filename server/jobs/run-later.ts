/**
 * Thrown by a delivery that must not be attempted before some seconds have passed. The job has not failed, and runs again
 * then. Not an instant, because the clock of this server may differ from that of the database, which starts jobs.
 */
export class RunLater extends Error {
  readonly seconds: number
  constructor(message: string, seconds: number) {
    super(message)
    this.seconds = seconds
  }
}
