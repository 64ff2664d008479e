// A backup beside a migration that rewrites a table (R-17, decision 74).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backupKey } from '#server/backup/archive/sealed.ts'
import { createBackup } from '#server/backup/create-backup.ts'
import { COPY_SETTINGS } from '#server/backup/database/catalog.ts'
import { beginSnapshot } from '#server/backup/database/snapshot.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const REWRITE = 'alter table vehicles add column rewritten int generated always as (1) stored'
const UNDO = 'alter table vehicles drop column if exists rewritten'

let server: TestServer
let folder: string
const clients: pg.Client[] = []

beforeAll(async () => {
  server = await startTestServer()
  await server.build.vehicle(await server.build.fleet())
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-backup-'))
})
afterAll(async () => {
  for (const client of clients) await client.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function aClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  clients.push(client)
  return client
}

const backUp = (at: string) =>
  createBackup({
    databaseUrl: server.databaseUrl,
    files: server.services.files,
    folder,
    key: backupKey(null),
    now: () => new Date(at),
  })

it('a backup that meets a migration contains the rows of the table that is rewritten', async () => {
  const before = await backUp('2026-01-01T00:00:00Z')
  const migration = await aClient()
  await migration.query('begin')
  await migration.query(REWRITE)
  const during = backUp('2026-01-01T01:00:00Z')
  const waiting = `select count(*)::int as waiting from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.application_name = 'wheelbook backup' and a.datname = current_database()`
  await expect.poll(async () => (await migration.query(waiting)).rows[0].waiting).toBe(1)
  await migration.query('commit')
  expect((await during).rows).toBe(before.rows)
  await migration.query(UNDO)
})

it('a migration that meets a backup gives way, whichever table it changes', async () => {
  const [backup, migration] = [await aClient(), await aClient()]
  await backup.query(COPY_SETTINGS)
  const tables = await beginSnapshot(backup)
  expect(tables.length).toBeGreaterThan(50)
  await migration.query("set lock_timeout = '100ms'")
  await expect(migration.query(REWRITE)).rejects.toMatchObject({ code: '55P03' })
  const { rows } = await backup.query('select count(*)::int as vehicles from vehicles')
  expect(rows).toEqual([{ vehicles: 1 }])
  await backup.query('rollback')
})
