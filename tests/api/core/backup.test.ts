// Backups and their restore (R-17, decision 74).
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { backupKey } from '#server/backup/archive/sealed.ts'
import { archivesIn, backupState } from '#server/backup/backup-folder.ts'
import { createBackup } from '#server/backup/create-backup.ts'
import { SCHEMAS } from '#server/backup/database/catalog.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { openDatabase } from '#server/db/database.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import { removeDiscardedFiles } from '#server/jobs/file-janitor.ts'
import { aGloveboxItem } from '#tests/support/entries.ts'
import { aPdf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

const KEY = backupKey('a key of at least thirty-two characters')

let server: TestServer
let vehicle: { id: number; fleetId: number }
let user: { id: number; fleetId: number }
let folder: string
let nowMs = Date.parse('2026-01-02T03:04:05Z')
const targets: string[] = []
const folders: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  const fleet = await server.build.fleet()
  vehicle = await server.build.vehicle(fleet)
  user = await server.build.user(fleet)
  for (let i = 0; i < 20; i++) await server.build.vehicle(fleet)
  await aStoredDocument('first')
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-backup-'))
})

afterEach(async () => {
  for (const url of targets.splice(0)) await dropTestDatabase(inject('cluster'), url)
  for (const path of folders.splice(0)) await rm(path, { recursive: true, force: true })
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function aStoredDocument(text: string) {
  const owner = await server.as(user)
  const bytes = aPdf(text)
  const line = manifestOf(bytes, { file_name: `${text}.pdf` })
  const body = aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: [line] })
  await owner.post('/glovebox_items', body)
  await owner.put(`/glovebox_documents/${line.id}`, bytes, fileHeaders(bytes))
  return body.glovebox_item.id
}

const backUp = () => {
  nowMs += 3_600_000
  const { databaseUrl, services } = server
  return createBackup({ databaseUrl, files: services.files, folder, key: KEY, now: () => new Date(nowMs) })
}

async function aTarget(template?: string) {
  const databaseUrl = await createTestDatabase(inject('cluster'), template)
  targets.push(databaseUrl)
  const store = await mkdtemp(join(tmpdir(), 'wheelbook-store-'))
  folders.push(store)
  return { databaseUrl, files: localFileStore(store), key: KEY, replaces: false }
}

async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Count and digest of every table, without what a restore changes, and the definitions of everything else. */
const contentsOf = (url: string) =>
  onConnection(url, async (client) => {
    const { rows: tables } = await client.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1) order by 1`,
      [SCHEMAS],
    )
    const all: Record<string, unknown> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(
        `select count(*), sum(hashtextextended((to_jsonb(t) - 'xid' - 'epoch' - 'key_generation' - 'restored_at' - 'timeline' - 'origin')::text, 0)) from ${name} t`,
      )
      all[name] = rows[0]
    }
    const { rows } = await client.query(`
      select conname || ' ' || pg_get_constraintdef(oid) || convalidated as definition from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = any(array['public', 'card_sandbox'])
      union all select tgrelid::regclass || tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      order by 1`)
    return { ...all, definitions: rows.map(({ definition }) => definition) }
  })

it('a backup restores every row and file into an empty database, which starts another epoch (R-17)', async () => {
  const backup = await backUp()
  expect(backup.missing).toEqual([])
  const target = await aTarget()
  const restored = await restoreBackup({ ...target, archive: backup.path })
  expect(restored).toMatchObject({ madeAt: new Date(nowMs).toISOString(), rows: backup.rows, files: 1 })
  expect(await contentsOf(target.databaseUrl)).toEqual(await contentsOf(server.databaseUrl))
  const files = []
  for await (const { key } of target.files.list()) files.push(await target.files.get(key))
  expect(files.map((bytes) => Buffer.from(bytes ?? []))).toEqual([Buffer.from(aPdf('first'))])
  const factsOf = (url: string) =>
    onConnection(url, async (client) => {
      const { rows } = await client.query(
        `select epoch, (select last_value from pg_sequences where sequencename = 'vehicles_id_seq') as vehicles,
          (select count(*) from sync_changes where xid >= pg_snapshot_xmax(pg_current_snapshot())) as ahead from server_meta`,
      )
      return rows[0]
    })
  const [before, after] = [await factsOf(server.databaseUrl), await factsOf(target.databaseUrl)]
  expect(after.epoch).not.toBe(before.epoch)
  expect(after.vehicles).toBeGreaterThan(before.vehicles + 1_000_000)
  expect(after.ahead).toBe(0)
})

it('every schema of the database is in a backup', async () => {
  const schemas = await onConnection(server.databaseUrl, async (client) => {
    const { rows } = await client.query(
      `select nspname from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'`,
    )
    return rows.map(({ nspname }) => nspname)
  })
  expect(schemas.sort()).toEqual([...SCHEMAS].sort())
})

it('a backup during writes is of one moment, and files deleted meanwhile stay until it ends', async () => {
  const owner = await server.as(user)
  const item = await aStoredDocument('second')
  let isWriting = true
  const stores = { db: server.db, files: server.services.files }
  const writing = (async () => {
    // Each transaction writes a pair of rows.
    for (let i = 0; isWriting; i++)
      await server.db.system(async (tx) => {
        if (isWriting)
          for (const half of ['a', 'b'])
            await tx.executeSql(`insert into attempts (bucket, window_start, count) values ($1, now(), 1)`, [
              `pair-${i}-${half}`,
            ])
      })
  })()
  let removed = 0
  const slowStore = {
    ...stores.files,
    async *list() {
      await owner.delete(`/glovebox_items/${item}`)
      removed += await removeDiscardedFiles(stores)
      yield* stores.files.list()
    },
  }
  nowMs += 3_600_000
  const { databaseUrl } = server
  const backup = await createBackup({
    databaseUrl,
    files: slowStore,
    folder,
    key: KEY,
    now: () => new Date(nowMs),
  })
  isWriting = false
  await writing
  expect({ removed, missing: backup.missing, files: backup.files }).toEqual({
    removed: 0,
    missing: [],
    files: 2,
  })
  expect(await removeDiscardedFiles(stores)).toBe(1)
  const target = await aTarget()
  await restoreBackup({ ...target, archive: backup.path })
  const halves = await onConnection(target.databaseUrl, async (client) => {
    const { rows } = await client.query(`select count(*) % 2 as odd from attempts where bucket like 'pair-%'`)
    return rows[0].odd
  })
  expect(halves).toBe(0)
})

it('a check restores a backup elsewhere, compares every row and file, and notices a damaged file', async () => {
  const backup = await backUp()
  expect((await backupState(folder)).newestVerifiedAt).toBe(null)
  const scratch = await mkdtemp(join(tmpdir(), 'wheelbook-check-'))
  folders.push(scratch)
  const checked = await verifyBackup(backup.path, KEY, { scratchFolder: scratch })
  expect(checked).toEqual({ tables: backup.tables, rows: backup.rows, files: backup.files })
  expect(await readdir(scratch)).toEqual([])
  expect(await backupState(folder)).toEqual({ newestAt: new Date(nowMs), newestVerifiedAt: new Date(nowMs) })

  const pool = join(folder, `files-${KEY.id}`, String(vehicle.fleetId))
  const target = await aTarget()
  for (const name of await readdir(pool)) {
    const bytes = await readFile(join(pool, name))
    if (bytes.length > 0) await writeFile(join(pool, name), bytes.with(60, (bytes[60] ?? 0) ^ 1))
  }
  await expect(restoreBackup({ ...target, archive: backup.path })).rejects.toThrow('damaged')
  const names = (await readdir(pool)).filter((name) => !name.endsWith('.gone'))
  for (const name of names) await rm(join(pool, name))
  const restoring = restoreBackup({ ...target, archive: backup.path })
  const error: Error = await restoring.then(
    () => expect.fail('restored'),
    (error) => error,
  )
  expect(error.message).toContain('--without-missing-files')
  expect(error.message.split('\n')).toHaveLength(backup.files + 1)
  const rest = await restoreBackup({ ...target, archive: backup.path, withoutMissingFiles: true })
  expect(rest).toMatchObject({ rows: backup.rows, files: 0 })
  expect(rest.lost).toHaveLength(backup.files)
  expect(await contentsOf(target.databaseUrl)).toEqual(await contentsOf(server.databaseUrl))
  await rm(pool, { recursive: true })
})

it('a damaged or truncated archive, another key and a newer schema are refused, and the target stays as it was', async () => {
  const { path } = await backUp()
  const target = { ...(await aTarget(inject('cluster').template)), replaces: true }
  const before = await contentsOf(target.databaseUrl)
  const whole = await readFile(path)
  const archive = join(folder, 'altered')
  const restore = (given: Partial<typeof target> = {}) => restoreBackup({ ...target, archive, ...given })

  for (const at of [0, 10, 40, Math.floor(whole.length / 2), whole.length - 1]) {
    await writeFile(archive, whole.with(at, (whole[at] ?? 0) ^ 1))
    await expect(restore()).rejects.toThrow(/damaged|not a backup|truncated|another key/)
  }
  for (const length of [5, 30, whole.length - 1, Math.floor(whole.length / 2)]) {
    await copyFile(path, archive)
    await truncate(archive, length)
    await expect(restore()).rejects.toThrow(/truncated|not a backup|beginning is damaged/)
  }
  await copyFile(path, archive)
  await expect(restore({ key: backupKey('another key of thirty-two characters') })).rejects.toThrow(
    'another key',
  )
  await expect(restore({ key: backupKey(null) })).rejects.toThrow('another key')
  await server.db.query({ text: `insert into migrations values ('9999_future.sql', 'x')`, values: [] })
  const newer = await backUp().finally(() =>
    server.db.query({ text: `delete from migrations where name = '9999_future.sql'`, values: [] }),
  )
  await expect(restoreBackup({ ...target, archive: newer.path })).rejects.toThrow('newer version')
  await rm(newer.path)
  expect(await contentsOf(target.databaseUrl)).toEqual(before)
})

it('a restore refuses a database with fleets, one in use, and one of another application', async () => {
  const { path: archive } = await backUp()
  const { databaseUrl } = server
  const input = { ...(await aTarget()), databaseUrl, archive }
  await expect(restoreBackup(input)).rejects.toThrow('--replace')
  await expect(restoreBackup({ ...input, replaces: true })).rejects.toThrow('Stop all servers')

  const foreign = await aTarget()
  await onConnection(foreign.databaseUrl, (client) => client.query('create table invoices (id int)'))
  await expect(restoreBackup({ ...foreign, archive, replaces: true })).rejects.toThrow('another application')
})

it('a restore sees a server that uses the other role of the owner, whose connections PostgreSQL hides', async () => {
  const { path: archive } = await backUp()
  const target = await aTarget()
  const [owner, second] = [`owner_${Date.now()}`, `owner_${Date.now()}_2`]
  await onConnection(target.databaseUrl, async (client) => {
    await client.query(`create role ${owner} login password 'only-for-this-test'`)
    await client.query(`create role ${second} login password 'only-for-this-test' in role ${owner}`)
    await client.query(`alter role ${second} set role ${owner}`)
  })
  const url = new URL(target.databaseUrl)
  url.username = second
  url.password = 'only-for-this-test'
  const server = new URL(url)
  server.searchParams.set('application_name', 'other')
  try {
    await onConnection(server.href, async () => {
      const restoring = restoreBackup({ ...target, databaseUrl: url.href, archive })
      await expect(restoring).rejects.toThrow('(other). Stop all servers')
    })
  } finally {
    await onConnection(target.databaseUrl, (client) => client.query(`drop role ${second}, ${owner}`))
  }
})

it('a killed restore leaves the database as it was', async () => {
  const { path } = await backUp()
  const target = { ...(await aTarget(inject('cluster').template)), replaces: true }
  const before = await contentsOf(target.databaseUrl)
  const db = openDatabase(target.databaseUrl, { max: 1 })
  await db.close()
  const restoring = fork(join(import.meta.dirname, 'backup.restorer.ts'), [target.databaseUrl, path], {
    env: { ...process.env, BACKUP_TEST_KEY: 'a key of at least thirty-two characters' },
  })
  // The child reports that the rows are loaded and waits for its end.
  await Promise.race([
    once(restoring, 'message'),
    once(restoring, 'exit').then(([code]) => expect.fail(`exit ${code}`)),
  ])
  restoring.kill('SIGKILL')
  await once(restoring, 'exit')
  expect(await contentsOf(target.databaseUrl)).toEqual(before)
  await restoreBackup({ ...target, archive: path })
  expect(await contentsOf(target.databaseUrl)).toEqual(await contentsOf(server.databaseUrl))
})

it('only one backup of a database runs at a time, and a failed one leaves nothing that looks complete', async () => {
  const names = async () => (await archivesIn(folder)).map(({ path }) => basename(path))
  const before = await names()
  const { databaseUrl, services } = server
  const input = { databaseUrl, folder, key: KEY, now: () => new Date(nowMs + 7_200_000) }
  const failing = {
    ...services.files,
    // biome-ignore lint/correctness/useYield: it fails before the first file
    async *list() {
      await expect(backUp()).rejects.toThrow('Another backup')
      throw new Error('The disk failed.')
    },
  }
  await expect(createBackup({ ...input, files: failing })).rejects.toThrow('The disk failed.')
  expect(await names()).toEqual(before)
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
})
