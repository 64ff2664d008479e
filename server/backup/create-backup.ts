import { createHash } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { holdFiles, LOCKS } from '#server/db/advisory-locks.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import { type ArchivePart, writeArchive } from './archive/archive-writer.ts'
import { type ArchiveEnd, FORMAT, type StoredFile, type Table } from './archive/records.ts'
import type { BackupKey } from './archive/sealed.ts'
import { archiveName, prepareFolder } from './backup-folder.ts'
import { COPY_SETTINGS, copyOutOf, sequencesOf } from './database/catalog.ts'
import { CopyOut } from './database/copy.ts'
import { beginSnapshot } from './database/snapshot.ts'
import { BackupInProgress } from './errors.ts'
import { copyFiles, removeOldFiles, removePoolsOfOldKeys } from './file-pool.ts'

/** Files in one record of the archive. */
const FILES_TOGETHER = 1000

/** Select the keys of files that rows of a table name. */
const KEYS_OF_FILES = {
  documents: 'select storage_key as key from documents where storage_key is not null',
  deleted_vehicle_rows: `select contents ->> 'storage_key' as key from deleted_vehicle_rows
    where table_name = 'documents' and contents ->> 'storage_key' is not null`,
}

interface BackupInput {
  databaseUrl: string
  files: FileStore
  folder: string
  key: BackupKey
  now?: () => Date
  /** Called once no other backup is running. False: another one was made meanwhile, so none is needed. Default: true. */
  isDue?: () => Promise<boolean>
}

export interface Backup extends Omit<ArchiveEnd, 'type'> {
  path: string
}

/**
 * Backs up the database and the files of one moment, while servers write. All rows come from one snapshot. No file that
 * the snapshot names is removed until it has been copied. Throws BackupError, BackupInProgress.
 */
export async function createBackup(input: BackupInput): Promise<Backup> {
  const at = input.now?.() ?? new Date()
  const path = join(input.folder, archiveName(at))
  const client = new pg.Client({ connectionString: input.databaseUrl, application_name: 'wheelbook backup' })
  // The statement that runs reports a lost connection.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(COPY_SETTINGS)
    const { rows } = await client.query(`select pg_try_advisory_lock(${LOCKS.backup}) as is_mine`)
    if (!rows[0].is_mine || (input.isDue && !(await input.isDue()))) throw new BackupInProgress()
    await prepareFolder(input.folder)
    await client.query(holdFiles)
    const contents = new Contents(client, input, await beginSnapshot(client))
    await writeArchive(path, input.key, contents.parts(at))
    const { end, stored } = contents
    await removeOldFiles(stored, { folder: input.folder, key: input.key })
    await removePoolsOfOldKeys(input.folder, input.key)
    return { path, ...end }
  } finally {
    await client.end()
  }
}

/** Produces the parts of an archive from the snapshot of a connection. */
class Contents {
  readonly end: Omit<ArchiveEnd, 'type'> = { tables: 0, rows: 0, files: 0, missing: [] }
  stored: StoredFile[] = []
  readonly #client: pg.Client
  readonly #input: BackupInput
  readonly #tables: readonly Table[]

  constructor(client: pg.Client, input: BackupInput, tables: readonly Table[]) {
    this.#client = client
    this.#input = input
    this.#tables = tables
  }

  async *parts(at: Date): AsyncGenerator<ArchivePart> {
    const { rows: migrations } = await this.#client.query<{ name: string; checksum: string }>(
      'select name, checksum from migrations order by name',
    )
    yield { type: 'start', format: FORMAT, made_at: at.toISOString(), migrations }
    for (const table of this.#tables) yield* this.#rowsOf(table)
    yield { type: 'sequences', sequences: await sequencesOf(this.#client) }
    const { files, folder, key } = this.#input
    this.stored = await copyFiles(files, folder, key)
    for (let first = 0; first < this.stored.length; first += FILES_TOGETHER)
      yield { type: 'files', files: this.stored.slice(first, first + FILES_TOGETHER) }
    this.end.files = this.stored.length
    this.end.missing = await this.#missingFiles()
    yield { type: 'end', ...this.end }
  }

  async *#rowsOf(table: Table): AsyncGenerator<ArchivePart> {
    yield { type: 'table', table }
    const digest = createHash('sha256')
    const copy = new CopyOut(this.#client, copyOutOf(table))
    for await (const chunk of copy) {
      digest.update(chunk)
      yield chunk
    }
    yield { type: 'table-end', rows: copy.rows, sha256: digest.digest('hex') }
    this.end.tables++
    this.end.rows += copy.rows
  }

  /** Returns keys that rows of the snapshot name and the store does not have. */
  async #missingFiles(): Promise<string[]> {
    const found = new Set(this.stored.map(({ key }) => key))
    const missing = new Set<string>()
    for (const [table, keys] of Object.entries(KEYS_OF_FILES)) {
      // A migration that failed partway has not created all tables.
      if (!this.#tables.some(({ schema, name }) => schema === 'public' && name === table)) continue
      const { rows } = await this.#client.query<{ key: string }>(keys)
      for (const { key } of rows) if (!found.has(key)) missing.add(key)
    }
    return [...missing].sort()
  }
}
