import { statfs } from 'node:fs/promises'
import pg from 'pg'

const GIB = 1024 ** 3

/**
 * Returns the reason if the disk of a folder has less free space than the database takes. Checking a backup there could
 * fill the disk of the servers. Null: there is enough space.
 */
export async function findLackOfSpace(databaseUrl: string, folder: string): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder)
  const needed = await databaseBytes(databaseUrl)
  if (bavail * bsize >= needed) return null
  return `The backup was made but not checked: restoring it needs ${gib(needed)} in ${folder}, and ${gib(bavail * bsize)} are free.`
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
