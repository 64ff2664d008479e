import type { Clock } from '#src/offline/model/clock.ts'
import { StorageBlocked } from '#src/offline/model/errors.ts'
import { createWatched, type Watched } from '#src/offline/model/live.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { type DeviceStorage, type OutboxDb, outboxDb } from './outbox-db.ts'
import { closePermanently, createReconnect, type Reconnect } from './reconnect.ts'
import { withReserve } from './reserve.ts'

/** The open outbox of one user; every read and write goes through it. */
export interface Store {
  readonly db: OutboxDb
  readonly scope: Scope
  /** One durable transaction over all tables. Reconnects a lost connection, so `work` must be idempotent. */
  write<T>(work: () => Promise<T>): Promise<T>
  /**
   * The same for records that sending needs; also works on a full disk. Concurrent writes share a transaction, which runs
   * them one after another.
   */
  writeForSending<T>(work: () => Promise<T>): Promise<T>
  /** A read outside a transaction, with reconnection. */
  read: Reconnect
  /** Whether storage failed despite reconnecting: nothing new can be stored (docs/offline.md row 13). */
  isLost: Watched<boolean>
  close(): void
}

/** Opens (or creates) the outbox. @throws StorageBlocked if the browser stores nothing */
export async function openStore(scope: Scope, clock: Clock, storage: DeviceStorage = {}): Promise<Store> {
  const db = outboxDb(scope, storage)
  const isLost = createWatched(false)
  const withReconnect = trackLoss(
    isLost,
    createReconnect(db, clock, (error) => console.error('Outbox storage was lost and reopened', error)),
  )
  try {
    await withReconnect(() => db.open())
  } catch (error) {
    closePermanently(db)
    throw error instanceof StorageBlocked ? error : new StorageBlocked(error)
  }
  const tables = [db.ops, db.files, db.receipts, db.meta, db.log]
  // Dexie keeps a transaction open across native awaits only if its function is itself async.
  const write: Store['write'] = (work) =>
    withReconnect(() => db.transaction('rw', tables, async () => work()))
  return {
    db,
    scope,
    write,
    writeForSending: groupWrites(write, (work) => withReserve(db, () => write(work))),
    read: withReconnect,
    isLost,
    close: () => closePermanently(db),
  }
}

/** Tracks when reconnecting fails and when storage works again. */
function trackLoss(isLost: Watched<boolean>, withReconnect: Reconnect): Reconnect {
  return async (work) => {
    try {
      const result = await withReconnect(work)
      isLost.set(false)
      return result
    } catch (error) {
      if (error instanceof StorageBlocked) isLost.set(true)
      throw error
    }
  }
}

/** A write that waits for its transaction. */
interface WaitingWrite {
  run(): Promise<void>
  /** Resolves the caller's promise with the result of the last run. */
  finish(): void
  /** Runs it in a transaction of its own. Never rejects: the caller gets the error. */
  runAlone(): Promise<void>
}

/**
 * Group commit: writes that arrive while another is being committed share the next transaction, one after another. A
 * durable commit takes longer than the work in it, and several lanes finish at about the same time. Each write resolves
 * only after its commit. If the shared transaction fails, each write gets one of its own, so that none fails because of
 * another.
 */
function groupWrites(shared: Store['write'], alone: Store['write']): Store['write'] {
  let waiting: WaitingWrite[] = []
  let isWriting = false

  async function writeWaiting(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      if (group.length > 1 && (await isWrittenTogether(group))) for (const job of group) job.finish()
      else for (const job of group) await job.runAlone()
    }
    isWriting = false
  }

  const isWrittenTogether = (group: readonly WaitingWrite[]): Promise<boolean> =>
    shared(async () => {
      for (const job of group) await job.run()
      return true
    }).catch(() => false)

  return <T>(work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      let result: T
      waiting.push({
        async run() {
          result = await work()
        },
        finish: () => resolve(result),
        runAlone: () => alone(work).then(resolve, reject),
      })
      if (!isWriting) void writeWaiting()
    })
}
