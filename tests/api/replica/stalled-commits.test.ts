// Synchronous commit without a replica: PostgreSQL confirms no commit (decision 105).
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { sql } from '#server/db/sql.ts'
import { type Client, clientOf } from '#tests/support/client.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { aRequest, aWorkday, freeTimes } from '#tests/support/orders.ts'
import { type PostgresNode, startPrimary } from '#tests/support/postgres-node.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aVin, opened } from '#tests/support/shop-links.ts'

let nodes: Awaited<ReturnType<typeof startPrimary>>
let standby: PostgresNode
let server: TestServer

beforeAll(async () => {
  nodes = await startPrimary()
  const db = openDatabase(nodes.primary.url, { max: 1 })
  await migrate(db)
  await db.close()
  standby = await nodes.primary.addStandby('standby')
  server = await startTestServer({ databaseUrl: nodes.primary.url })
  // The phases are longer than connections stay open without a request, and one may be closed just as it is used again.
  server.app.server.keepAliveTimeout = 60_000
}, 60_000)

afterAll(async () => {
  await standby.start()
  await server.stop()
  await nodes.stopAll()
})

async function aPhone() {
  const { build, url } = server
  const fleet = await build.fleet()
  const vehicle = await build.vehicle(fleet)
  const service = await build.service()
  const cookie = `authentication_token=${await build.session(await build.user(fleet))}`
  const client = clientOf(url, { cookie })
  const entry = () => aHistory({ vehicle_id: vehicle.id, po_number: randomUUID() }, service.id)
  return { client, entry }
}

/** A user with an order, and its shop. */
async function anOrderAtTheShop() {
  const { build, url, db } = server
  const fleet = await build.fleet()
  const vehicle = await build.vehicle(fleet, { vin: aVin() })
  const service = await build.service()
  const shop = await build.shop()
  const cookie = `authentication_token=${await build.session(await build.user(fleet))}`
  const client = clientOf(url, { cookie })
  const [at = ''] = await freeTimes(client, shop.id, aWorkday())
  const order = aRequest({ shop_id: shop.id, vehicle_id: vehicle.id, appointment_datetime: at }, service.id)
  const { body } = await client.post('/orders', order, writeHeaders())
  const link = await client.post(`/orders/${body.id}/shop_link`, {})
  const atTheShop = await opened(url, link.body.address)
  const isRenewed = async () => {
    const [row] = await db.query<{ renewed: boolean }>(sql`
      select bool_and(last_seen_at > now() - interval '5 minutes') as renewed from sessions where fleet_id = ${fleet.id}`)
    return row?.renewed
  }
  return { client, atTheShop, isRenewed }
}

/** Makes all sessions due for renewal, although the primary may confirm no commits. */
async function makeAllDue({ url }: PostgresNode) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set synchronous_commit = local')
  await client.query(`update sessions set last_seen_at = now() - interval '10 minutes'`)
  await client.end()
}

const send = (client: Client, body: object, key: string) =>
  client.post('/manual_maintenance_histories', body, writeHeaders(key as never))

it('answers writes with 503 in time, goes on reading, and loses and doubles nothing', async () => {
  const { primary } = nodes
  const { client, entry } = await aPhone()
  await primary.asSuperuser(`alter system set synchronous_standby_names = '*'`)
  await primary.asSuperuser('select pg_reload_conf()')
  const known = entry()
  await expect.poll(async () => (await send(client, known, randomUUID())).status).toBeLessThan(300)
  await standby.kill()
  const entries = Array.from({ length: 20 }, () => ({ body: entry(), key: randomUUID() }))
  const startedAt = performance.now()
  const sent = entries.map(({ body, key }) => send(client, body, key))
  await sleep(4000)
  // New writes do not wait any more, and do not reach the database.
  const lateAt = performance.now()
  const late = { body: entry(), key: randomUUID() }
  expect(await send(client, late.body, late.key)).toMatchObject({
    status: 503,
    body: { code: 'unavailable', retry_after: 5 },
  })
  expect(performance.now() - lateAt).toBeLessThan(1000)
  expect(server.db.commits.waitSeconds()).toBeGreaterThan(3)
  // Writes that the server makes by itself roll back, so that they do not use up connections.
  const own = server.db.system((tx) => tx.query(sql`update server_meta set demo_since = demo_since`))
  await expect(own).rejects.toThrow('confirms no commits')
  await expect(server.db.query(sql`update server_meta set demo_since = demo_since`)).rejects.toThrow(
    'confirms no commits',
  )

  for (const response of await Promise.all(sent)) expect(response.status).toBe(503)
  expect(performance.now() - startedAt).toBeLessThan(17_000)
  const reads = await Promise.all(Array.from({ length: 20 }, () => client.get('/vehicles')))
  for (const read of reads) expect(read.status).toBe(200)

  await standby.start()
  await expect.poll(() => server.db.commits.waitSeconds(), { timeout: 10_000 }).toBe(0)
  for (const { body, key } of [...entries, late]) {
    expect((await send(client, body, key)).status).toBeLessThan(300)
  }
  const [row] = await server.db.query<{ rows: number; entries: number }>(sql`
    select count(*) as rows, count(distinct po_number) as entries from manual_maintenance_histories`)
  expect(row).toEqual({ rows: 22, entries: 22 })
  // The pool has its usual limit again.
  expect(server.db.pool.options.max).toBe(12)
}, 60_000)

it('goes on reading with sessions that are due for renewal, and for shops', async () => {
  const { primary } = nodes
  const { client: writer, entry } = await aPhone()
  const parts = await Promise.all(Array.from({ length: 3 }, anOrderAtTheShop))
  await makeAllDue(primary)
  const read = async () => {
    const startedAt = performance.now()
    const responses = await Promise.all(
      parts.flatMap(({ client, atTheShop: { shop, path } }) => [client.get('/vehicles'), shop.get(path)]),
    )
    expect(responses.map(({ status }) => status)).toEqual(parts.flatMap(() => [200, 200]))
    expect(performance.now() - startedAt).toBeLessThan(2000)
  }
  await standby.kill()
  // Before the server has noticed: no read waits for a replica.
  await read()
  expect(await parts[0]?.isRenewed()).toBe(true)
  const waiting = send(writer, entry(), randomUUID())
  await expect.poll(() => server.db.commits.areStalled()).toBe(true)
  await makeAllDue(primary)
  await read()
  expect((await waiting).status).toBe(503)
  await standby.start()
  await expect.poll(() => server.db.commits.waitSeconds(), { timeout: 10_000 }).toBe(0)
  await read()
  expect(await parts[0]?.isRenewed()).toBe(true)
}, 60_000)
