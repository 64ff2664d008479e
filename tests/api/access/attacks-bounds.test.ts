// Limits on what one user can fill or exhaust with normal use of the product (S-7, S-19).
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitConcurrency } from '#server/concurrency.ts'
import { sql } from '#server/db/sql.ts'
import { MailUnavailable } from '#server/integrations/mail/port.ts'
import { workers } from '#server/jobs/workers.ts'
import { HEARTBEAT_DEVICES_MAX } from '#server/limits.ts'
import { requestResetLink } from '#tests/support/captcha.ts'
import type { Client } from '#tests/support/client.ts'
import { aGloveboxItem, aHistory, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, aPdfOf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const ROOM = 60_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1, exposeMailbox: true, fleetStorageBytes: ROOM } })
})
afterAll(() => server.stop())

describe('storage of a fleet', () => {
  let owner: Client
  let vehicle: { id: number; fleetId: number }
  let service: { id: number }
  beforeAll(async () => {
    const fleet = await server.build.fleet()
    vehicle = await server.build.vehicle(fleet)
    service = await server.build.service()
    owner = await server.as(await server.build.user(fleet))
  })
  const path = '/glovebox_documents'
  async function announce(bytes: Buffer) {
    const line = manifestOf(bytes)
    const body = aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: [line] })
    expect((await owner.post('/glovebox_items', body)).status).toBe(201)
    return { document: line.id, item: body.glovebox_item.id }
  }

  it('ends at its quota, in one file or in parts; the entry itself is stored, and the same key works once there is room', async () => {
    const [first, second] = [aPdfOf(50_000), aPdfOf(20_000)]
    const announced = await announce(first)
    expect((await owner.put(`${path}/${announced.document}`, first, fileHeaders(first))).status).toBe(200)
    const late = await announce(second)
    const key = writeHeaders()
    const send = () => owner.put(`${path}/${late.document}`, second, { ...fileHeaders(second), ...key })
    const refused = await send()
    expect(refused).toMatchObject({ status: 422, body: { code: 'storage_full' } })
    const part = await owner.put(`${path}/${late.document}/parts/0`, second.subarray(0, 9000), {
      'content-type': 'application/pdf',
    })
    expect(part.body.code).toBe('storage_full')
    const form = new FormData()
    const given = { vehicle_id: vehicle.id, document_type: 'driver_license', document_number: 'D1' }
    for (const [name, value] of Object.entries(given)) form.set(`glovebox_item[${name}]`, String(value))
    form.set(
      'glovebox_item[glovebox_documents_attributes][0][document_url]',
      new File([second], 'a.pdf', { type: 'application/pdf' }),
    )
    expect((await owner.post('/glovebox_items', form)).body.code).toBe('storage_full')

    // Text does not count: an entry without files is still accepted.
    const entry = aHistory({ vehicle_id: vehicle.id }, service.id)
    expect((await owner.post('/manual_maintenance_histories', entry)).status).toBe(201)

    expect((await owner.delete(`/glovebox_items/${announced.item}`)).status).toBe(200)
    const mail = { leavesServer: false, deliver: async () => {} }
    await workers({ ...server.services, mail })['clean-up']({})
    expect((await send()).status).toBe(200)
  })

  it('counts the parts of unfinished files, which take no more space than whole files', async () => {
    const other = await server.build.fleet()
    const [client, van] = [await server.as(await server.build.user(other)), await server.build.vehicle(other)]
    const files = [aPdfOf(30_000), aPdfOf(30_001), aPdfOf(30_002)]
    const ids: string[] = []
    for (const bytes of files) {
      const line = manifestOf(bytes)
      const body = aGloveboxItem({ vehicle_id: van.id, glovebox_documents_attributes: [line] })
      expect((await client.post('/glovebox_items', body)).status).toBe(201)
      ids.push(line.id)
    }
    const part = (index: number, offset: number, end: number) =>
      client.put(`${path}/${ids[index]}/parts/${offset}`, files[index]?.subarray(offset, end), {
        'content-type': 'application/pdf',
      })
    // 29 kB of each of the two files. A third part would exceed the remaining quota.
    expect((await part(0, 0, 29_000)).status).toBe(200)
    expect((await part(1, 0, 29_000)).status).toBe(200)
    expect((await part(2, 0, 9_000)).body.code).toBe('storage_full')
    // Repeated parts and the rest of an accepted file are not counted twice.
    expect((await part(0, 0, 29_000)).status).toBe(200)
    expect((await part(0, 29_000, 30_000)).status).toBe(200)
    expect((await client.put(`${path}/${ids[0]}`)).status).toBe(200)
  })

  it('does not affect another fleet', async () => {
    const fleet = await server.build.fleet()
    const other = await server.as(await server.build.user(fleet))
    const bytes = aPdf('small')
    const line = manifestOf(bytes)
    const car = await server.build.vehicle(fleet)
    const body = aGloveboxItem({ vehicle_id: car.id, glovebox_documents_attributes: [line] })
    expect((await other.post('/glovebox_items', body)).status).toBe(201)
    expect((await other.put(`${path}/${line.id}`, bytes, fileHeaders(bytes))).status).toBe(200)
  })
})

it('limits concurrent image decoding, and asks the phone to retry when the queue is full', async () => {
  const inTurn = limitConcurrency({ running: 2, waiting: 3 })
  let [running, most] = [0, 0]
  const works = Array.from({ length: 9 }, () =>
    inTurn(async () => {
      most = Math.max(most, ++running)
      await sleep(20)
      running--
    }),
  )
  const results = await Promise.allSettled(works)
  expect(most).toBe(2)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4)
})

it('remembers a limited number of devices per user, keeping the latest', async () => {
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet)
  const client = await server.as(user)
  const colleague = await server.as(await server.build.user(fleet))
  const beat = { pending: 1, oldest_at: null, stuck: 0, app_version: '1', persisted: true, installed: true }
  const sendHeartbeat = (of: Client, device_id: string) =>
    of.post('/clients/heartbeat', { ...beat, device_id })
  await sendHeartbeat(colleague, randomUUID())
  for (let i = 0; i < HEARTBEAT_DEVICES_MAX + 8; i++) await sendHeartbeat(client, randomUUID())
  const last = randomUUID()
  await sendHeartbeat(client, last)
  const rows = await server.db.query<{ device_id: string }>(
    sql`select device_id from client_heartbeats where user_id = ${user.id}`,
  )
  expect(rows).toHaveLength(HEARTBEAT_DEVICES_MAX)
  expect(rows.map((row) => row.device_id)).toContain(last)
  const all = await server.db.query(sql`select 1 from client_heartbeats where fleet_id = ${fleet.id}`)
  expect(all).toHaveLength(HEARTBEAT_DEVICES_MAX + 1)
})

describe('while the mail server is down', () => {
  const requestsFor = (email: string) => {
    const client = server.client({
      'x-forwarded-for': `10.${60 + (++requestCount % 40)}.${requestCount % 250}.1`,
    })
    return {
      code: () => client.post('/sessions/send_otp', { email, password: 'correct horse battery' }),
      link: () => requestResetLink(client, email),
    }
  }
  let requestCount = 0

  it('reports immediately that no code or link can be sent, for every address alike, and accepts a retry after a minute', async () => {
    const user = await server.build.user(await server.build.fleet())
    expect((await requestsFor(user.email).code()).status).toBe(200)
    const down = {
      leavesServer: true,
      deliver: async () => {
        throw new MailUnavailable()
      },
    }
    const [first] = await server.db.query<{ id: string }>(
      sql`select id from mails where recipient = ${user.email}`,
    )
    await expect(workers({ ...server.services, mail: down }).mail({ id: first?.id ?? '' })).rejects.toThrow()

    const responses = [
      await requestsFor(user.email).code(),
      await requestsFor(user.email).link(),
      await requestsFor('nobody.here@example.com').link(),
    ]
    for (const response of responses)
      expect(response).toMatchObject({ status: 503, body: { code: 'mail_unavailable', retry_after: 60 } })
    const mails = await server.db.query(sql`select 1 from mails where recipient = ${user.email}`)
    expect(mails).toHaveLength(1)

    await server.db.query(sql`update mails set failed_at = failed_at - interval '61 seconds'`)
    expect((await requestsFor(user.email).code()).status).toBe(200)
  })

  it('a delivered email marks the server as up again; a rejected recipient does not', async () => {
    const user = await server.build.user(await server.build.fleet())
    await requestsFor(user.email).code()
    const [mail] = await server.db.query<{ id: string }>(
      sql`update mails set failed_at = now() where recipient = ${user.email} returning id`,
    )
    expect((await requestsFor(user.email).link()).status).toBe(503)
    const up = { leavesServer: true, deliver: async () => {} }
    await workers({ ...server.services, mail: up }).mail({ id: mail?.id ?? '' })
    expect((await requestsFor(user.email).link()).status).toBe(200)

    const refusing = {
      leavesServer: true,
      deliver: async () => {
        throw new Error('550 no such person')
      },
    }
    const [next] = await server.db.query<{ id: string }>(
      sql`select id from mails where recipient = ${user.email} and sent_at is null`,
    )
    await expect(
      workers({ ...server.services, mail: refusing }).mail({ id: next?.id ?? '' }),
    ).rejects.toThrow()
    expect((await requestsFor(user.email).code()).status).toBe(200)
  })
})

describe('an email with a code or a link (S-7)', () => {
  async function codeFor() {
    const user = await server.build.user(await server.build.fleet())
    const client = server.client({ 'x-forwarded-for': `10.77.${user.id % 250}.1` })
    await client.post('/sessions/send_otp', { email: user.email, password: user.password })
    await requestResetLink(client, user.email)
    return user
  }
  const mailsTo = (email: string) =>
    server.db.query<{ id: string; subject: string; text: string }>(
      sql`select id, subject, text from mails where recipient = ${email}`,
    )
  const deliverAll = async (email: string, leavesServer: boolean) => {
    const delivered: string[] = []
    const mail = { leavesServer, deliver: async ({ text }: { text: string }) => void delivered.push(text) }
    const jobs = workers({ ...server.services, mail })
    for (const { id } of await mailsTo(email)) await jobs.mail({ id })
    return delivered
  }
  /** All emails to this address that the table holds. */
  const mailTextsOf = async (email: string) =>
    (
      await server.db.query<{ text: string }>(
        sql`select subject || text || coalesce(html, '') as text from mails where recipient = ${email}`,
      )
    ).map(({ text }) => text)

  it('is erased from our table as soon as it has been sent', async () => {
    const user = await codeFor()
    expect(await deliverAll(user.email, true)).toHaveLength(2)
    expect(await mailTextsOf(user.email)).toEqual(['', ''])
    expect(await deliverAll(user.email, true)).toEqual([])
  })

  it('is erased with its HTML part: an invitation has its link in both', async () => {
    const owner = await server.as(await server.build.user(await server.build.fleet()))
    const email = 'invited.guest@example.com'
    await owner.post('/fleet_users', { firstName: 'Bea', lastName: 'Ortiz', email, roles: ['Driver'] })
    expect((await mailTextsOf(email)).join()).toContain('reset_password_token=')
    await deliverAll(email, true)
    expect(await mailTextsOf(email)).toEqual([''])
  })

  it('can be read in the local mailbox while its link works, and not an hour later', async () => {
    const user = await codeFor()
    await deliverAll(user.email, false)
    for (const { text } of await mailsTo(user.email)) expect(text).not.toBe('')
    await server.db.query(sql`update mails set secret_until = secret_until - interval '1 hour'`)
    const mail = { leavesServer: false, deliver: async () => {} }
    await workers({ ...server.services, mail })['clean-up']({})
    expect((await mailsTo(user.email)).map(({ subject, text }) => subject + text)).toEqual(['', ''])
  })

  it('is not delivered after its link has expired', async () => {
    const user = await codeFor()
    await server.db.query(
      sql`update mails set secret_until = now() - interval '1 second' where recipient = ${user.email}`,
    )
    expect(await deliverAll(user.email, true)).toEqual([])
  })
})
