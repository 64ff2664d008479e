import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { EmbeddedPostgresError } from '#server/db/embedded/errors.ts'
import { readArchive } from './archive/archive-reader.ts'
import type { BackupKey } from './archive/sealed.ts'
import { markVerified } from './backup-folder.ts'
import { copyOutOf, qualified } from './database/catalog.ts'
import { CopyOut } from './database/copy.ts'
import { BackupError } from './errors.ts'
import { checkFiles } from './file-pool.ts'
import { type LoadedTable, loadArchive } from './load-archive.ts'

const PREFIX = 'backup-check-'

/**
 * Restores a backup into a temporary PostgreSQL of its own and compares every table and file with what the backup says.
 * Servers do not notice. `signal` ends it early. Throws BackupError.
 */
export async function verifyBackup(
  archive: string,
  key: BackupKey,
  { scratchFolder, signal }: { scratchFolder: string; signal?: AbortSignal },
): Promise<{ tables: number; rows: number; files: number }> {
  await mkdir(scratchFolder, { recursive: true })
  await removeLeftovers(scratchFolder)
  const scratch = await mkdtemp(join(scratchFolder, PREFIX))
  // A server that runs as root runs PostgreSQL as another user, who must be able to enter.
  await chmod(scratch, 0o711)
  return onScratchServer(scratch, async (connectionString) => {
    const { tables, end, files } = await loadAndCompare(connectionString, { archive, key, signal })
    await checkFiles(files, { folder: dirname(archive), key })
    signal?.throwIfAborted()
    await markVerified(archive, new Date())
    return { tables: tables.length, rows: end.rows, files: files.length }
  })
}

/** Runs `work` on the PostgreSQL of a folder, and removes both. */
async function onScratchServer<T>(scratch: string, work: (url: string) => Promise<T>): Promise<T> {
  try {
    const server = await startEmbeddedPostgres({ folder: join(scratch, 'postgres') })
    try {
      return await work(server.connectionString)
    } finally {
      await server.stop()
      // In another place if its user cannot enter the scratch folder.
      await rm(dirname(server.folder), { recursive: true, force: true })
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Stops and removes what killed checks left, but not the check of another server that runs. */
export async function removeLeftovers(scratchFolder: string): Promise<void> {
  const names = (await readdir(scratchFolder)).filter((name) => name.startsWith(PREFIX))
  for (const name of names) {
    const scratch = join(scratchFolder, name)
    try {
      const server = await startEmbeddedPostgres({ folder: join(scratch, 'postgres') })
      await server.stop()
      await rm(dirname(server.folder), { recursive: true, force: true })
    } catch (error) {
      if (error instanceof EmbeddedPostgresError && error.code === 'folder_in_use') continue
    }
    await rm(scratch, { recursive: true, force: true })
  }
}

async function loadAndCompare(
  connectionString: string,
  { archive, key, signal }: { archive: string; key: BackupKey; signal: AbortSignal | undefined },
) {
  signal?.throwIfAborted()
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  // Fails the statement that runs.
  const end = () => void client.end()
  signal?.addEventListener('abort', end)
  try {
    await client.query('begin')
    const loaded = await loadArchive(client, readArchive(archive, key))
    await client.query('commit')
    for (const table of loaded.tables) await compare(client, table)
    return loaded
  } finally {
    signal?.removeEventListener('abort', end)
    await client.end()
  }
}

async function compare(client: pg.Client, { table, rows, sha256 }: LoadedTable): Promise<void> {
  const digest = createHash('sha256')
  const copy = new CopyOut(client, copyOutOf(table))
  for await (const chunk of copy) digest.update(chunk)
  if (copy.rows !== rows || digest.digest('hex') !== sha256)
    throw new BackupError(`The restored table ${qualified(table)} differs from the one that was backed up.`)
}
