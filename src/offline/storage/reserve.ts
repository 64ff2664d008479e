import type { Clock } from '#src/offline/model/clock.ts'
import type { OutboxDb } from './outbox-db.ts'
import { storageFault } from './storage-errors.ts'

/**
 * Row IDs and sizes in bytes of the reserved space, which is freed when the disk is full. One part is for the records
 * that sending needs: states, receipts, the lease. The other part is for new entries, because copies of the server's
 * rows would otherwise take their space.
 */
const RESERVE_BYTES = { reserve: 131_072, entries: 2_097_152 }

/** Minimum time between two tries to restore the reserves. */
const RESERVE_INTERVAL_MS = 5 * 60_000
/** Time that a pull waits for the reserves. */
const RESERVE_TIMEOUT_MS = 2000

/**
 * Stores the reserves: rows of bytes that are deleted when the disk is full. Without the first, a full disk would block
 * the queue; without the second, copies could leave no space for new entries. A reserve that cannot be stored is
 * skipped.
 */
export async function ensureReserves(db: OutboxDb): Promise<void> {
  try {
    const stored = await db.reserve.toCollection().primaryKeys()
    for (const [id, size] of Object.entries(RESERVE_BYTES))
      if (!stored.includes(id)) await putReserve(db, id, size)
  } catch {
    // Nothing waits for a reserve: what needs the storage next reports why it fails.
  }
}

async function putReserve(db: OutboxDb, id: string, size: number): Promise<void> {
  // Random, because zeros would be compressed.
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  await tryUnlessFull(() => db.reserve.put({ id, bytes: bytes.buffer }))
}

/** Returns a function that restores the reserves at most once per interval: on a full disk, each try writes in vain. */
export function createReserveKeeper(db: OutboxDb, clock: Clock): () => Promise<void> {
  let triedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (Math.abs(clock.now() - triedAt) < RESERVE_INTERVAL_MS) return
    triedAt = clock.now()
    // A write that never ends must not stop the pull.
    await Promise.race([
      ensureReserves(db),
      new Promise<void>((resolve) => clock.after(RESERVE_TIMEOUT_MS, resolve)),
    ])
  }
}

/** Frees the space that is reserved for new entries. */
export const releaseEntryReserve = (db: OutboxDb): Promise<void> => db.reserve.delete('entries')

/** Runs an optional write. @returns false if the disk was full */
export async function tryUnlessFull(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (storageFault(error) !== 'quota') throw error
    return false
  }
}

/** Runs a write that sending needs; on a full disk it deletes the reserves first, one after the other. */
export async function withReserve<T>(db: OutboxDb, write: () => Promise<T>): Promise<T> {
  for (const id of Object.keys(RESERVE_BYTES)) {
    try {
      return await write()
    } catch (error) {
      if (storageFault(error) !== 'quota') throw error
      await db.reserve.delete(id)
    }
  }
  return write()
}
