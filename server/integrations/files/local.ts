import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { filesBelow, readIfPresent, statIfPresent, syncFolder } from './disk.ts'
import { assertValidKey, type FileStore } from './port.ts'

/** Suffix of files that are being written. One that remains was left by a kill. */
const PARTIAL = '.partial'
const PARTIAL_LIFE_MS = 3_600_000

/** Stores files in a local folder, outside everything that is served. */
export function localFileStore(folder: string): FileStore {
  const pathOf = (key: string) => path.join(folder, ...assertValidKey(key).split('/'))
  return {
    /** Temporary file → fsync → rename → fsync of the folder: a file under its final name is always complete. */
    async put(key, bytes) {
      const target = pathOf(key)
      const parent = path.dirname(target)
      await mkdir(parent, { recursive: true, mode: 0o700 })
      const partial = `${target}.${randomUUID()}${PARTIAL}`
      try {
        await writeDurably(partial, bytes)
        await rename(partial, target)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      await syncFolder(parent)
      await syncFolder(folder)
    },
    get: async (key) => readIfPresent(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list() {
      for (const file of await filesBelow(folder)) {
        const at = (await statIfPresent(file))?.mtime
        if (!at) continue
        if (!file.endsWith(PARTIAL))
          yield { key: path.relative(folder, file).split(path.sep).join('/'), storedAt: at }
        else if (Date.now() - at.getTime() > PARTIAL_LIFE_MS) await rm(file, { force: true })
      }
    },
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
