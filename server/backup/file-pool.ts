import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { filesBelow, syncFolder } from '#server/integrations/files/disk.ts'
import { assertValidKey, type FileStore, isValidKey } from '#server/integrations/files/port.ts'
import { syncFile } from './archive/archive-writer.ts'
import type { StoredFile } from './archive/records.ts'
import { type BackupKey, keyIdOf, seal, unseal } from './archive/sealed.ts'
import { archivesIn } from './backup-folder.ts'
import { BackupError, DamagedFile } from './errors.ts'

/** Below the concurrency limit of the file store. */
const TOGETHER = 8
const GONE = '.gone'
const DAMAGED = '.damaged'
const POOL = /^files-([0-9a-f]{16})$/

/**
 * Files of a backup folder. Each is stored once and named by all archives that contain it, because a file under a key
 * never changes. Its name tells key, time and digest, so a backup reads new files only. Each key of encryption has a
 * folder, so that a new key encrypts all files again.
 */
const poolOf = (folder: string, key: BackupKey) => join(folder, `files-${key.id}`)
const nameOf = ({ key, stored_ms, sha256 }: StoredFile) => `${assertValidKey(key)}@${stored_ms}-${sha256}`
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Copies the files that the pool lacks. Returns all files of the store. */
export async function copyFiles(store: FileStore, folder: string, key: BackupKey): Promise<StoredFile[]> {
  const pool = poolOf(folder, key)
  const known = new Map<string, string>()
  for (const path of await filesBelow(pool)) {
    const name = relative(pool, path)
    const dash = name.lastIndexOf('-')
    if (/^[0-9a-f]{64}$/.test(name.slice(dash + 1))) known.set(name.slice(0, dash), name.slice(dash + 1))
  }
  const files: StoredFile[] = []
  let batch: Promise<void>[] = []
  async function copy(storageKey: string, stored_ms: number) {
    const found = known.get(`${storageKey}@${stored_ms}`)
    if (found !== undefined) return void files.push({ key: storageKey, stored_ms, sha256: found })
    const bytes = await store.get(storageKey)
    if (bytes === null) return
    const file = { key: storageKey, stored_ms, sha256: sha256Of(bytes) }
    await writeSealed(join(pool, nameOf(file)), bytes, key)
    files.push(file)
  }
  const listed = new Set<string>()
  for await (const { key: storageKey, storedAt } of store.list()) {
    // Some stores list a key twice if others are added meanwhile.
    if (!isValidKey(storageKey) || listed.has(storageKey)) continue
    listed.add(storageKey)
    batch.push(copy(storageKey, Math.floor(storedAt.getTime())))
    if (batch.length < TOGETHER) continue
    await Promise.all(batch)
    batch = []
  }
  await Promise.all(batch)
  return files.sort((a, b) => (a.key < b.key ? -1 : 1))
}

async function writeSealed(path: string, bytes: Uint8Array, key: BackupKey): Promise<void> {
  const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const partial = `${path}.partial`
  await writeFile(partial, await buffer(Readable.from(seal(chunksOf(bytes), key))), { mode: 0o600 })
  await syncFile(partial)
  await rename(partial, path)
  await syncFolder(dirname(path))
  if (created !== undefined)
    for (const parent of new Set([dirname(dirname(path)), dirname(created)])) await syncFolder(parent)
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes
}

/** Reads a file of the pool and checks its digest. Throws BackupError, DamagedFile. */
export async function readFromPool(folder: string, file: StoredFile, key: BackupKey): Promise<Uint8Array> {
  const path = join(poolOf(folder, key), nameOf(file))
  const sealed = await readFile(path).catch(() => {
    throw new BackupError(`The backup lacks a file: ${path}`)
  })
  const bytes = await buffer(Readable.from(unseal(chunksOf(sealed), key))).catch((error: Error) => {
    throw new DamagedFile(`${error.message} File: ${path}`)
  })
  if (sha256Of(bytes) !== file.sha256) throw new DamagedFile(`The backup is damaged. File: ${path}`)
  return bytes
}

/**
 * Reads all files of an archive. Renames a damaged one, so that the next backup stores it again: for all archives, because
 * they share it. Throws BackupError that lists the missing and damaged ones.
 */
export async function checkFiles(
  files: readonly StoredFile[],
  { folder, key }: { folder: string; key: BackupKey },
): Promise<void> {
  const unusable: string[] = []
  for (const file of files)
    try {
      await readFromPool(folder, file, key)
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      unusable.push(error.message)
      const path = join(poolOf(folder, key), nameOf(file))
      // Renaming fails on a read-only folder, which stays unchanged.
      if (error instanceof DamagedFile) await rename(path, path + DAMAGED).catch(() => {})
    }
  if (unusable.length > 0)
    throw new BackupError(
      `Files of the backup are missing or damaged: ${unusable.length}. The next backup stores them again if the \
file store still has them.\n${unusable.join('\n')}`,
    )
}

/** Returns the files that the pool lacks, without reading any. */
export async function findMissing(
  files: readonly StoredFile[],
  { folder, key }: { folder: string; key: BackupKey },
): Promise<StoredFile[]> {
  const pool = poolOf(folder, key)
  const sizes = new Map<string, number>()
  for (const path of await filesBelow(pool)) sizes.set(path, (await stat(path)).size)
  return files.filter((file) => !sizes.get(join(pool, nameOf(file))))
}

/** Puts files into a store, except those that it has. Returns those that are missing or damaged. */
export async function restoreFiles(
  files: readonly StoredFile[],
  from: { folder: string; key: BackupKey },
  store: FileStore,
): Promise<StoredFile[]> {
  const unusable: StoredFile[] = []
  async function restore(file: StoredFile) {
    const present = await store.get(file.key)
    if (present && sha256Of(present) === file.sha256) return
    const bytes = await readFromPool(from.folder, file, from.key).catch((error: unknown) => {
      if (!(error instanceof BackupError)) throw error
      return null
    })
    if (bytes) await store.put(file.key, bytes, 'application/octet-stream')
    else unusable.push(file)
  }
  for (let first = 0; first < files.length; first += TOGETHER)
    await Promise.all(files.slice(first, first + TOGETHER).map(restore))
  return unusable
}

/**
 * Removes files that the store has lost and no archive can name. Such a file gets a mark that lists the archives of that
 * moment, and goes when the last of them has gone. The dates of archives are not used, because a clock may be wrong.
 */
export async function removeOldFiles(
  files: readonly StoredFile[],
  { folder, key }: { folder: string; key: BackupKey },
): Promise<void> {
  const archives = (await archivesIn(folder)).map(({ path }) => basename(path))
  const pool = poolOf(folder, key)
  const live = new Set(files.map((file) => join(pool, nameOf(file))))
  const paths = await filesBelow(pool)
  const gone = new Set(paths.filter((path) => path.endsWith(GONE)))
  for (const path of paths) {
    if (path.endsWith(GONE)) continue
    const mark = path + GONE
    if (live.has(path)) {
      if (gone.has(mark)) await rm(mark, { force: true })
      continue
    }
    const naming = gone.has(mark) ? await readFile(mark, 'utf8') : ''
    // Marks of earlier versions are empty.
    if (naming === '') await writeFile(mark, archives.join('\n'))
    else if (!archives.some((name) => naming.includes(name)))
      for (const file of [path, mark]) await rm(file, { force: true })
  }
}

/** Removes the files of keys that no archive of the folder has any more. A damaged archive may have any key. */
export async function removePoolsOfOldKeys(folder: string, key: BackupKey): Promise<void> {
  const used = new Set([key.id])
  for (const { path } of await archivesIn(folder)) {
    // One that cannot be read may have any key, too.
    const id = await keyIdOf(path).catch(() => null)
    if (id === null) return
    used.add(id)
  }
  for (const name of await readdir(folder)) {
    const id = POOL.exec(name)?.[1]
    if (id !== undefined && !used.has(id)) await rm(join(folder, name), { recursive: true, force: true })
  }
}
