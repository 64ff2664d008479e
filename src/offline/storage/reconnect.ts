import type Dexie from 'dexie'
import type { Clock } from '#src/offline/model/clock.ts'
import { StorageBlocked } from '#src/offline/model/errors.ts'
import { type PageLifecycle, releaseOnPageHide } from './release-on-page-hide.ts'
import { storageFault } from './storage-errors.ts'

const RECONNECTS_MAX = 3
const RECONNECT_WINDOW_MS = 10 * 60_000

/** Runs storage work; the work must do no harm when it runs twice. */
export type Reconnect = <T>(work: () => PromiseLike<T>) => Promise<T>

/** Connections that were closed on purpose: what comes too late does not open them again. */
const closedDatabases = new WeakSet<Dexie>()

/** Closes a database for good. */
export function closePermanently(db: Dexie): void {
  closedDatabases.add(db)
  db.close()
}

/**
 * Gives a database connection that heals: when the system took it away (a phone's habit after the background,
 * docs/offline.md row 13), it closes, opens and runs the work once more. More than 3 heals in 10 minutes: StorageBlocked.
 * The first run may have committed before its answer was lost, so the work looks for its own trace first. Work of a page
 * that is left waits until it is back.
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
      // All that a lost connection took down is healed by one new one.
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
