import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOCKS, takeLock } from './advisory-locks.ts'
import type { Database, Queryable } from './database.ts'
import { sql } from './sql.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/**
 * How long a step waits for one lock. While it waits, every later request for the table waits behind it, so that a long
 * backup or query would stop the servers that run. Then the step is rolled back and tried again. The wait doubles, but
 * stays shorter than the five seconds after which a request fails.
 */
const LOCK_WAIT_MS = 1_000
const LOCK_WAIT_MAX_MS = 3_000
/** Pause before the next try, in which the requests that waited are served. */
const PAUSE_MS = 2_000
/** PostgreSQL's codes for a lock timeout and a deadlock. */
const LOCK_FAILURES = new Set<unknown>(['55P03', '40P01'])
/** Interval at which a slow step reports progress, so that the server does not look hung. */
const PROGRESS_INTERVAL_MS = 10_000

/** Thrown when the database is too new for this server, or when an applied migration was edited. */
export class MigrationError extends Error {}

export const WAITING_FOR_SERVER = 'Waiting for another server that migrates the database, or for a restore …'

interface MigrateOptions {
  /** Receives a progress line when a step is slow. */
  print?: (line: string) => void
  /** Folder of the .sql files. */
  folder?: URL
  silenceMs?: number
  /** How long the first try of a step waits for a lock. */
  lockWaitMs?: number
}

/**
 * Applies the numbered .sql files that have not run yet, each in one transaction with its record. Returns their names.
 * A kill at any point leaves complete steps only. Accepts a database with newer migrations that only add, and rejects one
 * with others (R-5, decision 100). There is no timeout, for a step or for waiting on another server: an index on a
 * million vehicles takes minutes. Only a wait for a lock is limited; then the step is tried again.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<string[]> {
  const {
    print = () => {},
    folder = FOLDER,
    silenceMs = PROGRESS_INTERVAL_MS,
    lockWaitMs = LOCK_WAIT_MS,
  } = options
  const migrations = await readMigrations(folder)
  await db.system(async (tx) => {
    await takeLock(tx, LOCKS.migration, () => print(WAITING_FOR_SERVER))
    await tx.executeSql(MIGRATIONS_TABLE, [])
  })
  const applied: string[] = []
  for (const { name, text, checksum, isAdditive } of migrations) {
    const step = (waitMs: number) =>
      db.system(async (tx) => {
        await takeLock(tx, LOCKS.migration)
        const [mark] = await tx.query<{ checksum: string }>(
          sql`select checksum from migrations where name = ${name}`,
        )
        if (mark && mark.checksum !== checksum)
          throw new MigrationError(`Migration ${name} was edited after it ran.`)
        if (mark) return false
        await tx.query(sql`select set_config('lock_timeout', ${String(waitMs)}, true)`)
        // Indexes of large tables build several times as fast with this much memory.
        await tx.query(sql`set local maintenance_work_mem = '256MB'`)
        await tx.executeSql(text, [])
        await tx.query(
          sql`insert into migrations (name, checksum, is_additive) values (${name}, ${checksum}, ${isAdditive})`,
        )
        return true
      })
    const ran = await withProgress(name, { print, silenceMs }, () => {
      const onRetry = () =>
        print(`Migrating the database: ${name} waits for a table that is in use, and is tried again.`)
      return retryForLocks(step, lockWaitMs, onRetry)
    })
    if (ran) applied.push(name)
  }
  await checkNewerMigrations(db, { migrations, print })
  return applied
}

/** Runs a step until it gets its locks. @see LOCK_WAIT_MS */
async function retryForLocks<T>(
  step: (waitMs: number) => Promise<T>,
  firstMs: number,
  onRetry: () => void,
): Promise<T> {
  for (let waitMs = firstMs; ; waitMs = Math.min(2 * waitMs, LOCK_WAIT_MAX_MS)) {
    try {
      return await step(waitMs)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && LOCK_FAILURES.has(error.code))) throw error
    }
    onRetry()
    await sleep(PAUSE_MS)
  }
}

/** Rejects a database whose newer migrations do more than add, and mentions those that only add. */
async function checkNewerMigrations(
  db: Database,
  { migrations, print }: { migrations: readonly Migration[]; print: (line: string) => void },
): Promise<void> {
  const names = new Set(migrations.map(({ name }) => name))
  const known = await db.query<{ name: string; is_additive: boolean }>(
    sql`select name, is_additive from migrations order by name`,
  )
  const newer = known.filter(({ name }) => !names.has(name))
  const breaking = newer.find((row) => !row.is_additive)
  if (breaking)
    throw new MigrationError(
      `The database has migration ${breaking.name}, which this version does not know. Start a newer version.`,
    )
  if (newer.length > 0)
    print(
      `A newer version has added to the database: ${newer.length} migrations. This version works without them.`,
    )
}

/**
 * Records which migrations a database has. The column is added only where it is missing, because `alter table` waits for
 * a backup that reads the table.
 */
export const MIGRATIONS_TABLE = `
  create table if not exists migrations (name text primary key, checksum text not null,
    ran_at timestamptz not null default now(), is_additive boolean not null default false);
  do $$ begin
    if not exists (select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'is_additive') then
      alter table migrations add column is_additive boolean not null default false;
    end if;
  end $$`

export interface Migration {
  name: string
  text: string
  checksum: string
  /** Whether servers that do not know it keep working. A line `-- not additive: <reason>` in the file says no. */
  isAdditive: boolean
}

const NOT_ADDITIVE = /^-- not additive: \S/m

/** Reads all migrations in their order. */
export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name, text, checksum, isAdditive: !NOT_ADDITIVE.test(text) }
    }),
  )
}

/** Returns the migrations that a database that has been in use lacks. */
export async function missingMigrations(db: Queryable): Promise<Migration[]> {
  const [found] = await db.query<{ at: string | null }>(sql`select to_regclass('migrations')::text as at`)
  if (!found?.at) return []
  const known = await db.query<{ name: string }>(sql`select name from migrations`)
  const names = new Set(known.map(({ name }) => name))
  return names.size > 0 ? (await readMigrations()).filter(({ name }) => !names.has(name)) : []
}

/** Reports at intervals how long a step has taken, until it ends. */
async function withProgress<T>(
  name: string,
  { print, silenceMs }: { print: (line: string) => void; silenceMs: number },
  step: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  const progressTimer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    print(`Migrating the database: ${name}, ${seconds} s so far. Large databases take minutes.`)
  }, silenceMs)
  try {
    return await step()
  } finally {
    clearInterval(progressTimer)
  }
}
