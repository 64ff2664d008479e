import type Dexie from 'dexie'
import type { Clock } from '#src/offline/model/clock.ts'
import { StorageBlocked } from '#src/offline/model/errors.ts'
import { type PageLifecycle, releaseOnPageHide } from './release-on-page-hide.ts'
import { storageFault } from './storage-errors.ts'

const RECONNECTS_MAX = 3
const RECONNECT_WINDOW_MS = 10 * 60_000

/** Runs storage work, which must be idempotent because it may run twice. */
export type Reconnect = <T>(work: () => PromiseLike<T>) => Promise<T>

/** Connections that were closed on purpose: late work does not reopen them. */
const closedDatabases = new WeakSet<Dexie>()

/** Closes a database permanently. */
export function closePermanently(db: Dexie): void {
  closedDatabases.add(db)
  db.close()
}

/**
 * Adds reconnection to a database. If the system closed the connection (as phones do in the background, docs/offline.md
 * row 13), it reopens it and runs the work once more. After 3 reconnects in 10 minutes it throws StorageBlocked. The
 * first run may have committed before its result was lost, so the work checks for its own trace first. Work of a hidden
 * page waits until the page is back.
 */
export function createReconnect(
  db: Dexie,
  clock: Clock,
  onHeal: (error: unknown) => void = () => {},
  page?: PageLifecycle,
): Reconnect {
  const isClosed = () => closedDatabases.has(db)
  const wasAway = releaseOnPageHide(db, isClosed, page)
  let times: number[] = []
  let reconnects = 0
  let current: Promise<void> | null = null

  async function reconnect(error: unknown): Promise<void> {
    const now = clock.now()
    times = [...times.filter((at) => Math.abs(now - at) < RECONNECT_WINDOW_MS), now]
    if (times.length > RECONNECTS_MAX) throw new StorageBlocked(error)
    onHeal(error)
    await reopen(db, error)
    reconnects++
  }

  return async function run(work) {
    const before = reconnects
    try {
      return await work()
    } catch (error) {
      if (storageFault(error) !== 'lost' || isClosed()) throw error
      if (await wasAway()) return run(work)
      // One new connection serves all work that the lost one interrupted.
      if (before === reconnects) {
        current ??= reconnect(error).finally(() => {
          current = null
        })
        await current
      }
      return await work()
    }
  }
}

async function reopen(db: Dexie, lost: unknown): Promise<void> {
  db.close({ disableAutoOpen: false })
  try {
    await db.open()
  } catch (error) {
    throw new StorageBlocked(storageFault(error) === 'lost' ? lost : error)
  }
}
