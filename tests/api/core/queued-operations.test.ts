// What the server does with operations that waited on a device while server, rules or roles changed (decision 127).
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OPERATION_VERSIONS } from '#contract/core/operation-versions.ts'
import { openReplica, type Replica } from '#server/db/replica/replica.ts'
import { sql } from '#server/db/sql.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { closeChannels, listen } from '#tests/support/push-channel.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const PATH = '/manual_maintenance_histories'
let server: TestServer
let service: { id: number }
let replica: Replica | undefined
const log = pino({ level: 'silent' })

beforeAll(async () => {
  // Never reached, so it answers no reads; but writes tell the browser their position.
  server = await startTestServer({
    replica: (db) => {
      replica = openReplica(db, { url: 'postgres://127.0.0.1:9/none', connections: 1, maxLagSeconds: 1, log })
      return replica
    },
  })
  service = await server.build.service()
})
afterEach(closeChannels)
afterAll(async () => {
  await server.stop()
  await replica?.close()
})

/** Headers of an operation as the outbox sends it. */
const queued = (key = randomUUID(), version = 1, rev?: number) => ({
  ...writeHeaders(key, rev),
  'x-op-version': String(version),
})

async function anOwner() {
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet)
  const vehicle = await server.build.vehicle(fleet)
  return {
    fleet,
    user,
    client: await server.as(user),
    entry: aHistory({ vehicle_id: vehicle.id }, service.id),
  }
}

const countOf = async (key: string, id: string) => {
  const [row] = await server.db.query<{ count: number }>(sql`
    select (select count(*) from idempotency_keys where key = ${key}) +
      (select count(*) from manual_maintenance_histories where id = ${id}) as count`)
  return Number(row?.count)
}

describe('an operation of a newer app (OFF-060)', () => {
  it('gets a refusal that the device retries, and nothing is stored, not even its key', async () => {
    const { client, entry } = await anOwner()
    const key = randomUUID()
    const newer = OPERATION_VERSIONS['history.create'] + 1
    const refused = await client.post(PATH, { ...entry, new_field: 'x' }, queued(key, newer))
    expect(refused).toMatchObject({ status: 425, body: { code: 'version_unknown' } })
    // It would pause the whole queue of the device.
    expect(refused.headers.get('retry-after')).toBeNull()
    expect(await countOf(key, entry.id)).toBe(0)
    expect((await client.post(PATH, entry, queued(key, newer - 1))).status).toBe(201)
    expect(await countOf(key, entry.id)).toBe(2)
  })

  it('is refused the same way if its call does not exist here, or is not one that devices queue', async () => {
    const { client, entry } = await anOwner()
    const calls = [
      client.post(`${PATH}/${entry.id}/new_call`, {}, queued()),
      client.put(PATH, {}, queued()),
      client.post('/vehicles/all', {}, queued()),
    ]
    for (const { status } of await Promise.all(calls)) expect(status).toBe(425)
    expect((await client.post(`${PATH}/${entry.id}/new_call`, {}, writeHeaders())).status).toBe(404)
  })

  it('is accepted in every version up to the server’s', async () => {
    const stranger = server.client()
    const versions = [
      1,
      OPERATION_VERSIONS['shopLinks.estimate'],
      OPERATION_VERSIONS['shopLinks.estimate'] + 1,
    ]
    const statuses = versions.map(
      async (version) =>
        (await stranger.post('/shop_links/1/estimate', {}, queued(randomUUID(), version))).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 401, 425])
  })
})

describe('an operation that was accepted before, whose response was lost (OFF-061)', () => {
  it('gets the stored response although its fields are no longer valid', async () => {
    const { client, entry } = await anOwner()
    const key = randomUUID()
    const first = await client.post(PATH, entry, queued(key))
    const { vehicle_services: _dropped, ...invalid } = entry
    const again = await client.post(PATH, invalid, queued(key))
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('x-wheelbook-op')).toBe(key)
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    // Any other operation is still validated, and so is a client that does not queue.
    const fresh = randomUUID()
    expect((await client.post(PATH, invalid, queued(fresh))).status).toBe(422)
    expect(await countOf(fresh, randomUUID())).toBe(0)
    expect((await client.post(PATH, invalid, writeHeaders(key))).status).toBe(422)
    // Valid content that differs is a fault of the client.
    const other = await client.post(PATH, { ...entry, po_number: 'X' }, queued(key))
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
  })

  it('is announced again, tells a deletion since, and lets the user read it back from a replica (OFF-066)', async () => {
    const { user, client, entry } = await anOwner()
    const key = randomUUID()
    await client.post(PATH, entry, queued(key))
    const { vehicle_services: _dropped, ...invalid } = entry
    const push = await listen(server.url, { user, client })
    const heard = push.next()
    const again = await client.post(PATH, invalid, queued(key))
    expect(again.headers.get('x-wheelbook-deleted')).toBe('false')
    expect(again.headers.getSetCookie().join()).toContain('write_position=')
    await heard
    expect((await client.delete(`${PATH}/${entry.id}`, writeHeaders(randomUUID(), 1))).status).toBe(200)
    const late = await client.post(PATH, invalid, queued(key))
    expect([late.status, late.headers.get('x-wheelbook-deleted')]).toEqual([201, 'true'])
  })

  it('gets the stored response although the role no longer allows the call', async () => {
    const { client, user, fleet } = await anOwner()
    const item = (await server.build.vehicle(fleet)).id
    const reading = { id: randomUUID(), value: 100, read_on: '2026-01-02' }
    const path = `/vehicles/${item}/odometer_readings`
    await client.post(path, reading, queued())
    const key = randomUUID()
    const act = { id: randomUUID(), reason: 'typo' }
    const url = `${path}/${reading.id}/void`
    const first = await client.post(url, act, queued(key))
    await server.db.query(sql`update users set roles = '{Driver}' where id = ${user.id}`)
    expect(first.status).toBe(200)
    expect(await client.post(url, act, queued(key))).toMatchObject({ status: 200, body: first.body })
    expect((await client.post(url, act, queued())).status).toBe(403)
    expect((await client.post(url, act, writeHeaders(key))).status).toBe(403)
  })

  it('shows no response of another user, of another fleet or of another call', async () => {
    const { client, entry, fleet } = await anOwner()
    const key = randomUUID()
    await client.post(PATH, entry, queued(key))
    const { vehicle_services: _dropped, ...invalid } = entry
    const colleague = await server.as(await server.build.user(fleet))
    expect((await colleague.post(PATH, invalid, queued(key))).status).toBe(422)
    expect((await client.put(`${PATH}/${entry.id}`, invalid, queued(key, 1, 1))).status).toBe(422)
    const elsewhere = await server.build.fleet()
    await server.db.query(sql`update idempotency_keys set fleet_id = ${elsewhere.id} where key = ${key}`)
    expect((await client.post(PATH, invalid, queued(key))).status).toBe(422)
  })

  it('gets the rejection that was stored, not a success', async () => {
    const { client, entry } = await anOwner()
    const key = randomUUID()
    const unknown = { ...entry, vehicle_services: [{ service_definition_id: 999_999, price: '1.00' }] }
    expect((await client.post(PATH, unknown, queued(key))).status).toBe(422)
    const { vehicle_services: _dropped, ...invalid } = entry
    expect((await client.post(PATH, invalid, queued(key))).body.fields).toMatchObject({
      vehicle_services: expect.anything(),
    })
  })
})
