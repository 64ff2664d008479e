// Databases for tests: one PostgreSQL a run, one migrated template, one database a test file.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

/** Where tests make their databases. `adminUrl` may create them, `ownerUrl` is who they belong to. */
export interface TestCluster {
  adminUrl: string
  ownerUrl: string
  template: string
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/^([^?]*\/)[^/?]*(\?.*)?$/, `$1${database}$2`)
}

/** Runs one statement as the one who may create databases. */
export async function asAdmin(cluster: { adminUrl: string }, statement: string) {
  const client = new pg.Client({ connectionString: cluster.adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const userOf = (url: string) => decodeURIComponent(/^[^:]+:\/\/([^:@/]+)/.exec(url)?.[1] ?? 'postgres')

/** A fresh database, empty or copied from a template. */
export async function createTestDatabase(cluster: TestCluster, template = 'template1'): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(cluster, `create database ${name} owner "${userOf(cluster.ownerUrl)}" template ${template}`)
  return withDatabase(cluster.ownerUrl, name)
}

export async function dropTestDatabase(cluster: TestCluster, url: string) {
  const name = /\/([^/?]+)(\?|$)/.exec(url.replace(/^[^:]+:\/\//, ''))?.[1]
  await asAdmin(cluster, `drop database if exists ${name} with (force)`)
}

/**
 * Starts the cluster of a run: TEST_DATABASE_URL (a superuser's, e.g. of Debian's PostgreSQL 15) where it is set, else
 * the embedded one in a folder of its own, and makes the migrated template.
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
  // None of these databases outlives the run: no commit waits for the disk.
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
