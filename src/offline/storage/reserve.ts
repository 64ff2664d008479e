import type { OutboxDb } from './outbox-db.ts'
import { storageFault } from './storage-errors.ts'

/** Space for the records that sending needs: states, receipts, the lease. */
const RESERVE_BYTES = 131_072

/**
 * Stores a reserve: a row of bytes that is deleted when the disk is full, so that queued entries can still be sent and
 * free space. Without it a full disk would block the queue. It is skipped if there is no space for it.
 */
export async function ensureReserve(db: OutboxDb): Promise<void> {
  if ((await db.reserve.count()) > 0) return
  // Random, because zeros would be compressed.
  const bytes = new Uint8Array(RESERVE_BYTES)
  for (let at = 0; at < RESERVE_BYTES; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  await db.reserve.put({ id: 'reserve', bytes: bytes.buffer }).catch((error: unknown) => {
    if (storageFault(error) !== 'quota') throw error
  })
}

/** Runs an optional write. @returns false if the disk was full */
export async function unlessFull(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (storageFault(error) !== 'quota') throw error
    return false
  }
}

/** Runs a write that sending needs; on a full disk it deletes the reserve first. */
export async function withReserve<T>(db: OutboxDb, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (storageFault(error) !== 'quota') throw error
    await db.reserve.delete('reserve')
    return write()
  }
}
