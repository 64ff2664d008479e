import type { OutboxDb } from './outbox-db.ts'
import { storageFault } from './storage-errors.ts'

/** Room for the notes that sending needs: states, receipts, the lease. */
const RESERVE_BYTES = 131_072

/**
 * Lays in a reserve: a row of bytes that is given up when the disk is full, so that what waits can still be sent and make
 * room. Without it a full disk would keep the queue from ever getting shorter. Where there is no room for it, it stays out.
 */
export async function ensureReserve(db: OutboxDb): Promise<void> {
  if ((await db.reserve.count()) > 0) return
  // Random: zeros would be compressed away.
  const bytes = new Uint8Array(RESERVE_BYTES)
  for (let at = 0; at < RESERVE_BYTES; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  await db.reserve.put({ id: 'reserve', bytes: bytes.buffer }).catch((error: unknown) => {
    if (storageFault(error) !== 'quota') throw error
  })
}

/** Runs a write that may be left out. @returns false when the disk had no room for it */
export async function unlessFull(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (storageFault(error) !== 'quota') throw error
    return false
  }
}

/** Runs a write that sending needs; on a full disk the reserve is given up for it. */
export async function withReserve<T>(db: OutboxDb, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (storageFault(error) !== 'quota') throw error
    await db.reserve.delete('reserve')
    return write()
  }
}
