import { EventEmitter } from 'node:events'
import type { Database } from '#server/db/database.ts'
import { replicaRequirements } from '#server/db/replica/read-scope.ts'
import { isInTransaction } from '#server/db/transaction-scope.ts'
import { Problem } from '#server/problem.ts'
import { createAdmissionQueue } from './admission-queue.ts'

/** Longest wait of a transaction for a place. As long as the pool's for a connection. */
const PLACE_WAIT_MAX_MS = 5_000

/** The transactions of one fleet. */
class Share extends EventEmitter<{ release: [] }> {
  readonly admissionQueue = createAdmissionQueue(this)
  readonly #max: number
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(max: number) {
    super()
    this.#max = max
  }

  get waitingCount(): number {
    return this.#waiting.size
  }

  get isUnused(): boolean {
    return this.#running === 0
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#max) this.#running++
    else await this.#placeOfAnother()
    try {
      return await work()
    } finally {
      // Hands the place to the next transaction directly, so that no other can take it in between.
      const [next] = this.#waiting
      if (next) next()
      else this.#running--
      this.emit('release')
    }
  }

  /** Waits until another transaction hands over its place. Errors: unavailable. */
  #placeOfAnother(): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = () => {
        clearTimeout(timer)
        this.#waiting.delete(take)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(take)
        reject(new Problem('unavailable', { retryAfter: 2 }))
      }, PLACE_WAIT_MAX_MS)
      this.#waiting.add(take)
    })
  }
}

/**
 * Limits the transactions of each fleet in this process to `max`. The others wait here, not for a connection, so one fleet
 * cannot fill the pool with its calls. After 5 s they are rejected as `unavailable`.
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
      if (share.isUnused && shares.get(fleetId) === share) shares.delete(fleetId)
    }
  }

  return {
    /** Resolves to whether a request of the fleet is admitted: it waits while many transactions of its own fleet do. */
    enter: (fleetId: number) => shares.get(fleetId)?.admissionQueue.enter() ?? true,
    /** Returns the database with this limit. */
    limit: (db: Database): Database => ({
      ...db,
      // A nested transaction would wait for the one around it. A replica has a pool of its own.
      tenant: (fleetId, work) =>
        isInTransaction() || replicaRequirements()
          ? db.tenant(fleetId, work)
          : run(fleetId, () => db.tenant(fleetId, work)),
    }),
  }
}
export type FleetShares = ReturnType<typeof createFleetShares>
