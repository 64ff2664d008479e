// A server whose database is restored from a backup, and phones with newer data (docs/offline.md row 33).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { backupKey } from '#server/backup/archive/sealed.ts'
import { createBackup } from '#server/backup/create-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { sql } from '#server/db/sql.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import { adoptRestoredDatabase } from '#server/modules/home/sync/sync.repository.ts'
import { deviceClock } from '#src/offline/model/clock.ts'
import { newId } from '#src/offline/model/ids.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createSnapshot, createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'
import { aPdf, aPhone, drain, openApp } from '#tests/unit/offline/device.ts'

const DAY_MS = 86_400_000

/** Counts of histories, documents and used keys. */
const countsOf = async ({ db }: TestServer) => {
  const [row] = await db.query(sql`
    select (select count(*)::int from manual_maintenance_histories) as histories,
      (select count(*)::int from documents where state = 'stored') as files,
      (select count(*)::int from idempotency_keys) as keys`)
  return row
}

it.each([
  ['restored from a backup of Wheelbook', 'backup', 0],
  ['restored from a dump, which starts another epoch', 'dump', 0],
  ['rolled back by a disk snapshot that is less than a day old', 'copy', DAY_MS],
] as const)('devices resend once what the backup lacks, with its files: %s', async (_, how, passes) => {
  const cluster = inject('cluster')
  const url = await createTestDatabase(cluster, cluster.template)
  let server = await startTestServer({ databaseUrl: url })
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet)
  const vehicle = await server.build.vehicle(fleet)
  const service = await server.build.service()
  const cookie = `authentication_token=${await server.build.session(user)}`
  let shift = 0
  const app = await openApp(aPhone(), {
    tenantId: fleet.id,
    userId: user.id,
    country: 'US',
    baseUrl: 'http://server.example',
    clock: { ...deviceClock, now: () => Date.now() + shift },
    fetch: (input, init) =>
      fetch(String(input).replace('http://server.example', server.url), {
        ...init,
        headers: { ...(init?.headers as object), cookie },
      }),
  })
  const enter = async (po_number: string, id = newId()) => {
    const payload = {
      vehicle_id: vehicle.id,
      odometer: 48_210,
      date_of_completion: '2025-06-30',
      zip: '98101',
      po_number,
      custom_shop_name: 'Harbour Road Garage',
      vehicle_services: [{ service_definition_id: service.id, price: '129.95' }],
    }
    await app.outbox.enqueue({ kind: 'history.create', id, payload, files: [aPdf(`${po_number}.pdf`)] })
    return { id, payload }
  }
  app.outbox.start()
  await app.cache.refresh()
  const before = await enter('PO-1')
  expect(await drain(app.outbox)).toBe('empty')
  await app.cache.refresh()

  // The nightly backup.
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-backup-'))
  const key = backupKey(null)
  const { path } = await createBackup({ databaseUrl: url, files: server.services.files, folder, key })
  await server.stop()
  const backup = how === 'backup' ? await createTestDatabase(cluster) : await createSnapshot(cluster, url)
  server = await startTestServer({ databaseUrl: url })
  const localRow = await app.cache.history(before.id).current()
  await app.outbox.enqueue({
    kind: 'history.update',
    id: before.id,
    files: [],
    removedFileIds: [],
    basis: localRow?.basis ?? { rev: null, opId: null },
    payload: { ...before.payload, po_number: 'PO-1b' },
  })
  await enter('PO-2')
  await enter('PO-3')
  expect(await drain(app.outbox)).toBe('empty')
  await app.cache.refresh()
  const wholeDay = await countsOf(server)
  expect(wholeDay).toEqual({ histories: 3, files: 3, keys: 7 })
  await server.stop()

  // The disk fails; only the backup is left.
  if (how === 'backup') {
    const files = localFileStore(join(folder, 'store'))
    await restoreBackup({ databaseUrl: backup, files, archive: path, key, replaces: false })
  }
  server = await startTestServer({ databaseUrl: backup })
  expect(await countsOf(server)).toEqual({ histories: 1, files: 1, keys: 2 })
  if (how === 'dump') {
    await server.db.query(sql`update sync_changes set xid = '9000000000'::xid8`)
    expect(await adoptRestoredDatabase(server.db)).toBe(true)
  }
  shift = passes
  await app.cache.refresh()
  expect(await drain(app.outbox)).toBe('empty')
  expect(await countsOf(server)).toEqual(wholeDay)
  const names = await server.db.query<{ po_number: string }>(
    sql`select po_number from manual_maintenance_histories order by po_number`,
  )
  expect(names.map((row) => row.po_number)).toEqual(['PO-1b', 'PO-2', 'PO-3'])
  expect(await app.outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0, needsYou: 0 })
  // While another test file creates its database, changes are delayed: no transaction of the cluster may be skipped.
  await expect
    .poll(
      async () => {
        await app.cache.refresh()
        return (await app.cache.histories.current()).map(({ row }) => row.po_number).sort()
      },
      { timeout: 20_000 },
    )
    .toEqual(['PO-1b', 'PO-2', 'PO-3'])

  await rm(folder, { recursive: true })
  await app.stop()
  app.close()
  await server.stop()
  for (const database of [url, backup]) await dropTestDatabase(cluster, database)
})
