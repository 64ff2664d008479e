// Numbers and revisions that a restored database lacks, but devices know, are not given again (decision 126, OFF-054).
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { backupKey } from '#server/backup/archive/sealed.ts'
import { createBackup } from '#server/backup/create-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import { adoptRestoredDatabase } from '#server/modules/home/sync/sync.repository.ts'
import { newId } from '#src/offline/model/ids.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { startTestServer } from '#tests/support/server.ts'
import { createSnapshot, createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'
import { aPhone, drain, openApp } from '#tests/unit/offline/device.ts'

const cluster = inject('cluster')
const databases: string[] = []
const folders: string[] = []
afterAll(async () => {
  for (const url of databases) await dropTestDatabase(cluster, url)
  for (const folder of folders) await rm(folder, { recursive: true })
})

const nameOf = (url: string) => /test_\w+/.exec(url)?.[0] ?? ''

async function aDatabase(template: string | undefined): Promise<string> {
  const url = await createTestDatabase(cluster, template)
  databases.push(url)
  return url
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-numbers-'))
  folders.push(folder)
  return folder
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { max: 1 })
  return work(db).finally(() => db.close())
}

/** Takes `count` numbers of every sequence. Returns the last of each. */
async function takeNumbers(db: Database, count: number): Promise<Map<string, number>> {
  const rows = await db.query<{ name: string; taken: number }>(sql`
    select format('%s.%s', schemaname, sequencename) as name,
      setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + ${count}) as taken
    from pg_sequences`)
  return new Map(rows.map(({ name, taken }) => [name, taken]))
}

/** Returns the sequences whose next number is not above `taken`. */
async function repeatedIn(url: string, taken: Map<string, number>): Promise<string[]> {
  const next = await withDatabase(url, (db) => takeNumbers(db, 1))
  expect(next.size).toBe(taken.size)
  return [...taken].filter(([name, last]) => (next.get(name) ?? 0) <= last).map(([name]) => name)
}

/** The database before it is lost. */
let original: string
/** The last number of every sequence in it. */
let lost: Map<string, number>
/** Copies from before the lost numbers. */
let dump: string
const snapshots: string[] = []
let archive: Omit<Parameters<typeof restoreBackup>[0], 'databaseUrl'>

beforeAll(async () => {
  original = await aDatabase(cluster.template)
  const used = await withDatabase(original, async (db) => {
    // Last used a week ago, by an installation that is a year old.
    await db.query(sql`update migrations set ran_at = ran_at - interval '1 year'`)
    await db.query(sql`
      with person as (insert into users (email, first_name, last_name, roles, password_hash)
        values ('ada@example.com', 'Ada', 'Person', '{FMC}', '') returning id)
      insert into idempotency_keys (user_id, key, fleet_id, route, fingerprint, status, created_at)
        select id, ${randomUUID()}, 1, 'POST /vehicles', '', 201, now() - interval '7 days' from person`)
    return takeNumbers(db, 5_000)
  })
  const folder = await aFolder()
  const [files, key] = [localFileStore(join(folder, 'store')), backupKey(null)]
  const { path } = await createBackup({ databaseUrl: original, files, folder, key })
  archive = { files, archive: path, key, replaces: false }
  dump = await aDatabase(nameOf(original))
  for (let i = 0; i < 2; i++) snapshots.push(await createSnapshot(cluster, original))
  databases.push(...snapshots)
  lost = await withDatabase(original, (db) => takeNumbers(db, 500_000_000))
  expect([...lost.keys()]).toEqual([...used.keys()])
})

it('no number is given again after npm run restore', async () => {
  const databaseUrl = await aDatabase(undefined)
  await restoreBackup({ ...archive, databaseUrl })
  expect(await repeatedIn(databaseUrl, lost)).toEqual([])
})

it('no number is given again in a copy as pg_dump makes it, which only its address reveals', async () => {
  expect(await repeatedIn(dump, lost)).toEqual([])
  const numbers = await withDatabase(dump, (db) => takeNumbers(db, 1))
  // Nine digits after a week: people read them to each other.
  expect(Math.max(...numbers.values())).toBeLessThan(1_000_000_000)
})

it('no number is given again after the epoch was set by hand, nor if the same state is restored again as a dump', async () => {
  const [first = '', second = ''] = snapshots
  await withDatabase(first, (db) => db.query(sql`update server_meta set epoch = gen_random_uuid()`))
  expect(await repeatedIn(first, lost)).toEqual([])
  const lostAgain = await withDatabase(first, (db) => takeNumbers(db, 5))
  await withDatabase(second, async (db) => {
    // Of a cluster with more transactions.
    await db.query(sql`
      insert into sync_changes (fleet_id, type, entity_id, xid) values (1, 'vehicle', '1', '9000000000'::xid8)`)
    expect(await adoptRestoredDatabase(db)).toBe(true)
  })
  expect(await repeatedIn(second, lostAgain)).toEqual([])
})

it('a new connection, or a server that starts, gives the next number', async () => {
  const next = await withDatabase(original, (db) => takeNumbers(db, 1))
  expect([...next.values()]).toEqual([...lost.values()].map((last) => last + 1))
})

it('every number and reference has 64 bits, and every table with revisions raises them', async () => {
  await withDatabase(original, async (db) => {
    const narrow = await db.query(sql`
      select format('%s.%s', s.schemaname, s.sequencename) as name from pg_sequences s where s.data_type <> 'bigint'::regtype
      union all select format('%s.%s', k.conrelid::regclass, a.attname) from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.contype = 'f' and a.atttypid in ('int4'::regtype, 'int2'::regtype)`)
    expect(narrow).toEqual([])
    const repeating = await db.query(sql`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'rev' and not exists (
        select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'raise_revision')`)
    expect(repeating).toEqual([])
  })
})

it('an entry for a lost vehicle does not reach another one, and an edit of a lost revision is a conflict (OFF-055)', async () => {
  const url = await aDatabase(cluster.template)
  let server = await startTestServer({ databaseUrl: url })
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet)
  const service = await server.build.service()
  const vehicle = await server.build.vehicle(fleet)
  const cookie = `authentication_token=${await server.build.session(user)}`
  const entry = aHistory({ vehicle_id: vehicle.id }, service.id)
  const path = '/manual_maintenance_histories'
  const edit = async (po_number: string, rev: number) =>
    (await server.as(user)).put(
      `${path}/${entry.id}`,
      { ...entry, po_number },
      writeHeaders(randomUUID(), rev),
    )
  expect((await (await server.as(user)).post(path, entry, writeHeaders())).status).toBe(201)
  await server.stop()
  const copy = await aDatabase(nameOf(url))

  server = await startTestServer({ databaseUrl: url })
  const lostVehicle = await server.build.vehicle(fleet)
  const lostUser = await server.build.user(fleet)
  const lostEdit = await edit('lost', 1)
  expect(lostEdit.body.rev).toBe(2)
  const app = await openApp(aPhone(), {
    tenantId: fleet.id,
    userId: user.id,
    country: 'US',
    baseUrl: 'http://server.example',
    fetch: (input, init) =>
      fetch(String(input).replace('http://server.example', server.url), {
        ...init,
        headers: { ...(init?.headers as object), cookie },
      }),
  })
  app.outbox.start()
  await app.cache.refresh()
  const { id, ...payload } = aHistory({ id: newId(), vehicle_id: lostVehicle.id }, service.id)
  await app.outbox.enqueue({ kind: 'history.create', id, payload, files: [] })
  expect(await drain(app.outbox)).toBe('empty')
  await server.stop()

  server = await startTestServer({ databaseUrl: copy })
  expect((await server.build.vehicle(fleet)).id).toBeGreaterThan(lostVehicle.id)
  expect((await server.build.user(fleet)).id).toBeGreaterThan(lostUser.id)
  await app.cache.refresh()
  await drain(app.outbox)
  expect(await server.db.query(sql`select id from manual_maintenance_histories`)).toEqual([{ id: entry.id }])
  expect(await app.outbox.status.current()).toMatchObject({ needsYou: 1 })

  const since = await edit('of a colleague, since the restore', 1)
  expect(since.status).toBe(200)
  expect(since.body.rev).not.toBe(2)
  expect((await edit('of a phone that knows the lost revision', 2)).status).toBe(412)
  expect((await edit('on top', since.body.rev)).body.rev).toBe(since.body.rev + 1)
  await app.stop()
  app.close()
  await server.stop()
})
