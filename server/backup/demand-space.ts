import { mkdir, statfs } from 'node:fs/promises'
import pg from 'pg'
import { BackupError } from './errors.ts'

const GIB = 1024 ** 3

/**
 * Throws BackupError if the disk of a folder has less free space than the database needs, so that a restore check does not
 * fill the disk of the servers.
 */
export async function demandSpace(databaseUrl: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  const needed = await databaseBytes(databaseUrl)
  if (bavail * bsize >= needed) return
  throw new BackupError(
    `The backup was made but not checked: restoring it needs ${gib(needed)} in ${folder}, and ${gib(bavail * bsize)} are free.`,
  )
}

const gib = (bytes: number) => `${(bytes / GIB).toFixed(1)} GiB`

async function databaseBytes(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // The statement that runs reports a lost connection.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
    return Number(rows[0].bytes)
  } finally {
    await client.end()
  }
}
