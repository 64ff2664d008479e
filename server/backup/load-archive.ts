import type pg from 'pg'
import { LOCKS } from '#server/db/advisory-locks.ts'
import { MIGRATIONS_TABLE, readMigrations } from '#server/db/migrate.ts'
import { readStart } from './archive/archive-reader.ts'
import type { ArchivePart } from './archive/archive-writer.ts'
import type { ArchiveEnd, ArchiveStart, Sequence, StoredFile, Table } from './archive/records.ts'
import {
  COPY_SETTINGS,
  copyInTo,
  dropStatements,
  obstaclesOf,
  qualified,
  tablesOf,
} from './database/catalog.ts'
import { copyIn } from './database/copy.ts'
import { BackupError, NewerBackup } from './errors.ts'

/** A table that was loaded, with what the archive says about its rows. */
export interface LoadedTable {
  table: Table
  rows: number
  sha256: string
}

export interface Loaded {
  start: ArchiveStart
  tables: LoadedTable[]
  sequences: Sequence[]
  files: StoredFile[]
  end: ArchiveEnd
}

/**
 * Replaces the application's objects of a database by those of an archive, in the caller's transaction. Applies the
 * migrations that the archive names, then loads its rows. Other objects stay. Foreign keys, indexes and triggers are
 * absent while rows are loaded; creating the keys again checks them.
 */
export async function loadArchive(client: pg.Client, parts: AsyncGenerator<ArchivePart>): Promise<Loaded> {
  const start = await readStart(parts)
  await client.query(COPY_SETTINGS)
  await client.query(`set local maintenance_work_mem = '256MB'; set local synchronous_commit = on`)
  await client.query(`select pg_advisory_xact_lock(${LOCKS.migration})`)
  for (const statement of await dropStatements(client)) await client.query(statement)
  await createSchema(client, start)
  const tables = await tablesOf(client)
  const obstacles = await obstaclesOf(client)
  for (const statement of obstacles.remove) await client.query(statement)
  // Migrations insert rows.
  await client.query(`truncate ${tables.map(qualified).join(', ')}`)
  const loaded = await loadRows(client, parts, tables)
  for (const statement of obstacles.restore) await client.query(statement)
  return { start, ...loaded }
}

/** Applies the migrations that the archive's database had. Throws BackupError if this version does not have them. */
async function createSchema(client: pg.Client, { migrations }: ArchiveStart): Promise<void> {
  const known = new Map((await readMigrations()).map((migration) => [migration.name, migration]))
  await client.query(MIGRATIONS_TABLE)
  for (const { name, checksum } of migrations) {
    const migration = known.get(name)
    if (!migration)
      throw new NewerBackup(
        `The backup has migration ${name}, which this version does not know. Restore it with a newer version.`,
      )
    if (migration.checksum !== checksum)
      throw new BackupError(`Migration ${name} was edited since the backup was made.`)
    await client.query(migration.text)
  }
}

async function loadRows(
  client: pg.Client,
  parts: AsyncGenerator<ArchivePart>,
  known: readonly Table[],
): Promise<Omit<Loaded, 'start'>> {
  const tables: LoadedTable[] = []
  const sequences: Sequence[] = []
  const files: StoredFile[] = []
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value
    if (part instanceof Uint8Array) throw new BackupError('The backup is damaged: rows without a table.')
    if (part.type === 'table') tables.push(await loadTable(client, part.table, { parts, known }))
    else if (part.type === 'sequences') sequences.push(...part.sequences)
    else if (part.type === 'files') files.push(...part.files)
    // The reader checks that nothing follows.
    else if (part.type === 'end') {
      await parts.next()
      return { tables, sequences, files, end: part }
    } else throw new BackupError('The backup is damaged: its parts are in the wrong order.')
  }
  throw new BackupError('The backup is truncated: its end is missing.')
}

async function loadTable(
  client: pg.Client,
  table: Table,
  { parts, known }: { parts: AsyncGenerator<ArchivePart>; known: readonly Table[] },
): Promise<LoadedTable> {
  if (!known.some(({ schema, name }) => schema === table.schema && name === table.name))
    throw new BackupError(`The backup has a table that no migration creates: ${qualified(table)}.`)
  const ends: { rows: number; sha256: string }[] = []
  async function* rows() {
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      if (!(next.value instanceof Uint8Array)) {
        if (next.value.type === 'table-end') ends.push(next.value)
        return
      }
      yield next.value
    }
  }
  await copyIn(client, copyInTo(table), rows())
  const [end] = ends
  if (!end) throw new BackupError('The backup is damaged: the rows of a table do not end.')
  return { table, rows: end.rows, sha256: end.sha256 }
}
