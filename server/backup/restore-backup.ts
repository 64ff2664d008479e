import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { LOCKS } from '#server/db/advisory-locks.ts'
import { openDatabase } from '#server/db/database.ts'
import { ownerOfDatabase } from '#server/db/demo-mark.ts'
import { migrate } from '#server/db/migrate.ts'
import { sql } from '#server/db/sql.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import { readArchive } from './archive/archive-reader.ts'
import type { ArchivePart } from './archive/archive-writer.ts'
import type { StoredFile } from './archive/records.ts'
import type { BackupKey } from './archive/sealed.ts'
import { qualified } from './database/catalog.ts'
import { MARK_AS_RESTORED } from './database/restore-mark.ts'
import { BackupError } from './errors.ts'
import { findMissing, restoreFiles } from './file-pool.ts'
import { type Loaded, loadArchive } from './load-archive.ts'

interface RestoreInput {
  databaseUrl: string
  files: FileStore
  archive: string
  key: BackupKey
  /** Whether a database with fleets may be replaced. */
  replaces: boolean
  /** Whether the rest is restored if files are missing or damaged in the backup folder. Default: it is not. */
  withoutMissingFiles?: boolean
}

export interface Restored {
  madeAt: string
  tables: number
  rows: number
  files: number
  /** Keys of files that the store lacked when the backup was made. */
  missing: string[]
  /** Keys of files that are missing or damaged in the backup folder. */
  lost: string[]
}

/**
 * Restores a backup. Files are restored first, then the whole database in one transaction. A kill or an error leaves
 * the database unchanged, and unreferenced files are removed later. The database gets a new epoch, so that phones send
 * again what it lacks (decision 10). Servers with external systems refuse it until an administrator confirms the restore
 * (decision 124). Throws BackupError.
 */
export async function restoreBackup(input: RestoreInput): Promise<Restored> {
  await access(input.archive).catch(() => {
    throw new BackupError(`There is no backup ${input.archive}.`)
  })
  await checkTarget(input)
  const client = new pg.Client({ connectionString: input.databaseUrl, application_name: 'wheelbook restore' })
  client.on('error', () => {})
  await client.connect()
  const from = { folder: dirname(input.archive), key: input.key }
  const requireAll = (lost: readonly StoredFile[]) => {
    if (lost.length === 0 || input.withoutMissingFiles) return
    throw new BackupError(
      `Files of the backup are missing or damaged: ${lost.length}. Copy them into ${from.folder} from another copy of it, \
or add --without-missing-files to restore the rest.\n${keysOf(lost).join('\n')}`,
    )
  }
  try {
    await requireNoServers(client)
    // Before the rows are loaded, which may take an hour. Damage is found when a file is read.
    requireAll(await findMissing(await filesIn(readArchive(input.archive, input.key)), from))
    await client.query('begin')
    const loaded = await loadArchive(client, readArchive(input.archive, input.key))
    await resetState(client, loaded)
    // Before the rows that name them are visible.
    const lost = await restoreFiles(loaded.files, from, input.files)
    requireAll(lost)
    await client.query('commit')
    await migrateOn(input.databaseUrl)
    const { tables, rows: rowCount, files, missing } = loaded.end
    const restored = { tables, rows: rowCount, files: files - lost.length }
    return { madeAt: loaded.start.made_at, ...restored, missing, lost: keysOf(lost) }
  } finally {
    await client.end()
  }
}

const keysOf = (files: readonly StoredFile[]) => files.map(({ key }) => key)

/** Returns the files that an archive names. */
async function filesIn(parts: AsyncIterable<ArchivePart>): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for await (const part of parts)
    if (!(part instanceof Uint8Array) && part.type === 'files') files.push(...part.files)
  return files
}

/** Refuses a database that has data, unless it may be replaced, and one of another application always. */
async function checkTarget({ databaseUrl, replaces }: RestoreInput): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 1 })
  try {
    const [found] = await db.query<{ tables: number; is_ours: boolean }>({
      text: `select count(*)::int as tables, coalesce(bool_or(c.relname = 'server_meta'), false) as is_ours from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`,
      values: [],
    })
    if (found && found.tables > 0 && !found.is_ours)
      throw new BackupError(
        'The database contains tables of another application. Set DATABASE_URL to an empty database.',
      )
    if (!replaces && (await ownerOfDatabase(db)) !== 'empty')
      throw new BackupError(
        'The database contains fleets. Restore into an empty database, or add --replace to lose what it contains.',
      )
  } finally {
    await db.close()
  }
}

/** Connections that were just closed, or whose process was killed, disappear within this time. */
const CLOSING_MS = 2000

/** A running server would continue with what it has in memory, and respond with rows that no longer exist. */
async function requireNoServers(client: pg.Client): Promise<void> {
  const deadline = performance.now() + CLOSING_MS
  for (;;) {
    const others = await otherConnections(client)
    if (others.length === 0) break
    if (performance.now() > deadline)
      throw new BackupError(
        `Other connections use this database (${others.join(', ')}). Stop all servers and try again.`,
      )
    await sleep(50)
  }
  const { rows } = await client.query<{ is_mine: boolean }>(
    `select pg_try_advisory_lock(${LOCKS.backup}) as is_mine`,
  )
  if (!rows[0]?.is_mine) throw new BackupError('A backup or another restore of this database is running.')
}

/**
 * Returns the names of the applications that are connected to the database. PostgreSQL hides the type of connections of
 * other roles, for example of servers that use the other role of `DATABASE_URL`. Its own processes have no user.
 */
async function otherConnections(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select coalesce(nullif(application_name, ''), 'without a name') as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
        and coalesce(backend_type, 'client backend') = 'client backend'`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Prepares a restored database for use: updates statistics, sets the sequences and a new epoch, and marks the restore as
 * unconfirmed. A trigger advances the sequences when the epoch changes, at the latest in `migrateOn` (decision 126).
 */
async function resetState(client: pg.Client, { sequences }: Loaded): Promise<void> {
  for (const sequence of sequences.filter(({ last }) => last !== null))
    await client.query('select setval($1::regclass, $2)', [qualified(sequence), sequence.last])
  // Transactions of the old server have other ids than those of this one.
  await client.query('update sync_changes set xid = pg_current_xact_id()')
  await client.query('update server_meta set epoch = gen_random_uuid()')
  await client.query(MARK_AS_RESTORED)
  await client.query('analyze')
}

/** Applies migrations that are newer than the backup. The next server would, but here an error is seen. */
async function migrateOn(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, { max: 2 })
  try {
    await migrate(db)
    // Migrations of an older backup add what depends on the epoch, so it changes again. The next server finds out which
    // database this is, instead of taking it for another copy.
    await db.query(sql`update server_meta set epoch = gen_random_uuid(), timeline = null, origin = null`)
  } finally {
    await db.close()
  }
}
