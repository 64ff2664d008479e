import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Two servers that start at once take turns. */
const LOCK = 727_401

/** Thrown when the database is newer than this server, or when a migration that ran was edited since. */
export class MigrationError extends Error {}

/**
 * Applies the numbered .sql files that have not run yet, each in one transaction with its mark; returns their names.
 * A kill at any point leaves whole steps only. Refuses a database that is ahead of the code.
 */
export async function migrate(db: Database): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  await db.query(
    sql`create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())`,
  )
  const applied: string[] = []
  for (const name of files) {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    const ran = await db.system(async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`)
      const [mark] = await tx.query<{ checksum: string }>(
        sql`select checksum from migrations where name = ${name}`,
      )
      if (mark && mark.checksum !== checksum)
        throw new MigrationError(`Migration ${name} was edited after it ran.`)
      if (mark) return false
      await tx.executeSql(text, [])
      await tx.query(sql`insert into migrations (name, checksum) values (${name}, ${checksum})`)
      return true
    })
    if (ran) applied.push(name)
  }
  const known = await db.query<{ name: string }>(sql`select name from migrations`)
  const ahead = known.find((row) => !files.includes(row.name))
  if (ahead)
    throw new MigrationError(
      `The database has migration ${ahead.name}, which this version does not know. Start a newer version.`,
    )
  return applied
}
