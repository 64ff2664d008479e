// Databases for tests: one PostgreSQL per run, one migrated template, one database per test file.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

/** Cluster for test databases. `adminUrl` may create them, `ownerUrl` owns them. */
export interface TestCluster {
  adminUrl: string
  ownerUrl: string
  template: string
}

/** Returns the URL of another database on the same server. */
function withDatabase(url: string, database: string): string {
  return url.replace(/^([^?]*\/)[^/?]*(\?.*)?$/, `$1${database}$2`)
}

/** Runs one statement with the role that may create databases. */
async function asAdmin(cluster: { adminUrl: string }, statement: string) {
  const client = new pg.Client({ connectionString: cluster.adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const userOf = (url: string) => decodeURIComponent(/^[^:]+:\/\/([^:@/]+)/.exec(url)?.[1] ?? 'postgres')

/** Creates a database, empty or from a template. */
export async function createTestDatabase(cluster: TestCluster, template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(cluster, `create database ${name} owner "${userOf(cluster.ownerUrl)}" template ${template}`)
  return withDatabase(cluster.ownerUrl, name)
}

/** Copies a database without connections as a disk snapshot does: nothing in the copy tells that it is one. */
export async function createSnapshot(cluster: TestCluster, url: string): Promise<string> {
  const copy = await createTestDatabase(cluster, /(test_\w+)/.exec(url)?.[1])
  const client = new pg.Client({ connectionString: copy })
  await client.connect()
  await client.query('update server_meta set origin = null').finally(() => client.end())
  return copy
}

export async function dropTestDatabase(cluster: TestCluster, url: string) {
  const name = /\/([^/?]+)(\?|$)/.exec(url.replace(/^[^:]+:\/\//, ''))?.[1]
  await asAdmin(cluster, `drop database if exists ${name} with (force)`)
}

/**
 * Starts the cluster of a run and creates the migrated template. Uses TEST_DATABASE_URL (with a superuser, e.g.
 * Debian's PostgreSQL 15) if set, else the embedded PostgreSQL in a temporary folder.
 */
export async function startTestCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  const ground = given ? { adminUrl: given, ownerUrl: given, stop: async () => {} } : await startEmbedded()
  const url = await createTestDatabase({ ...ground, template: '' })
  const db = openDatabase(url, { max: 1 })
  await migrate(db)
  await db.close()
  const template = /(test_\w+)/.exec(url)?.[1] ?? ''
  return {
    ...ground,
    template,
    stop: async () => {
      await asAdmin(ground, `drop database ${template} with (force)`)
      await ground.stop()
    },
  }
}

async function startEmbedded() {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-test-'))
  const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  const adminUrl = withDatabase(server.connectionString, 'postgres').replace('wheelbook', 'postgres')
  // These databases do not outlive the run, so commits need not wait for the disk.
  await asAdmin({ adminUrl }, 'alter role wheelbook set synchronous_commit = off')
  return {
    ownerUrl: server.connectionString,
    adminUrl,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
