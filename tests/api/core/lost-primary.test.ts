// The host of the primary dies without closing connections, and its address leads to another host.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { followPrimary } from '#server/db/replica/follow-primary.ts'
import { sql } from '#server/db/sql.ts'
import { pollLoop } from '#server/jobs/poll-loop.ts'
import { type ChangeFeed, changeFeed } from '#server/push/change-feed.ts'
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

const MAX = 3
const log = { warn: vi.fn() }
let url: string
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>
let db: Database
let changes: ChangeFeed
let follower: ReturnType<typeof pollLoop>

beforeEach(async () => {
  const cluster = inject('cluster')
  url = await createTestDatabase(cluster, cluster.template)
  const { user, password, database, host, port } = new pg.Client({ connectionString: url })
  proxy = await startFaultyProxy(host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port)
  db = openDatabase(`postgres://${user}:${password ?? ''}@127.0.0.1:${proxy.port}/${database}`, { max: MAX })
  changes = changeFeed(db, log as never)
  follower = pollLoop(followPrimary({ db, log, onLost: changes.reconnect }), 200, () => {})
  follower.start()
  await Promise.all(Array.from({ length: MAX }, () => db.query(sql`select pg_sleep(0.2)`)))
})
afterEach(async () => {
  await follower.stop()
  await changes.stop()
  await db.close()
  await proxy.stop()
  await dropTestDatabase(inject('cluster'), url)
  log.warn.mockReset()
})

const readsOf = (fleetId: number) => db.tenant(fleetId, (tx) => tx.query(sql`select 1 as one`))

describe('connections that go silent for good', () => {
  it('are replaced within seconds, also those that wait for a response, and so is that of live updates', async () => {
    const heard: (number | null)[] = []
    await changes.listen(
      (fleetId) => heard.push(fleetId),
      () => {},
    )
    const waiting = db.query(sql`select pg_sleep(20)`)
    await sleep(100)
    proxy.silenceExisting()
    await expect(waiting).rejects.toThrow('Connection terminated')
    await expect.poll(() => readsOf(1), { timeout: 15_000 }).toEqual([{ one: 1 }])
    await expect.poll(() => heard, { timeout: 5000 }).toContain(null)
  }, 30_000)

  it('stay while the database answers on another connection: it is only busy', async () => {
    const query = vi.spyOn(db.reserved, 'query').mockImplementation(async () => {
      await sleep(500)
      throw new Error('Query read timeout')
    })
    const long = db.query<{ done: number }>(sql`select 1 as done from pg_sleep(3)`)
    for (let round = 0; round < 20; round++) {
      await readsOf(1)
      await sleep(100)
    }
    query.mockRestore()
    expect(await long).toEqual([{ done: 1 }])
    expect(log.warn).not.toHaveBeenCalled()
  }, 30_000)
})
