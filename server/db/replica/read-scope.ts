import { AsyncLocalStorage } from 'node:async_hooks'

/** What a replica must have replayed before it may answer the reads of a request. */
export interface ReadRequirements {
  /** Null: it reads many fleets. */
  fleetId: number | null
  /** Position in the write-ahead log after the session's last write. Null: none lately. */
  position: bigint | null
  /** The replica must have completed all transactions before this one. */
  completedBefore?: bigint
}

const scopes = new AsyncLocalStorage<ReadRequirements>()

/** Runs `work` so that its transactions may run on a replica that meets the requirements. They must only read. */
export const allowReplica = <T>(requirements: ReadRequirements, work: () => Promise<T>): Promise<T> =>
  scopes.run(requirements, work)

/** Returns the requirements of the current request. Undefined: it needs the primary. */
export const replicaRequirements = (): ReadRequirements | undefined => scopes.getStore()
