import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { filesBelow, readIfPresent, statIfPresent, syncFolder } from './disk.ts'
import { assertValidKey } from './port.ts'

/**
 * Files that arrive in parts. A kill leaves a prefix of the file, of any length, and the next part continues there.
 * Concurrent writers write the same bytes to the same offsets.
 */
export interface Staging {
  /** Returns the bytes stored so far; 0 if nothing is stored. */
  size(key: string): Promise<number>
  /** Writes at `offset`, which is not beyond the end. On disk before it resolves. @returns the new size */
  write(key: string, offset: number, bytes: Uint8Array): Promise<number>
  /** Returns the total bytes of all keys below `folder`, the first part of their names. */
  sizeBelow(folder: string): Promise<number>
  /** Null: nothing is stored. */
  read(key: string): Promise<Uint8Array | null>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** Removes files without writes since `time`. @returns how many */
  removeUntouchedSince(time: Date): Promise<number>
}

/** Stores parts in a local folder, outside everything that is served. */
export function localStaging(folder: string): Staging {
  const pathOf = (key: string) => path.join(folder, ...assertValidKey(key).split('/'))
  return {
    async size(key) {
      return (await statIfPresent(pathOf(key)))?.size ?? 0
    },
    async sizeBelow(below) {
      const files = await filesBelow(pathOf(below))
      const found = await Promise.all(files.map((file) => statIfPresent(file)))
      return found.reduce((sum, each) => sum + (each?.size ?? 0), 0)
    },
    async write(key, offset, bytes) {
      const file = pathOf(key)
      const parent = path.dirname(file)
      await mkdir(parent, { recursive: true, mode: 0o700 })
      const handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600)
      let size: number
      try {
        await writeAt(handle, offset, bytes)
        await handle.sync()
        size = (await handle.stat()).size
      } finally {
        await handle.close()
      }
      if (offset === 0) {
        await syncFolder(parent)
        await syncFolder(folder)
      }
      return size
    },
    read: async (key) => readIfPresent(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    async removeUntouchedSince(time) {
      let removed = 0
      for (const file of await filesBelow(folder)) {
        const found = await statIfPresent(file)
        if (!found || found.mtime >= time) continue
        await rm(file, { force: true })
        removed++
      }
      return removed
    },
  }
}

async function writeAt(handle: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, offset + done)
    done += bytesWritten
  }
}
