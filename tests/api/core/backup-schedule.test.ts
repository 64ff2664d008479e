// Scheduled backups, the commands, and messages that a backup leaves unsent (R-17, decision 74).
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { admin } from '#server/admin/admin.ts'
import { backupCommand } from '#server/backup/backup-command.ts'
import { archiveName, archivesIn, markVerified } from '#server/backup/backup-folder.ts'
import { findLackOfSpace } from '#server/backup/find-lack-of-space.ts'
import { backUpBeforeMigrating, backUpInChild, scheduleBackups } from '#server/backup/schedule.ts'
import { scheduledBackup } from '#server/backup/scheduled-backup.ts'
import { openFiles } from '#server/composition/file-stores.ts'
import type { Config } from '#server/config/config.ts'
import { LOCKS } from '#server/db/advisory-locks.ts'
import { openDatabase } from '#server/db/database.ts'
import { MIGRATIONS_TABLE, missingMigrations, readMigrations } from '#server/db/migrate.ts'
import { sql } from '#server/db/sql.ts'
import { filesBelow } from '#server/integrations/files/disk.ts'
import { enqueueUnsent } from '#server/jobs/enqueue-unsent.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { checkRestored } from '#server/lifecycle/check-restored.ts'
import { run } from '#server/lifecycle/run.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

let server: TestServer
let folder: string
let config: Config
const errors: unknown[] = []
const log = { error: (about: object) => void errors.push(about) }

beforeAll(async () => {
  server = await startTestServer()
  await server.build.vehicle(await server.build.fleet())
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-backup-'))
  const backup = { folder, everyMinutes: 60, key: 'a key of at least thirty-two characters' }
  config = { ...server.services.config, backup }
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

it('servers make a backup when the newest is too old, one of them at a time, and verify it by restoring', async () => {
  const { databaseUrl } = server
  const schedules = [1, 2].map(() => scheduleBackups({ config, databaseUrl, log }))
  for (const schedule of schedules) schedule.start()
  await expect
    .poll(async () => (await archivesIn(folder))[0]?.verifiedAt ?? null, { timeout: 100_000 })
    .not.toBe(null)
  for (const schedule of schedules) await schedule.stop()
  expect(await archivesIn(folder)).toHaveLength(1)
  const again = scheduleBackups({ config, databaseUrl, log })
  again.start()
  await again.stop()
  expect(await archivesIn(folder)).toHaveLength(1)
}, 120_000)

it('a server of an older version makes the backup, and leaves its check to a newer one', async () => {
  const { databaseUrl, db } = server
  const own = await mkdtemp(join(tmpdir(), 'wheelbook-backup-'))
  await db.query(
    sql`insert into migrations (name, checksum, is_additive) values ('9998_later.sql', 'x', true)`,
  )
  try {
    const older = { ...config, backup: { ...config.backup, folder: own } }
    await backUpInChild({ config: older, databaseUrl, yields: true })
    expect(await archivesIn(own)).toMatchObject([{ verifiedAt: null }])
  } finally {
    await db.query(sql`delete from migrations where name = '9998_later.sql'`)
    await rm(own, { recursive: true, force: true })
  }
}, 60_000)

it("a server that waited for another one's backup makes none", async () => {
  const { databaseUrl } = server
  const before = (await archivesIn(folder)).length
  await backUpInChild({ config, databaseUrl, yields: true })
  expect(await archivesIn(folder)).toHaveLength(before)
}, 60_000)

it('a failed backup before a migration prevents the migration; the backup is restored and migrated', async () => {
  const { databaseUrl, db } = server
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  await backUpBeforeMigrating({ config, db, databaseUrl }, { print })
  expect(lines).toEqual([])
  await db.query(sql`delete from migrations where name = '0108_unsent_messages.sql'`)
  const unusable = { ...config, backup: { ...config.backup, folder: '/dev/null/backups' } }
  await expect(backUpBeforeMigrating({ config: unusable, db, databaseUrl }, { print })).rejects.toThrow(
    'cannot be used',
  )
  const before = (await archivesIn(folder)).length
  await backUpBeforeMigrating({ config, db, databaseUrl }, { print })
  expect(await archivesIn(folder)).toHaveLength(before + 1)

  const target = await createTestDatabase(inject('cluster'))
  await backupCommand('backup', ['--list'], { config, print })
  expect(lines.join('\n')).toContain('not verified')
  await backupCommand('restore', ['latest'], { config: { ...config, databaseUrl: target }, print })
  expect(lines.join('\n')).toMatch(/Restored \d+ rows of \d+ tables and 0 files/)
  const restored = openDatabase(target, { max: 1 })
  const migrations = sql`select 1 from migrations where name = '0108_unsent_messages.sql'`
  expect(await restored.query(migrations)).toHaveLength(1)
  await restored.close()
  await dropTestDatabase(inject('cluster'), target)
})

it('no server with external systems starts on a restored database until an administrator confirms the restore', async () => {
  const target = await createTestDatabase(inject('cluster'))
  const db = openDatabase(target, { max: 1 })
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const smtp = { url: 'smtp://127.0.0.1:9', from: 'no-reply@wheelbook.example' }
  const restored = { ...config, databaseUrl: target, smtp, port: 0, demo: false, recalls: 'off' as const }
  const trial = { ...restored, smtp: null, backup: { ...config.backup, folder: null } }
  try {
    await checkRestored(restored, db)
    await db.close()
    await backupCommand('restore', ['latest'], { config: restored, print })
    expect(lines.join('\n')).toContain('confirm-restore')
    const started = run(restored, { distFolder: null, seed: false, print })
    await expect(started).rejects.toThrow(/SMTP_URL, BACKUP_FOLDER[\s\S]*npm run admin -- confirm-restore/)
    const after = openDatabase(target, { max: 1 })
    await checkRestored(trial, after)
    // The backup is older than this version. No server may migrate it before the restore is confirmed.
    await after.query(sql`delete from migrations where name = '0242_restored_at.sql'`)
    await admin(['confirm-restore'], restored, print)
    expect(lines.at(-1)).toContain('Confirmed')
    await checkRestored(restored, after)
    expect(await missingMigrations(after)).toEqual([])
    await after.close()
  } finally {
    await dropTestDatabase(inject('cluster'), target)
  }
}, 60_000)

it('a server that restarts because a migration fails makes one backup, and another one before other migrations (R-17)', async () => {
  const { databaseUrl, db } = server
  const own = await mkdtemp(join(tmpdir(), 'wheelbook-backup-'))
  const restarted = { ...config, backup: { ...config.backup, folder: own } }
  const restart = () => backUpBeforeMigrating({ config: restarted, db, databaseUrl }, { print: () => {} })
  const ran = await db.query<{ name: string; checksum: string }>(sql`select name, checksum from migrations`)
  const lack = (name: string) => db.query(sql`delete from migrations where name = ${name}`)
  // Archives are named after their second.
  const nextSecond = () => sleep(1_000)
  // A backup that was verified today, so that the next ones are not.
  const verified = join(own, archiveName(new Date(Date.now() - 2 * 3_600_000)))
  await writeFile(verified, 'an old backup')
  await markVerified(verified, new Date())
  try {
    await lack('0109_unlocked_accounts.sql')
    await restart()
    await restart()
    expect(await archivesIn(own)).toHaveLength(2)
    await lack('0178_arrival_of_vehicles.sql')
    await nextSecond()
    await restart()
    await restart()
    expect(await archivesIn(own)).toHaveLength(3)
    // A scheduled backup, after which other servers may have written.
    await nextSecond()
    await backUpInChild({ config: restarted, databaseUrl, yields: false })
    await nextSecond()
    await restart()
    expect(await archivesIn(own)).toHaveLength(5)
  } finally {
    for (const { name, checksum } of ran)
      await db.query(
        sql`insert into migrations (name, checksum) values (${name}, ${checksum}) on conflict do nothing`,
      )
    await rm(own, { recursive: true, force: true })
  }
}, 120_000)

it('old backups are removed although the check fails', async () => {
  const own = await mkdtemp(join(tmpdir(), 'wheelbook-backup-'))
  const backup = { ...config.backup, folder: own }
  const files = await openFiles(config)
  await files.put('1/damaged', Buffer.alloc(200, 'x'), 'text/plain')
  const scheduled = () =>
    scheduledBackup({
      config: { ...config, backup },
      databaseUrl: server.databaseUrl,
      folder: own,
      yields: false,
      signal: new AbortController().signal,
    })
  try {
    await scheduled()
    for (const { path } of await archivesIn(own)) await rm(`${path}.verified`)
    for (const path of await filesBelow(own)) if (path.includes('damaged')) await writeFile(path, 'damaged')
    for (let days = 3; days <= 60; days++)
      await writeFile(join(own, archiveName(new Date(Date.now() - days * 86_400_000))), 'an old backup')
    await expect(scheduled()).rejects.toThrow('damaged')
    const ages = (await archivesIn(own)).map(({ madeAt }) => (Date.now() - madeAt.getTime()) / 86_400_000)
    expect(ages.length).toBeLessThan(15)
    expect(Math.max(...ages)).toBeLessThan(35)
  } finally {
    await files.remove('1/damaged')
    await rm(own, { recursive: true, force: true })
  }
}, 60_000)

it('a database whose first migrations failed partway is migrated without a backup', async () => {
  const cluster = inject('cluster')
  const target = await createTestDatabase(cluster)
  const db = openDatabase(target, { max: 2 })
  const own = await mkdtemp(join(tmpdir(), 'wheelbook-backup-'))
  const partial = { ...config, databaseUrl: target, backup: { ...config.backup, folder: own } }
  const lines: string[] = []
  try {
    const [first, second] = await readMigrations()
    await db.system(async (tx) => {
      await tx.executeSql(MIGRATIONS_TABLE, [])
      for (const { name, text, checksum } of [first, second].filter((migration) => migration !== undefined)) {
        await tx.executeSql(text, [])
        await tx.query(sql`insert into migrations (name, checksum) values (${name}, ${checksum})`)
      }
    })
    await backUpBeforeMigrating(
      { config: partial, db, databaseUrl: target },
      { print: (line) => void lines.push(line) },
    )
    expect(lines).toEqual([])
    // Also when it is made by hand.
    await backupCommand('backup', [], { config: partial, print: (line) => void lines.push(line) })
    expect(lines.join('\n')).toContain('Backed up')
  } finally {
    await db.close()
    await dropTestDatabase(cluster, target)
    await rm(own, { recursive: true, force: true })
  }
})

it('of two servers that start together on an older database, one makes the backup', async () => {
  const { databaseUrl, db } = server
  const own = await mkdtemp(join(tmpdir(), 'wheelbook-backup-'))
  const upgraded = { ...config, backup: { ...config.backup, folder: own } }
  const ran = await db.query<{ name: string; checksum: string }>(sql`
    delete from migrations where name = '0108_unsent_messages.sql' returning name, checksum`)
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  try {
    await Promise.all(
      [1, 2].map(() => backUpBeforeMigrating({ config: upgraded, db, databaseUrl }, { print })),
    )
    expect(await archivesIn(own)).toHaveLength(1)
    expect(lines.sort()).toEqual([
      expect.stringContaining('Backing up'),
      expect.stringContaining('Waiting for another server'),
    ])
  } finally {
    for (const { name, checksum } of ran)
      await db.query(sql`insert into migrations (name, checksum) values (${name}, ${checksum})`)
    await rm(own, { recursive: true, force: true })
  }
}, 60_000)

it('a backup that cannot be checked does not prevent a migration', async () => {
  const { databaseUrl, db } = server
  const own = await mkdtemp(join(tmpdir(), 'wheelbook-backup-'))
  const files = await openFiles(config)
  await files.put('1/damaged', Buffer.alloc(200, 'y'), 'text/plain')
  const upgraded = { ...config, backup: { ...config.backup, folder: own } }
  const ran = await db.query<{ name: string; checksum: string }>(sql`
    delete from migrations where name = '0108_unsent_messages.sql' returning name, checksum`)
  try {
    await backUpInChild({ config: upgraded, databaseUrl, yields: false })
    for (const { path } of await archivesIn(own)) await rm(`${path}.verified`)
    for (const path of await filesBelow(own)) if (path.includes('damaged')) await writeFile(path, 'damaged')
    await sleep(1_000)
    await backUpBeforeMigrating({ config: upgraded, db, databaseUrl }, { print: () => {} })
    expect(await archivesIn(own)).toMatchObject([{ verifiedAt: null }, { verifiedAt: null }])
  } finally {
    await files.remove('1/damaged')
    for (const { name, checksum } of ran)
      await db.query(sql`insert into migrations (name, checksum) values (${name}, ${checksum})`)
    await rm(own, { recursive: true, force: true })
  }
}, 60_000)

it.skipIf(process.platform !== 'linux')(
  'a backup into a folder that does not respond ends with its server',
  async () => {
    const child = fork(join(import.meta.dirname, '../../../server/backup/scheduled-main.ts'), {
      serialization: 'advanced',
    })
    // Node never ends creating a folder there.
    const folder = '/proc/hangs'
    child.send({ config, databaseUrl: server.databaseUrl, yields: false, folder })
    const running = sql`select from pg_locks where locktype = 'advisory' and objid = ${LOCKS.backup}
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(() => server.db.query(running), { timeout: 20_000 }).toHaveLength(1)
    const ended = once(child, 'exit')
    child.disconnect()
    expect(await ended).toEqual([null, 'SIGKILL'])
    await expect.poll(() => server.db.query(running)).toEqual([])
  },
  40_000,
)

it('a check without enough space for the database is refused', async () => {
  const { databaseUrl } = server
  expect(await findLackOfSpace(databaseUrl, '/proc/self')).toMatch(/not checked: restoring it needs .* GiB/)
  expect(await findLackOfSpace(databaseUrl, tmpdir())).toBeNull()
})

it('the commands refuse what they do not know', async () => {
  const print = () => {}
  for (const [command, ...args] of [
    ['backup', '--unknown'],
    ['restore'],
    ['restore', 'a', 'b'],
    ['repair'],
  ] as const)
    await expect(backupCommand(command, args, { config, print })).rejects.toThrow('Usage')
  const without = { ...config, backup: { ...config.backup, folder: null } }
  await expect(backupCommand('backup', [], { config: without, print })).rejects.toThrow('BACKUP_FOLDER')
  await expect(backupCommand('restore', ['/nowhere'], { config, print })).rejects.toThrow('/nowhere')
})

it('messages that wait without a job are enqueued at the next start, once (R-9)', async () => {
  const jobs = openJobs(server.db, { error: () => {} })
  await jobs.start()
  await server.db.query(sql`insert into mails (recipient, subject, text, created_at, sent_at) values
    ('a@example.com', 'waits', 'text', now(), null), ('b@example.com', 'sent', 'text', now(), now()),
    ('c@example.com', 'failed for good', 'text', now() - interval '4 days', null)`)
  await server.db.query(sql`insert into text_messages (recipient, text) values ('+16145550100', 'waits')`)
  expect(await enqueueUnsent(server.db, jobs)).toBe(2)
  expect(await enqueueUnsent(server.db, jobs)).toBe(0)
  await jobs.stop(1000)
})
