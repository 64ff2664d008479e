import type Dexie from 'dexie'
import type { Clock } from '../clock.ts'
import { StorageBlocked } from '../errors.ts'
import { storageFault } from './storage-errors.ts'

const HEALS_MAX = 3
const HEALS_WINDOW_MS = 10 * 60_000

/** Runs storage work; the work must do no harm when it runs twice. */
export type Healing = <T>(work: () => PromiseLike<T>) => Promise<T>

/** Connections that were closed on purpose: what comes too late does not open them again. */
const closed = new WeakSet<Dexie>()

/** Closes a database for good. */
export function closeForGood(db: Dexie): void {
  closed.add(db)
  db.close()
}

/**
 * Gives a database connection that heals: when the system took it away (a phone's habit after the background,
 * offline.md §2 row 13), it closes, opens and runs the work once more. More than 3 heals in 10 minutes: StorageBlocked.
 * The first run may have committed before its answer was lost, so the work looks for its own trace first.
 */
export function healing(db: Dexie, clock: Clock, onHeal: (error: unknown) => void = () => {}): Healing {
  let heals: number[] = []
  return async (work) => {
    try {
      return await work()
    } catch (error) {
      if (storageFault(error) !== 'lost' || closed.has(db)) throw error
      const now = clock.now()
      heals = [...heals.filter((at) => Math.abs(now - at) < HEALS_WINDOW_MS), now]
      if (heals.length > HEALS_MAX) throw new StorageBlocked(error)
      onHeal(error)
      await reopen(db, error)
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
