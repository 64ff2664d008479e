import { EventEmitter } from 'node:events'
import type { Database } from '#server/db/database.ts'
import { isInTransaction } from '#server/db/transaction-scope.ts'
import { createAdmissionQueue } from './admission-queue.ts'

/** The transactions of one fleet. */
class Share extends EventEmitter<{ release: [] }> {
  readonly admissionQueue = createAdmissionQueue(this)
  readonly #max: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(max: number) {
    super()
    this.#max = max
  }

  get waitingCount(): number {
    return this.#waiting.length
  }

  get isUnused(): boolean {
    return this.#running === 0
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#max) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Hands the place to the next transaction directly, so that no other can take it in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
      this.emit('release')
    }
  }
}

/**
 * Limits the transactions of each fleet in this process to `max`. The others wait here, not for a connection, so one fleet
 * cannot fill the pool with its calls.
 */
export function createFleetShares(max: number) {
  const shares = new Map<number, Share>()
  const shareOf = (fleetId: number) => {
    const share = shares.get(fleetId) ?? new Share(max)
    shares.set(fleetId, share)
    return share
  }

  async function run<T>(fleetId: number, work: () => Promise<T>): Promise<T> {
    const share = shareOf(fleetId)
    try {
      return await share.run(work)
    } finally {
      if (share.isUnused) shares.delete(fleetId)
    }
  }

  return {
    /** Resolves to whether a request of the fleet is admitted: it waits while many transactions of its own fleet do. */
    enter: (fleetId: number) => shares.get(fleetId)?.admissionQueue.enter() ?? true,
    /** Returns the database with this limit. */
    limit: (db: Database): Database => ({
      ...db,
      // A nested transaction would wait for the one around it.
      tenant: (fleetId, work) =>
        isInTransaction() ? db.tenant(fleetId, work) : run(fleetId, () => db.tenant(fleetId, work)),
    }),
  }
}
