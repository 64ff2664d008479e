import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Makes new directory entries durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes a file into a folder and removes it. Throws if that is impossible. */
export async function tryWrite(folder: string): Promise<void> {
  // Several servers may share the folder.
  const file = path.join(folder, `.write-test-${randomUUID()}`)
  await writeFile(file, '')
  await rm(file, { force: true })
}

/** Reads a file. Null: it does not exist. */
export const readIfPresent = (file: string): Promise<Uint8Array | null> => unlessMissing(readFile(file))

/** Returns size and times of a file. Null: it does not exist. */
export const statIfPresent = (file: string): Promise<Stats | null> => unlessMissing(stat(file))

/** Lists the paths of all files below a folder. Empty if the folder does not exist. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await unlessMissing(readdir(folder, { recursive: true, withFileTypes: true }))
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
