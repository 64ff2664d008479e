import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { readArchive } from './archive/archive-reader.ts'
import type { BackupKey } from './archive/sealed.ts'
import { markVerified } from './backup-folder.ts'
import { copyOutOf, qualified } from './database/catalog.ts'
import { CopyOut } from './database/copy.ts'
import { BackupError } from './errors.ts'
import { readFromPool } from './file-pool.ts'
import { type LoadedTable, loadArchive } from './load-archive.ts'

/**
 * Restores a backup into a temporary PostgreSQL of its own and compares every table and file with what the backup says.
 * Servers do not notice. Throws BackupError.
 */
export async function verifyBackup(
  archive: string,
  key: BackupKey,
  scratchFolder: string,
): Promise<{ tables: number; rows: number; files: number }> {
  const scratch = await mkdtemp(join(scratchFolder, 'backup-check-'))
  try {
    const server = await startEmbeddedPostgres({ folder: join(scratch, 'postgres') })
    try {
      const { tables, end, files } = await loadAndCompare(server.connectionString, archive, key)
      for (const file of files) await readFromPool(dirname(archive), file, key)
      await markVerified(archive, new Date())
      return { tables: tables.length, rows: end.rows, files: files.length }
    } finally {
      await server.stop()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function loadAndCompare(connectionString: string, archive: string, key: BackupKey) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const loaded = await loadArchive(client, readArchive(archive, key))
    await client.query('commit')
    for (const table of loaded.tables) await compare(client, table)
    return loaded
  } finally {
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
