import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { PUSH_CLOSE_CODES, PUSH_CONNECTIONS_MAX, PUSH_FRAME_MAX } from '#contract/home/push.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type Client, retryWhileUnavailable } from '#tests/support/client.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import {
  channel,
  closeChannels,
  type Listener,
  listen as listenAt,
  ticketOf,
} from '#tests/support/push-channel.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let serviceId: number
beforeAll(async () => {
  server = await startTestServer()
  serviceId = (await server.build.service()).id
})
afterAll(() => server.stop())

afterEach(closeChannels)

async function aPerson(roles?: ['Driver']) {
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet, roles ? { roles } : {})
  const client = await server.as(user)
  return { fleet, user, client, vehicle: await server.build.vehicle(fleet) }
}
const listen = (person: Listener, url = server.url) => listenAt(url, person)

async function write({ client, vehicle }: { client: Client; vehicle: { id: number } }) {
  const [body, key] = [aHistory({ vehicle_id: vehicle.id }, serviceId), writeHeaders()]
  const response = await retryWhileUnavailable(() => client.post('/manual_maintenance_histories', body, key))
  expect(response.status).toBe(201)
}
/** Wraps transactions so that the connection breaks after the commit of the first history entry. */
function loseCommitOnce(tenant: Database['tenant']): Database['tenant'] {
  let isLost = false
  return async (fleetId, work) => {
    const result = await tenant(fleetId, work)
    if (isLost || !(result && typeof result === 'object' && 'written' in result)) return result
    isLost = true
    throw new Error('Connection terminated unexpectedly')
  }
}
const quiet = (ms = 400) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the push channel (API-026, S-26)', () => {
  it('sends that something changed to every user of the fleet and to no one else', async () => {
    const [one, other] = [await aPerson(), await aPerson()]
    const colleague = await server.build.user(one.fleet, { roles: ['Driver'] })
    const mine = await listen(one)
    const theirs = await listen({ user: colleague, client: await server.as(colleague) })
    const foreign = await listen(other)
    await Promise.all([mine.next(), theirs.next(), write(one)])
    expect(mine.messages).toEqual([{ type: 'ready' }, { type: 'changed' }])
    expect(theirs.messages).toEqual([{ type: 'ready' }, { type: 'changed' }])
    await quiet()
    expect(foreign.messages).toEqual([{ type: 'ready' }])
  })

  // For latency, see server/push/hub.test.ts with a simulated clock and `npm run bench -- latency` with a real one
  // (P-17).
  it('sends each of several changes that come one after the other', async () => {
    const person = await aPerson()
    const one = await listen(person)
    for (let i = 0; i < 5; i++) {
      await Promise.all([one.next(), write(person)])
      await quiet(300)
    }
    expect(one.messages).toHaveLength(6)
  })

  it('sends a busy fleet a few messages, not a hundred, and one more after the last change', async () => {
    const person = await aPerson()
    const one = await listen(person)
    const begun = performance.now()
    await Promise.all(Array.from({ length: 40 }, () => write(person)))
    const before = one.messages.length
    await quiet(600)
    // 'ready', the first change, and one more per quarter of a second that the machine needs for all.
    expect(one.messages.length).toBeLessThanOrEqual(2 + Math.ceil((performance.now() - begun) / 250))
    expect(one.messages.length).toBeGreaterThanOrEqual(before)
    await Promise.all([one.next(), write(person)])
  })

  it('sends nothing for a rejection or a read', async () => {
    const person = await aPerson()
    const body = aHistory({ vehicle_id: person.vehicle.id }, serviceId)
    const one = await listen(person)
    expect(
      (await person.client.post('/manual_maintenance_histories', { ...body, odometer: -1 }, writeHeaders()))
        .status,
    ).toBe(422)
    await person.client.get('/sync?limit=10')
    const beat = {
      pending: 0,
      oldest_at: null,
      stuck: 0,
      app_version: '1',
      persisted: true,
      installed: false,
    }
    const sent = await person.client.post('/clients/heartbeat', { device_id: randomUUID(), ...beat })
    expect(sent.status).toBe(200)
    await quiet()
    expect(one.messages).toEqual([{ type: 'ready' }])
  })

  it('sends a change whose response was lost when its request is repeated (decision 105)', async () => {
    const person = await aPerson()
    const [key, body] = [writeHeaders(), aHistory({ vehicle_id: person.vehicle.id }, serviceId)]
    const second = await startTestServer({
      databaseUrl: server.databaseUrl,
      database: (db) => ({ ...db, tenant: loseCommitOnce(db.tenant) }),
    })
    try {
      const one = await listen(person)
      const lost = await (await second.as(person.user)).post('/manual_maintenance_histories', body, key)
      expect(lost.status).toBe(503)
      const repeated = person.client.post('/manual_maintenance_histories', body, key)
      await Promise.all([one.next(), repeated])
      expect((await repeated).headers.get('idempotency-replayed')).toBe('true')
      expect(one.messages).toEqual([{ type: 'ready' }, { type: 'changed' }])
    } finally {
      await second.stop()
    }
  })

  it('sends changes of calls that need no idempotency key, and due dates computed after them', async () => {
    const person = await aPerson()
    const { fleet, client, vehicle } = person
    const one = await listen(person)
    const writes = [
      () => client.put(`/service_based_reminders/${vehicle.id}`, { current_mileage: 52_000 }),
      () => client.put(`/vehicles/${vehicle.id}/schedule`, { duty_class: 'van' }),
      () => client.put(`/fleets/${fleet.id}`, { databaseName: '' }),
      () => client.put(`/fleet_users/${person.user.id}`, { firstName: 'Grace' }, writeHeaders()),
    ]
    for (const send of writes) {
      const [response] = await Promise.all([send(), one.next()])
      expect(response.status).toBe(200)
      await quiet(300)
    }
    await server.db.query(sql`update vehicle_schedules set computed_on = null where fleet_id = ${fleet.id}`)
    server.services.dueDates.startFleet({ id: fleet.id, timeZone: 'UTC' })
    await one.next()
  })

  it('receives changes that another server has made', async () => {
    const second = await startTestServer({ databaseUrl: server.databaseUrl })
    try {
      const person = await aPerson()
      const one = await listen(person, second.url)
      await Promise.all([one.next(), write(person)])
      expect(one.messages.at(-1)).toEqual({ type: 'changed' })
    } finally {
      await second.stop()
    }
  })

  it('recovers after its database connection was lost, and sends that something may have changed', async () => {
    const person = await aPerson()
    const one = await listen(person)
    const heard = one.next()
    await server.db.query({
      text: `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
      values: [],
    })
    expect(await heard).toEqual({ type: 'changed' })
    await quiet()
    await Promise.all([one.next(), write(person)])
  })
})

describe('who gets in', () => {
  const hello = async (message: unknown) => {
    const one = channel(server.url)
    await one.opened
    one.send(message)
    return one.closed
  }

  it('accepts a ticket once, only from its own user, and only for this purpose', async () => {
    const [one, other] = [await aPerson(), await aPerson()]
    const ticket = await ticketOf(one.client)
    const first = channel(server.url)
    await first.opened
    first.send({ type: 'hello', user_id: one.user.id, ticket })
    await first.next()
    const no = PUSH_CLOSE_CODES.notSignedIn
    expect(await hello({ type: 'hello', user_id: one.user.id, ticket })).toBe(no)
    expect(await hello({ type: 'hello', user_id: one.user.id, ticket: await ticketOf(other.client) })).toBe(
      no,
    )
    expect(
      await hello({ type: 'hello', user_id: one.user.id, ticket: await ticketOf(one.client, 'download') }),
    ).toBe(no)
    expect(await hello({ type: 'hello', user_id: one.user.id, ticket: 'x'.repeat(43) })).toBe(no)
  })

  it.each([
    ['no JSON', 'nonsense'],
    ['null', null],
    ['another type', { type: 'subscribe', fleet: 1 }],
    ['no ticket', { type: 'hello', user_id: 1 }],
    ['a ticket that is none', { type: 'hello', user_id: 1, ticket: { $ne: 1 } }],
    ['a long ticket', { type: 'hello', user_id: 1, ticket: 'x'.repeat(1000) }],
    ['a user that is none', { type: 'hello', user_id: 'all', ticket: 'x' }],
  ])('closes the channel on %s', async (_what, message) => {
    expect(await hello(message)).toBe(PUSH_CLOSE_CODES.malformed)
  })

  it('closes it on a binary message, a second message, and a frame above 64 KB', async () => {
    const binary = channel(server.url)
    await binary.opened
    binary.socket.send(Buffer.from('{}'))
    expect(await binary.closed).toBe(PUSH_CLOSE_CODES.malformed)
    const sending = await listen(await aPerson())
    sending.send({ type: 'hello' })
    expect(await sending.closed).toBe(PUSH_CLOSE_CODES.malformed)
    const large = channel(server.url)
    await large.opened
    large.socket.send('x'.repeat(PUSH_FRAME_MAX + 1))
    expect(await large.closed).toBe(1009)
  })

  it('closes it after five seconds without a message', async () => {
    const silent = channel(server.url)
    await silent.opened
    expect(await silent.closed).toBe(PUSH_CLOSE_CODES.malformed)
  })

  it.each(['https://elsewhere.example', 'http://127.0.0.1:1', 'null'])(
    'refuses the page of %s',
    async (origin) => {
      await expect(channel(server.url, { origin }).opened).rejects.toThrow('403')
    },
  )

  it('takes the own page', async () => {
    await channel(server.url, { origin: server.url }).opened
  })

  it('opens at its own address only, and is no page', async () => {
    const elsewhere = new WebSocket(`${server.url.replace('http', 'ws')}/api/v4/sync`)
    await expect(
      new Promise((_, reject) => {
        elsewhere.once('error', reject)
      }),
    ).rejects.toThrow(/40\d/)
    expect((await server.client().send('GET', '/cable')).status).toBe(426)
    const ignored = await server
      .client()
      .send('GET', '/livez', undefined, { upgrade: 'h2c', connection: 'upgrade' })
      .catch(() => null)
    expect(ignored?.status ?? 200).toBe(200)
  })

  it('accepts at most twenty channels per user', async () => {
    const person = await aPerson()
    const many = await Promise.all(Array.from({ length: PUSH_CONNECTIONS_MAX }, () => listen(person)))
    const last = channel(server.url)
    await last.opened
    last.send({ type: 'hello', user_id: person.user.id, ticket: await ticketOf(person.client) })
    expect(await last.closed).toBe(PUSH_CLOSE_CODES.tooMany)
    many[0]!.socket.close()
    await many[0]!.closed
    // The server detects the end a moment after the client.
    await vi.waitFor(() => listen(person), 10_000)
  })
})

describe('when the session ends', () => {
  it.each([
    ['by signing out', async ({ client }: { client: Client }) => client.delete('/shell_sessions')],
    [
      'by time',
      async ({ user }: { user: { id: number } }) =>
        server.db.query({
          text: `update sessions set expires_at = now() where user_id = $1`,
          values: [user.id],
        }),
    ],
    [
      'by the deactivation of its user',
      async ({ user }: { user: { id: number } }) =>
        server.db.query({ text: `update users set is_active = false where id = $1`, values: [user.id] }),
    ],
    [
      'by leaving the fleet',
      async ({ user }: { user: { id: number } }) =>
        server.db.query({ text: `update users set fleet_id = null where id = $1`, values: [user.id] }),
    ],
  ])('%s, the channel is closed within seconds, and others stay', async (_how, end) => {
    const [leaving, staying] = [await aPerson(), await aPerson()]
    const one = await listen(leaving)
    const other = await listen(staying)
    await end(leaving as never)
    expect(await one.closed).toBe(PUSH_CLOSE_CODES.notSignedIn)
    expect(other.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('and when the server shuts down, it is closed immediately', async () => {
    const second = await startTestServer({ databaseUrl: server.databaseUrl })
    const one = await listen(await aPerson(), second.url)
    const [code] = await Promise.all([one.closed, second.stop()])
    expect(code).toBe(1012)
  })
})
