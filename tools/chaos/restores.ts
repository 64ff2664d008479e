import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupKey } from '#server/backup/archive/sealed.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { sql } from '#server/db/sql.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import type { SentEntry } from '#tests/api/core/kills.sender.ts'
import { compare } from '#tools/installation/compare.ts'
import { importFrom } from '#tools/installation/versions.ts'
import type { World } from './world.ts'

const KEY = backupKey('a key for this test only, of 32 characters')

/**
 * Makes a backup of the installation at work and restores it to another PostgreSQL and folder, with the version that runs: an
 * older one refuses the backup of a newer database.
 * @param acknowledged entries that were stored before
 * @throws when the restored installation lacks one of them or a file, or has it twice
 */
export async function restoreElsewhere(
  { databases, servers, files, backupFolder }: World,
  acknowledged: readonly SentEntry[],
): Promise<void> {
  const version = servers[0].version()
  const { createBackup } = await importFrom<typeof import('#server/backup/create-backup.ts')>(
    version,
    'server/backup/create-backup.ts',
  )
  const { restoreBackup } = await importFrom<typeof import('#server/backup/restore-backup.ts')>(
    version,
    'server/backup/restore-backup.ts',
  )
  const { path } = await createBackup({
    databaseUrl: databases.directUrl,
    files,
    folder: join(backupFolder, 'made'),
    key: KEY,
  })
  const target = await startEmbeddedPostgres({ folder: join(backupFolder, 'postgres') })
  const restored = localFileStore(join(backupFolder, 'files'))
  try {
    const databaseUrl = target.connectionString
    await restoreBackup({ databaseUrl, files: restored, archive: path, key: KEY, replaces: false })
    const db = openDatabase(databaseUrl, { max: 1 })
    try {
      const { lost, doubled, wrongFiles } = await compare(db, await filesIn(db, restored), acknowledged)
      if (lost + doubled + wrongFiles > 0)
        throw new Error(
          `A restored backup lacks ${lost} entries, has ${doubled} twice, and ${wrongFiles} other files.`,
        )
    } finally {
      await db.close()
    }
  } finally {
    await target.stop()
    await rm(target.folder, { recursive: true, force: true })
    await rm(join(backupFolder, 'files'), { recursive: true, force: true })
  }
}

/** Reads files of a restored installation, by the IDs of their rows. */
async function filesIn(db: Database, store: FileStore) {
  const rows = await db.query<{ id: string; key: string }>(
    sql`select id, storage_key as key from documents where storage_key is not null`,
  )
  const keys = new Map(rows.map(({ id, key }) => [id, key]))
  return async (id: string) => store.get(keys.get(id) ?? '')
}
