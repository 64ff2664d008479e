import type { OutboxDb } from './outbox-db.ts'
import { storageFault } from './storage-errors.ts'

/**
 * Row IDs and sizes in bytes of the space that is freed when the disk is full: for the records that sending needs (states, receipts, the lease), and for
 * new entries, which copies of the server's rows must not crowd out.
 */
const RESERVE_BYTES = { reserve: 131_072, entries: 2_097_152 }

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
  await unlessFull(() => db.reserve.put({ id, bytes: bytes.buffer }))
}

/** Frees the space that is reserved for new entries. */
export const releaseEntryReserve = (db: OutboxDb): Promise<void> => db.reserve.delete('entries')

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
