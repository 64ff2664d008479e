import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Database, disableTimeouts, type Transaction } from './database.ts'
import { sql } from './sql.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Advisory lock that serializes two servers that start at the same time, and a restore. */
export const MIGRATION_LOCK = 727_401
/** Interval at which a slow step reports progress, so that the server does not look hung. */
const SILENCE_MS = 10_000

/** Thrown when the database is newer than this server, or when an applied migration was edited. */
export class MigrationError extends Error {}

interface MigrateOptions {
  /** Receives a progress line when a step is slow. */
  say?: (line: string) => void
  /** Folder of the .sql files. */
  folder?: URL
  silenceMs?: number
}

/**
 * Applies the numbered .sql files that have not run yet, each in one transaction with its record. Returns their names.
 * A kill at any point leaves complete steps only. Rejects a database that is newer than the code. There is no
 * timeout, for a step or for waiting on another server: an index on a million vehicles takes minutes.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<string[]> {
  const { say = () => {}, folder = FOLDER, silenceMs = SILENCE_MS } = options
  const migrations = await readMigrations(folder)
  await db.system(async (tx) => {
    await takeTurn(tx)
    await tx.executeSql(MIGRATIONS_TABLE, [])
  })
  const applied: string[] = []
  for (const { name, text, checksum } of migrations) {
    const ran = await toldOf(name, { say, silenceMs }, () =>
      db.system(async (tx) => {
        await takeTurn(tx)
        const [mark] = await tx.query<{ checksum: string }>(
          sql`select checksum from migrations where name = ${name}`,
        )
        if (mark && mark.checksum !== checksum)
          throw new MigrationError(`Migration ${name} was edited after it ran.`)
        if (mark) return false
        // Indexes of large tables build several times as fast with this much memory.
        await tx.query(sql`set local maintenance_work_mem = '256MB'`)
        await tx.executeSql(text, [])
        await tx.query(sql`insert into migrations (name, checksum) values (${name}, ${checksum})`)
        return true
      }),
    )
    if (ran) applied.push(name)
  }
  const known = await db.query<{ name: string }>(sql`select name from migrations`)
  const ahead = known.find((row) => !migrations.some(({ name }) => name === row.name))
  if (ahead)
    throw new MigrationError(
      `The database has migration ${ahead.name}, which this version does not know. Start a newer version.`,
    )
  return applied
}

/** Records which migrations a database has. */
export const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())'

export interface Migration {
  name: string
  text: string
  checksum: string
}

/** Reads all migrations in their order. */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Whether a database that has been in use lacks migrations. */
export async function lacksMigrations(db: Database): Promise<boolean> {
  const [found] = await db.query<{ at: string | null }>(sql`select to_regclass('migrations')::text as at`)
  if (!found?.at) return false
  const known = await db.query<{ name: string }>(sql`select name from migrations`)
  const names = new Set(known.map(({ name }) => name))
  return names.size > 0 && (await readMigrations()).some(({ name }) => !names.has(name))
}

/** Waits for another server's step without a timeout. */
async function takeTurn(tx: Transaction): Promise<void> {
  await disableTimeouts(tx)
  await tx.query(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
}

/** Reports at intervals how long a step has taken, until it ends. */
async function toldOf<T>(
  name: string,
  { say, silenceMs }: { say: (line: string) => void; silenceMs: number },
  step: () => Promise<T>,
): Promise<T> {
  const startedAt = Date.now()
  const telling = setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    say(`Migrating the database: ${name}, ${seconds} s so far. Large databases take minutes.`)
  }, silenceMs)
  try {
    return await step()
  } finally {
    clearInterval(telling)
  }
}
