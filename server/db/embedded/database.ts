import pg from 'pg'
import { connectionStringFor, type Endpoint } from './endpoint.ts'

/** Owns the database. Not a superuser, because row-level security does not apply to superusers. */
export const databaseRole = 'wheelbook'
export const databaseName = 'wheelbook'

/** Creates the application's role and database where they are missing. */
export async function ensureDatabase(endpoint: Endpoint) {
  const client = new pg.Client({ connectionString: connectionStringFor(endpoint, 'postgres', 'postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
      [databaseRole, databaseName],
    )
    if (!rows[0].role) {
      const password = endpoint.kind === 'loopback' ? ` PASSWORD ${pg.escapeLiteral(endpoint.password)}` : ''
      await client.query(`CREATE ROLE ${databaseRole} LOGIN NOSUPERUSER CREATEROLE${password}`)
    }
    if (!rows[0].database) await client.query(`CREATE DATABASE ${databaseName} OWNER ${databaseRole}`)
  } finally {
    await client.end()
  }
}
