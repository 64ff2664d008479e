import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toForm } from '#src/offline/transport/form-fields.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

// A form sends each line end as CR LF; devices store and count LF.
const PATH = '/manual_maintenance_histories'
let server: TestServer
let owner: Awaited<ReturnType<TestServer['as']>>
let vehicle: { id: number }
let service: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  const fleet = await server.build.fleet()
  service = await server.build.service()
  vehicle = await server.build.vehicle(fleet)
  owner = await server.as(await server.build.user(fleet, { roles: ['Owner'] }))
})
afterAll(() => server.stop())

const anEntry = (customer_comments: string) =>
  aHistory({ vehicle_id: vehicle.id, customer_comments }, service.id)

describe('line breaks in the comments of an entry', () => {
  it('count once, and come back as they were entered', async () => {
    const comments = `${'a'.repeat(73)}\n\n${'b'.repeat(75)}`
    const sent = await owner.post(PATH, toForm(anEntry(comments)), writeHeaders())
    expect([sent.status, sent.body.customer_comments]).toEqual([201, comments])
    const tooLong = await owner.post(PATH, toForm(anEntry(`${comments}c`)), writeHeaders())
    expect([tooLong.status, tooLong.body.fields]).toEqual([422, { customer_comments: ['too_long'] }])
  })

  it('make no other entry of one that was stored with CR LF before, whether its response was lost or not', async () => {
    const key = randomUUID()
    const comments = 'Brakes: "C:\\new"\n\nTires'
    const entry = anEntry(comments)
    const earlier = { ...entry, customer_comments: comments.replaceAll('\n', '\r\n') }
    const stored = await owner.post(PATH, earlier, writeHeaders(key))
    expect([stored.status, stored.body.customer_comments]).toEqual([201, earlier.customer_comments])
    const again = await owner.post(PATH, toForm(entry), writeHeaders(key))
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    const withOtherKey = await owner.post(PATH, toForm(entry), writeHeaders())
    expect([withOtherKey.status, withOtherKey.body.id]).toEqual([200, entry.id])
    const other = { ...entry, customer_comments: comments.replace('\n\n', '\n') }
    expect((await owner.post(PATH, toForm(other), writeHeaders(key))).body.code).toBe('key_reused')
    expect((await owner.post(PATH, toForm(other), writeHeaders())).body.code).toBe('id_reused')
  })
})
