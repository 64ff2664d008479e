// Reads on a streaming replica (decision 94): a real primary and a real standby.
import { tmpdir } from 'node:os'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { findDatabaseProblems } from '#server/db/database-rights.ts'
import { migrate } from '#server/db/migrate.ts'
import { openReplica, type Replica } from '#server/db/replica/replica.ts'
import { sql } from '#server/db/sql.ts'
import { followTimeline } from '#server/db/timeline.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { watchPollers } from '#server/jobs/poller-watch.ts'
import { stateReader } from '#server/observe/server-state.ts'
import { clientOf } from '#tests/support/client.ts'
import { day } from '#tests/support/entries.ts'
import { type PostgresNode, startPrimary } from '#tests/support/postgres-node.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let nodes: Awaited<ReturnType<typeof startPrimary>>
let primary: PostgresNode
let standby: PostgresNode
const servers: TestServer[] = []
const replicas: Replica[] = []

async function startServer(): Promise<TestServer> {
  const server = await startTestServer({
    databaseUrl: primary.url,
    replica: (db) => {
      const replica = openReplica(db, {
        url: standby.url,
        connections: 4,
        maxLagSeconds: 2,
        log: pino({ level: 'silent' }),
      })
      replicas.push(replica)
      replica.start()
      return replica
    },
  })
  const { changes, replica } = server.services
  await changes.listen(
    (fleetId) => replica?.noteChange(fleetId),
    () => {},
  )
  servers.push(server)
  return server
}

beforeAll(async () => {
  nodes = await startPrimary()
  primary = nodes.primary
  const db = openDatabase(primary.url, { max: 1 })
  await migrate(db)
  await db.close()
  standby = await primary.addStandby('standby')
  await startServer()
  await startServer()
}, 60_000)

afterAll(async () => {
  for (const server of servers) await server.services.changes.stop()
  for (const server of servers) await server.stop()
  for (const replica of replicas) await replica.close()
  await nodes.stopAll()
})

const [readsOf, problemOf] = [
  (i: number) => replicas[i]?.state().reads ?? { replica: -1, primary: -1 },
  (i: number) => replicas[i]?.state().problem,
]
const untilUsed = () =>
  expect.poll(() => [problemOf(0), problemOf(1)], { timeout: 10_000 }).toEqual([null, null])
const pause = () => standby.asSuperuser('select pg_wal_replay_pause()')
const resume = () => standby.asSuperuser('select pg_wal_replay_resume()')

async function aFleet() {
  const [first, second] = servers
  if (!first || !second) throw new Error('No servers')
  const fleet = await first.build.fleet()
  const owner = await first.build.user(fleet)
  const vehicle = await first.build.vehicle(fleet)
  const cookie = `authentication_token=${await first.build.session(owner)}`
  await untilUsed()
  // A change of the fleet that was just announced would hold reads on the primary.
  await expect
    .poll(async () => {
      const before = readsOf(0).replica
      await clientOf(first.url, { cookie }).get('/vehicles')
      return readsOf(0).replica - before
    })
    .toBe(1)
  return { fleet, owner, vehicle, cookie, first, second }
}

const cookieOf = (response: { headers: Headers }, session: string) => {
  const position = response.headers.getSetCookie().find((each) => each.startsWith('write_position='))
  expect(position).toContain('HttpOnly')
  return `${session}; ${position?.split(';')[0]}`
}

describe('reads on a replica', () => {
  beforeEach(untilUsed, 15_000)

  it('serves lists, reports and first syncs from the replica, and single records from the primary', async () => {
    const { cookie, first, vehicle } = await aFleet()
    const client = clientOf(first.url, { cookie })
    const before = readsOf(0)
    expect((await client.get('/vehicles')).body).toMatchObject({ vehicles: [{ id: vehicle.id }] })
    const range = 'start_date=2020-01-01&end_date=2020-12-31'
    expect((await client.get(`/reports/costs?by=month&${range}`)).status).toBe(200)
    const pulled = await client.get('/sync')
    expect(pulled.status).toBe(200)
    expect(readsOf(0)).toEqual({ replica: before.replica + 3, primary: before.primary })
    await client.get(`/vehicles/${vehicle.id}`)
    // The cursor now requests changes, which only the primary may serve.
    const { next } = pulled.body as { next: string }
    expect((await client.get(`/sync?cursor=${next}`)).status).toBe(200)
    expect(readsOf(0)).toEqual({ replica: before.replica + 3, primary: before.primary })
  })

  const write = (server: TestServer, cookie: string, vehicleId: number, value: number) =>
    clientOf(server.url, { cookie }).post(
      `/vehicles/${vehicleId}/odometer_readings`,
      { value, read_on: day(0) },
      { 'idempotency-key': crypto.randomUUID() },
    )
  const valuesOf = async (server: TestServer, cookie: string, vehicleId: number) => {
    const list = await clientOf(server.url, { cookie }).get(`/vehicles/${vehicleId}/odometer_readings`)
    expect(list.status).toBe(200)
    return JSON.stringify(list.body)
  }

  it('shows a user their own write on either server while the replica is behind', async () => {
    const { cookie, first, second, vehicle } = await aFleet()
    // Only the position remains: the second server does not learn of the change.
    await second.services.changes.stop()
    await pause()
    try {
      const saved = await write(first, cookie, vehicle.id, 471_111)
      expect(saved.status).toBe(201)
      // Proves that the replica lacks it: without the cookie, the second server reads there.
      expect(await valuesOf(second, cookie, vehicle.id)).not.toContain('471111')
      for (const server of [first, second])
        expect(await valuesOf(server, cookieOf(saved, cookie), vehicle.id)).toContain('471111')
    } finally {
      await resume()
    }
  })

  it('shows a change of another user as soon as it was announced', async () => {
    const { cookie, first, vehicle, owner } = await aFleet()
    const other = `authentication_token=${await first.build.session(owner)}`
    await pause()
    try {
      expect((await write(first, other, vehicle.id, 472_222)).status).toBe(201)
      expect(await valuesOf(first, cookie, vehicle.id)).toContain('472222')
    } finally {
      await resume()
    }
  })

  it('limits the replica to the rows of the fleet, and to reading', async () => {
    const { first, vehicle } = await aFleet()
    const stranger = await first.build.fleet()
    const replica = openDatabase(standby.url, { max: 1, isReadOnly: true })
    try {
      const count = (fleetId: number) =>
        replica.tenant(fleetId, (tx) => tx.query(sql`select id from vehicles where id = ${vehicle.id}`))
      expect(await count(vehicle.fleetId)).toHaveLength(1)
      await expect.poll(() => count(stranger.id)).toEqual([])
      const erase = replica.system((tx) => tx.query(sql`delete from vehicles where id = ${vehicle.id}`))
      await expect(erase).rejects.toThrow(/read-only transaction/)
    } finally {
      await replica.close()
    }
  })

  it('reads from the primary while the replica is too far behind or down, and comes back by itself', async () => {
    const { cookie, first, vehicle } = await aFleet()
    await pause()
    await first.db.query(sql`select pg_logical_emit_message(true, 'test', 'x')`)
    await expect.poll(() => problemOf(0), { timeout: 10_000 }).toBe('lagging')
    await resume()
    await untilUsed()

    await standby.kill()
    // The first read after the loss does not fail.
    expect(await valuesOf(first, cookie, vehicle.id)).toContain('[')
    await expect.poll(() => problemOf(0), { timeout: 10_000 }).toBe('unreachable')
    expect(await valuesOf(first, cookie, vehicle.id)).toContain('[')
    await standby.start()
    await untilUsed()
  })
})

it('reports the lag of replicas only if PostgreSQL shows it, and takes no copy of the log for a replica (R-15)', async () => {
  const db = openDatabase(primary.url, { max: 3 })
  const copy = new pg.Client({
    connectionString: `${primary.url}?replication=true&application_name=pg_receivewal`,
  })
  const backup = { folder: null, everyMinutes: 60, key: null }
  const sources = { db, replica: null, dataFolder: tmpdir(), backup, watch: watchPollers() }
  const replicasSeen = async () => (await stateReader(sources)()).database?.replicas
  const jobs = openJobs(db, pino({ level: 'silent' }))
  try {
    await jobs.start()
    await primary.asSuperuser('alter role wheelbook replication')
    await copy.connect()
    const hidden = ['pg_receivewal', 'standby'].map((name) => ({ name, lagSeconds: null }))
    expect((await replicasSeen())?.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(hidden)
    await primary.asSuperuser('grant pg_monitor to wheelbook')
    expect(await replicasSeen()).toEqual([{ name: 'standby', lagSeconds: expect.any(Number) }])
  } finally {
    await copy.end()
    await jobs.stop(0)
    await primary.asSuperuser('revoke pg_monitor from wheelbook; alter role wheelbook noreplication')
    await db.close()
  }
})

it('a server that cannot start on a replica or during a paused recovery names the reason', async () => {
  const db = openDatabase(standby.url, { max: 1 })
  try {
    expect(await findDatabaseProblems(db)).toEqual([expect.stringContaining('read-only replica')])
    await pause()
    expect(await findDatabaseProblems(db)).toEqual([expect.stringContaining('pg_wal_replay_resume()')])
  } finally {
    await resume()
    await db.close()
  }
})

it('a promoted replica starts a new epoch before anything is written, and is no longer read from', async () => {
  const { cookie, first, vehicle } = await aFleet()
  const restored: string[] = []
  const db = openDatabase(standby.url, { max: 1, onNewEpoch: () => restored.push('noticed') })
  try {
    expect(await followTimeline(first.db)).toBe(false)
    await untilUsed()
    const metaOf = async () =>
      (
        await db.query<{ epoch: string; at: string | null }>(sql`
        select epoch, timeline as at from server_meta`)
      )[0]
    const before = await metaOf()
    await expect.poll(async () => (await metaOf())?.at).toBe('00000001')
    // The same pool wrote nothing before; its connection was opened while the server was a replica.
    await expect(db.query(sql`insert into affiliations (name) values ('early')`)).rejects.toThrow(/read-only/)
    await metaOf()
    await standby.promote()
    const [added] = await db.query<{ id: number }>(sql`
      insert into affiliations (name) values ('after the promotion') returning id`)
    expect(added?.id).toBeGreaterThan(1_000_000)
    expect(restored).toEqual(['noticed'])
    await expect.poll(() => problemOf(0), { timeout: 10_000 }).toBe('promoted')
    expect((await clientOf(first.url, { cookie }).get(`/vehicles/${vehicle.id}`)).status).toBe(200)
    expect((await metaOf())?.epoch).not.toBe(before?.epoch)
    expect(await followTimeline(db)).toBe(false)
  } finally {
    await db.close()
  }
})

it('a server that stays connected through a pooler notices the new timeline within its next round', async () => {
  const db = openDatabase(standby.url, { max: 1 })
  try {
    await db.query(sql`update server_meta set timeline = '00000001'`)
    expect(await followTimeline(db)).toBe(true)
    expect(await followTimeline(db)).toBe(false)
  } finally {
    await db.close()
  }
})
