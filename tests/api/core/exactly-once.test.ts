// Exactly-once writes on the server (docs/offline.md#protocol, R-8): the protocol itself, on a handler whose effects
// are counted.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from '#server/db/sql.ts'
import type { CallContext } from '#server/http/calls/call-context.ts'
import { os } from '#server/http/calls/implementer.ts'
import { Problem } from '#server/problem.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired.ts'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

type Effect = (context: { count: number; ifMatch: number | null }) => Promise<void> | void
/** What the handler does after its effect and before the commit. */
let effect: Effect = () => {}
let calls = 0

async function destroy({ input, context }: { input: { id: string }; context: CallContext }) {
  return context.write(input, async (tx, { ifMatch }) => {
    calls += 1
    await tx.query(sql`insert into effects (id) values (${input.id})`)
    await effect({ count: calls, ifMatch })
    return { body: { success: true as const, id: input.id } }
  })
}

let server: TestServer
let second: TestServer
let client: Client
beforeAll(async () => {
  const routes = {
    history: { destroy: os.history.destroy.handler(destroy) },
    glovebox: {
      putFile: os.glovebox.putFile.handler(({ input, context }) =>
        context.write(input, async (tx) => {
          calls += 1
          await tx.query(sql`insert into effects (id) values (${input.id})`)
          await effect({ count: calls, ifMatch: null })
          const body = {
            id: input.id,
            state: 'stored' as const,
            sha256: '',
            byte_size: 1,
            owner_id: input.id,
            vehicle_id: 1,
          }
          return { body, status: 201 as const }
        }),
      ),
    },
  }
  server = await startTestServer({ routes })
  second = await startTestServer({ routes, databaseUrl: server.databaseUrl })
  await server.db.query(sql`create table effects (id uuid)`)
  await server.db.query(sql`grant all on effects to wheelbook_app`)
  client = await server.as(await server.build.user(await server.build.fleet()))
})
afterAll(async () => {
  await second.stop()
  await server.stop()
})
beforeEach(() => {
  effect = () => {}
  calls = 0
})

const effects = async (id: string) =>
  (await server.db.query(sql`select 1 from effects where id = ${id}`)).length
const path = (id: string) => `/manual_maintenance_histories/${id}`
const keyed = (key: string, ifMatch = '"1"') => ({ 'idempotency-key': key, 'if-match': ifMatch })

describe('a write with an Idempotency-Key', () => {
  it('is known for 90 days after it was last repeated, so that no receipt outlasts its key (OFF-056)', async () => {
    const [id, key, unrepeated] = [randomUUID(), randomUUID(), randomUUID()]
    await client.delete(path(id), keyed(key))
    await client.delete(path(randomUUID()), keyed(unrepeated))
    const age = (days: number) =>
      server.db.query(sql`
        update idempotency_keys set created_at = created_at - make_interval(days => ${days}),
          replayed_at = replayed_at - make_interval(days => ${days})
        where key = any(${[key, unrepeated]}::uuid[])`)
    const missing = async () => {
      await deleteExpiredRows(server.db)
      return (await client.post('/sync/receipts', { ids: [key, unrepeated] })).body.missing
    }
    await age(80)
    // The response was lost. The phone was off since, and repeats the request.
    expect((await client.delete(path(id), keyed(key))).status).toBe(200)
    await age(30)
    expect(await missing()).toEqual([unrepeated])
    await age(61)
    expect(await missing()).toEqual([key, unrepeated])
  })

  it('takes effect once however often it is sent, with the same response each time', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    const first = await client.delete(path(id), keyed(key))
    const again = await client.delete(path(id), keyed(key))
    expect(first.status).toBe(200)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await effects(id)).toBe(1)
  })

  it('takes effect once when ten copies arrive at once, at two servers (R-2, R-22)', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    effect = () => sleep(100)
    const cookie = await server.build.session(await server.build.user(await server.build.fleet()))
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? server : second)
          .client({ cookie: `authentication_token=${cookie}` })
          .delete(path(id), keyed(key)),
      ),
    )
    expect(responses.map((a) => a.status)).toEqual(Array(10).fill(200))
    expect(new Set(responses.map((a) => JSON.stringify(a.body))).size).toBe(1)
    expect(await effects(id)).toBe(1)
    expect(calls).toBe(1)
  })

  it('accepts the key in quotes, as in the draft standard, as the same key', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    await client.delete(path(id), keyed(`"${key}"`))
    await client.delete(path(id), keyed(key.toUpperCase()))
    expect(await effects(id)).toBe(1)
  })

  it('names the operation in X-Wheelbook-Op, also in rejections, but not for a call that does not exist', async () => {
    const key = randomUUID()
    const done = await client.delete(path(randomUUID()), keyed(key))
    expect(done.headers.get('x-wheelbook-op')).toBe(key)
    const refused = await client.delete(path(randomUUID()), keyed(key))
    expect(refused.headers.get('x-wheelbook-op')).toBe(key)
    const missing = await client.delete(`${path(randomUUID())}/no_call`, keyed(key))
    expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(missing.headers.get('x-wheelbook-op')).toBeNull()
  })

  it('refuses the key with other content, and changes nothing (422)', async () => {
    const [id, other, key] = [randomUUID(), randomUUID(), randomUUID()]
    await client.delete(path(id), keyed(key))
    const response = await client.delete(path(other), keyed(key))
    expect(response).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    expect(await effects(other)).toBe(0)
  })

  it('keeps the keys of two users apart', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    const neighbor = await server.as(await server.build.user(await server.build.fleet()))
    await client.delete(path(id), keyed(key))
    expect((await neighbor.delete(path(id), keyed(key))).headers.get('idempotency-replayed')).toBeNull()
    expect(await effects(id)).toBe(2)
  })

  it('repeats a rejection unchanged, even if it would succeed now, and rolls back what it had begun', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    effect = () => {
      throw new Problem('stale', { current: { rev: 4 }, etag: '"4"' })
    }
    const first = await client.delete(path(id), keyed(key))
    effect = () => {}
    const again = await client.delete(path(id), keyed(key))
    expect(first).toMatchObject({ status: 412, body: { code: 'stale', current: { rev: 4 }, etag: '"4"' } })
    expect(again).toMatchObject({ status: 412, body: { code: 'stale', current: { rev: 4 }, etag: '"4"' } })
    expect(again.headers.get('etag')).toBe('"4"')
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await effects(id)).toBe(0)
  })

  it.each([
    ['a fault of the server', () => new Error('boom'), 500],
    ['a passing rejection', () => new Problem('too_many', { retryAfter: 1 }), 429],
    ['bytes damaged on the way', () => new Problem('digest_mismatch'), 422],
    ['a lost session', () => new Problem('not_signed_in'), 401],
  ])('starts again after %s: nothing of the first attempt remains', async (_, fault, status) => {
    const [id, key] = [randomUUID(), randomUUID()]
    effect = () => {
      throw fault()
    }
    expect((await client.delete(path(id), keyed(key))).status).toBe(status)
    expect(await effects(id)).toBe(0)
    effect = () => {}
    expect((await client.delete(path(id), keyed(key))).status).toBe(200)
    expect(await effects(id)).toBe(1)
  })

  it('has no effect if the database connection is lost between effect and commit, and one after the retry', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    effect = async () => {
      await server.db.query(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and state = 'idle in transaction' and datname = current_database()`,
      )
    }
    const lost = await client.delete(path(id), keyed(key))
    expect(lost).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(lost.headers.get('retry-after')).toBe('2')
    expect(await effects(id)).toBe(0)
    effect = () => {}
    expect((await client.delete(path(id), keyed(key))).status).toBe(200)
    expect(await effects(id)).toBe(1)
  })

  it('repeats the committed response if the client never received the first one', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    const gone = new AbortController()
    effect = async () => {
      gone.abort()
      await sleep(50)
    }
    const cookie = await server.build.session(await server.build.user(await server.build.fleet()))
    const headers = { ...keyed(key), 'app-name': 'x', cookie: `authentication_token=${cookie}` }
    await fetch(`${server.url}/api/v4${path(id)}`, { method: 'DELETE', headers, signal: gone.signal }).catch(
      () => {},
    )
    const again = await server.client({ cookie: headers.cookie }).delete(path(id), keyed(key))
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await effects(id)).toBe(1)
  })

  it('asks to wait if the first copy takes longer than five seconds (409 in_progress)', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    effect = () => finished
    const first = client.delete(path(id), keyed(key))
    await vi.waitFor(() => expect(calls).toBe(1), 10_000)
    const copy = await client.delete(path(id), keyed(key))
    finish()
    expect(copy).toMatchObject({ status: 409, body: { code: 'in_progress', retry_after: 2 } })
    expect((await first).status).toBe(200)
    expect((await client.delete(path(id), keyed(key))).status).toBe(200)
    expect(await effects(id)).toBe(1)
  })

  it('checks the key before the revision: a repetition does not conflict with its own first success', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    effect = ({ count }) => {
      if (count > 1) throw new Problem('stale')
    }
    await client.delete(path(id), keyed(key))
    expect((await client.delete(path(id), keyed(key))).status).toBe(200)
  })

  it('requires the edited revision (428), and that rejection does not use up the key', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    const missing = await client.delete(path(id), { 'idempotency-key': key })
    expect(missing).toMatchObject({ status: 428, body: { code: 'precondition_missing' } })
    expect((await client.delete(path(id), keyed(key))).status).toBe(200)
  })

  it.each(['not-a-uuid', '""', '1234'])('refuses the malformed key %s', async (key) => {
    const response = await client.delete(path(randomUUID()), keyed(key))
    expect(response).toMatchObject({ status: 400, body: { code: 'idempotency_key_invalid' } })
  })
})

describe('a write without an Idempotency-Key', () => {
  it('is allowed only for clients that follow the specification, with or without If-Match', async () => {
    const id = randomUUID()
    let seen: number | null = 0
    effect = ({ ifMatch }) => {
      seen = ifMatch
    }
    expect((await client.delete(path(id))).status).toBe(200)
    expect(seen).toBeNull()
    expect((await client.delete(path(id), { 'if-match': '"7"' })).status).toBe(200)
    expect(seen).toBe(7)
    expect(await effects(id)).toBe(2)
  })
})

describe('a file with an Idempotency-Key', () => {
  const file = (text: string) => new Blob([text], { type: 'application/pdf' })
  const url = (id: string) => `/glovebox_documents/${id}`

  it('needs no revision, is compared by its bytes, and keeps its status when repeated', async () => {
    const [id, key] = [randomUUID(), { 'idempotency-key': randomUUID() }]
    const first = await client.put(url(id), file('%PDF one'), key)
    const again = await client.put(url(id), file('%PDF one'), key)
    const other = await client.put(url(id), file('%PDF two'), key)
    expect([first.status, again.status, other.status]).toEqual([201, 201, 422])
    expect(other.body.code).toBe('key_reused')
    expect(await effects(id)).toBe(1)
  })
})
