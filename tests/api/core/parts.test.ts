// Files that are uploaded in parts (docs/offline.md row 28).
import { createHash, randomBytes, randomUUID, type UUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { PART_BYTES } from '#domain/core/limits.ts'
import { sql } from '#server/db/sql.ts'
import { removeStaleParts } from '#server/jobs/file-janitor.ts'
import type { Client } from '#tests/support/client.ts'
import { aGloveboxItem, aHistory, writeHeaders } from '#tests/support/entries.ts'
import { startFakeS3 } from '#tests/support/fake-s3.ts'
import { aPdf, manifestOf, reprDigestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

type Bytes = Buffer<ArrayBuffer>
let server: TestServer
let owner: Client
let ownersCookie: string
let fleet: { id: number }
let vehicle: { id: number; fleetId: number }
let service: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  vehicle = await server.build.vehicle(fleet)
  service = await server.build.service()
  ownersCookie = `authentication_token=${await server.build.session(await server.build.user(fleet))}`
  owner = server.client({ cookie: ownersCookie })
})
afterAll(() => server.stop())

const aLargePdf = (size = 1_300_000) =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n<<>>stream\n'),
    randomBytes(size - 38),
    Buffer.from('\nendstream\n%%EOF\n'),
  ]) as unknown as Bytes

const KINDS = {
  invoice: {
    path: '/maintenance_documents',
    announce: (line: object) =>
      owner.post(
        '/manual_maintenance_histories',
        aHistory({ vehicle_id: vehicle.id, maintenance_documents_attributes: [line] }, service.id),
      ),
  },
  document: {
    path: '/glovebox_documents',
    announce: (line: object) =>
      owner.post(
        '/glovebox_items',
        aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: [line] }),
      ),
  },
}

/** A file that is announced and not sent. */
async function announced(bytes = aLargePdf(), kindName: keyof typeof KINDS = 'invoice') {
  const kind = KINDS[kindName]
  const line = manifestOf(bytes)
  expect((await kind.announce(line)).status).toBe(201)
  const path = `${kind.path}/${line.id}`
  return {
    id: line.id,
    bytes,
    path,
    part: (offset: number, sent: Bytes, by = owner, headers = {}) =>
      by.put(`${path}/parts/${offset}`, sent, { ...partHeaders(sent), ...headers }),
    status: (by = owner) => by.put(`${path}/parts/0`),
    finish: (by = owner, headers = {}) =>
      by.put(path, new Uint8Array(), {
        'content-type': 'application/pdf',
        'repr-digest': reprDigestOf(bytes),
        ...headers,
      }),
    opened: () => owner.get(path),
  }
}
const partHeaders = (bytes: Uint8Array) => ({
  'content-type': 'application/octet-stream',
  'content-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
})
const partsOf = (bytes: Bytes) =>
  Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, i) => ({
    offset: i * PART_BYTES,
    part: bytes.subarray(i * PART_BYTES, (i + 1) * PART_BYTES) as Bytes,
  }))
const staged = async () =>
  (await server.db.query<{ id: string }>(sql`select distinct document_id as id from upload_parts`)).map(
    ({ id }) => id,
  )

describe.each(['invoice', 'document'] as const)('%s in parts', (kindName) => {
  it('arrives part by part, is completed by a call without bytes, and opens byte for byte', async () => {
    const file = await announced(aLargePdf(), kindName)
    for (const { offset, part } of partsOf(file.bytes)) {
      expect((await file.status()).body.offset).toBe(offset)
      const response = await file.part(offset, part)
      expect(response).toMatchObject({
        status: 200,
        body: { state: 'awaited', offset: offset + part.length, byte_size: file.bytes.length },
      })
    }
    expect((await file.opened()).status).toBe(404)
    expect(await file.finish()).toMatchObject({ status: 200, body: { id: file.id, state: 'stored' } })
    expect(Buffer.from((await file.opened()).body).equals(file.bytes)).toBe(true)
    expect(await staged()).not.toContain(file.id)
  })

  it('gets the same response again under its key if the final response was lost', async () => {
    const file = await announced(aLargePdf(), kindName)
    const key = writeHeaders(randomUUID() as UUID)
    for (const { offset, part } of partsOf(file.bytes)) await file.part(offset, part, owner, key)
    const first = await file.finish(owner, key)
    const again = await file.finish(owner, key)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await file.finish()).status).toBe(200)
    expect((await file.status()).body).toMatchObject({ state: 'stored', offset: file.bytes.length })
  })
})

describe('a part', () => {
  it('after a gap is refused with the offset to continue from, and so is the end of a file with a gap', async () => {
    const file = await announced()
    const [first, second] = partsOf(file.bytes)
    expect(await file.finish()).toMatchObject({ status: 409, body: { code: 'wrong_offset', offset: 0 } })
    await file.part(0, first!.part)
    const gap = await file.part(PART_BYTES + 1, second!.part)
    expect(gap).toMatchObject({ status: 409, body: { code: 'wrong_offset', offset: PART_BYTES } })
    const key = writeHeaders(randomUUID() as UUID)
    expect((await file.finish(owner, key)).body).toMatchObject({ code: 'wrong_offset', offset: PART_BYTES })
    for (const { offset, part } of partsOf(file.bytes).slice(1)) await file.part(offset, part)
    // The rejection was not cached under the key, because it was not a response to the file.
    expect((await file.finish(owner, key)).status).toBe(200)
  })

  it('that is repeated or overlaps stored bytes adds only what is new', async () => {
    const file = await announced()
    const [first] = partsOf(file.bytes)
    await file.part(0, first!.part)
    expect((await file.part(0, first!.part)).body.offset).toBe(PART_BYTES)
    const overlapping = file.bytes.subarray(PART_BYTES - 1000, PART_BYTES + 1000) as Bytes
    expect((await file.part(PART_BYTES - 1000, overlapping)).body.offset).toBe(PART_BYTES + 1000)
    for (let at = PART_BYTES + 1000; at < file.bytes.length; at += PART_BYTES)
      await file.part(at, file.bytes.subarray(at, at + PART_BYTES) as Bytes)
    expect((await file.finish()).status).toBe(200)
    expect(Buffer.from((await file.opened()).body).equals(file.bytes)).toBe(true)
  })

  it('whose bytes do not match its digest is not stored', async () => {
    const file = await announced()
    const [first] = partsOf(file.bytes)
    const broken = await file.part(0, first!.part, owner, partHeaders(aPdf('other')))
    expect(broken).toMatchObject({ status: 422, body: { code: 'digest_mismatch' } })
    expect((await file.status()).body.offset).toBe(0)
  })

  it('that is larger than a part, or exceeds the file, is refused and not stored', async () => {
    const file = await announced()
    expect((await file.part(0, file.bytes.subarray(0, PART_BYTES + 1) as Bytes)).status).toBe(413)
    const small = await announced(aPdf('small'))
    expect((await small.part(0, Buffer.concat([small.bytes, Buffer.from('more')]) as Bytes)).status).toBe(413)
    expect([(await file.status()).body.offset, (await small.status()).body.offset]).toEqual([0, 0])
  })

  it.each(['-1', '1.5', 'abc', '99999999999999999999'])('at offset %s is refused', async (offset) => {
    const file = await announced(aPdf(offset))
    expect(
      (await owner.put(`${file.path}/parts/${offset}`, file.bytes, partHeaders(file.bytes))).status,
    ).toBe(422)
  })

  it('needs the header that other sites cannot send, and the session that it was entered under', async () => {
    const file = await announced()
    const [first] = partsOf(file.bytes)
    expect((await file.part(0, first!.part, owner, { 'app-name': '' })).status).toBe(403)
    expect((await file.part(0, first!.part, owner, { 'x-wheelbook-scope': '99999:1' })).status).toBe(401)
    expect((await file.part(0, first!.part, server.client())).status).toBe(401)
  })
})

describe('parts of one file', () => {
  it('are private to each sender: no one else sees, corrupts or finishes them', async () => {
    const file = await announced()
    const colleague = await server.as(await server.build.user(fleet))
    const stranger = await server.as(await server.build.user(await server.build.fleet()))
    const [first, ...rest] = partsOf(file.bytes)
    const wrong = Buffer.alloc(PART_BYTES) as Bytes
    await file.part(0, first!.part)
    expect((await file.part(0, wrong, colleague)).body.offset).toBe(PART_BYTES)
    expect((await file.part(0, wrong, stranger)).status).toBe(404)
    expect((await file.finish(stranger)).status).toBe(404)
    for (const { offset, part } of rest) await file.part(offset, part)
    expect((await file.finish(colleague)).body).toMatchObject({ code: 'wrong_offset', offset: PART_BYTES })
    expect((await file.finish()).status).toBe(200)
    expect(Buffer.from((await file.opened()).body).equals(file.bytes)).toBe(true)
  })

  it('that do not match the announced file are dropped, and it can be sent again from the start', async () => {
    const file = await announced()
    for (const { offset, part } of partsOf(Buffer.from(file.bytes).fill(0, 700_000, 700_010) as Bytes))
      await file.part(offset, part)
    expect(await file.finish()).toMatchObject({ status: 422, body: { code: 'digest_mismatch' } })
    expect((await file.status()).body.offset).toBe(0)
    for (const { offset, part } of partsOf(file.bytes)) await file.part(offset, part)
    expect((await file.finish()).status).toBe(200)
  })

  it('cannot form a file of an unsupported kind (S-19)', async () => {
    const page = Buffer.alloc(1_200_000, '<html><script>alert(1)</script>') as Bytes
    const file = await announced(page)
    for (const { offset, part } of partsOf(page)) await file.part(offset, part)
    expect(await file.finish()).toMatchObject({ status: 422, body: { code: 'file_type' } })
    expect(await staged()).not.toContain(file.id)
  })

  it('are refused for a deleted entry', async () => {
    const file = await announced()
    await file.part(0, partsOf(file.bytes)[0]!.part)
    const { rows } = await server.db.pool.query('select history_id from documents where id = $1', [file.id])
    await owner.delete(`/manual_maintenance_histories/${rows[0].history_id}`)
    expect((await file.part(PART_BYTES, partsOf(file.bytes)[1]!.part)).status).toBe(410)
    expect((await file.finish()).status).toBe(410)
  })

  it('are refused once the user may no longer send them, but a file that was completed keeps its response (OFF-061)', async () => {
    const user = await server.build.user(fleet)
    const sender = await server.as(user)
    const [complete, begun] = [await announced(), await announced()]
    const queued = { ...writeHeaders(randomUUID() as UUID), 'x-op-version': '1' }
    for (const { offset, part } of partsOf(complete.bytes)) await complete.part(offset, part, sender)
    await begun.part(0, partsOf(begun.bytes)[0]!.part, sender)
    const first = await complete.finish(sender, queued)
    expect(first.status).toBe(200)
    // A Driver without a vehicle.
    await server.db.query(sql`update users set roles = '{Driver}' where id = ${user.id}`)
    for (const file of [complete, begun]) expect((await file.status(sender)).status).toBe(404)
    const other = { ...writeHeaders(randomUUID() as UUID), 'x-op-version': '1' }
    expect((await begun.finish(sender, other)).status).toBe(404)
    const again = await complete.finish(sender, queued)
    expect(again).toMatchObject({ status: 200, body: first.body })
    const { rows } = await server.db.pool.query('select history_id from documents where id = $1', [
      complete.id,
    ])
    await owner.delete(`/manual_maintenance_histories/${rows[0].history_id}`)
    expect((await complete.status()).status).toBe(410)
    expect(await complete.finish(sender, queued)).toMatchObject({ status: 200, body: first.body })
  })

  it('form one whole file if two runners send them at the same time', async () => {
    const file = await announced(aLargePdf(2_000_000))
    const runner = async () => {
      for (let offset = 0; offset < file.bytes.length; ) {
        const response = await file.part(offset, file.bytes.subarray(offset, offset + PART_BYTES) as Bytes)
        expect(response.status).toBe(200)
        offset = response.body.offset
      }
      return file.finish()
    }
    const ends = await Promise.all([runner(), runner(), runner()])
    expect(ends.map((end) => end.status)).toEqual([200, 200, 200])
    expect(Buffer.from((await file.opened()).body).equals(file.bytes)).toBe(true)
  })

  it('survive a restart of the server that stored them', async () => {
    const file = await announced()
    const [first, ...rest] = partsOf(file.bytes)
    await file.part(0, first!.part)
    const next = await startTestServer({
      databaseUrl: server.databaseUrl,
      config: { dataFolder: server.dataFolder },
    })
    try {
      const user = await next.build.user(fleet)
      expect((await file.status(await next.as(user))).body.offset).toBe(0)
      const same = next.client({ cookie: ownersCookie })
      expect((await file.status(same)).body.offset).toBe(PART_BYTES)
      for (const { offset, part } of rest) await file.part(offset, part, same)
      expect((await file.finish(same)).status).toBe(200)
      expect(Buffer.from((await file.opened()).body).equals(file.bytes)).toBe(true)
    } finally {
      await next.stop()
    }
  })

  it('are removed after a week without progress, and others stay', async () => {
    const [left, going] = [await announced(), await announced()]
    for (const file of [left, going]) await file.part(0, partsOf(file.bytes)[0]!.part)
    await server.db.query(sql`
      update upload_parts set stored_at = now() - interval '8 days' where document_id = ${left.id}`)
    expect(await removeStaleParts(server.db, new Date())).toBe(1)
    expect([(await left.status()).body.offset, (await going.status()).body.offset]).toEqual([0, PART_BYTES])
  })
})

const withBucket = (endpoint: string, accessKeyId = 'test') =>
  startTestServer({
    databaseUrl: server.databaseUrl,
    config: {
      s3: {
        bucket: 'documents',
        region: 'us-east-1',
        endpoint,
        credentials: { accessKeyId, secretAccessKey: 'test' },
      },
    },
  })

it('arrive by two servers that share a database and a file store but no folder', async () => {
  const s3 = await startFakeS3('documents')
  const servers = await Promise.all([1, 2].map(() => withBucket(s3.endpoint)))
  onTestFinished(async () => {
    await Promise.all(servers.map((each) => each.stop()))
    await s3.stop()
  })
  const [first, second] = servers.map((each) => each.client({ cookie: ownersCookie }))
  if (!first || !second) throw new Error('There are two servers.')
  const file = await announced()
  for (const [i, { offset, part }] of partsOf(file.bytes).entries()) {
    const by = i % 2 ? second : first
    expect((await file.part(offset, part, by)).body).toMatchObject({ offset: offset + part.length })
  }
  expect((await file.finish(second)).status).toBe(200)
  expect(Buffer.from((await first.get(file.path)).body).equals(file.bytes)).toBe(true)
})

it('open and arrive on every server while the access key of the file store is replaced, and after', async () => {
  const s3 = await startFakeS3('documents')
  s3.accepted.add('first').add('second')
  const servers = await Promise.all(['first', 'second'].map((key) => withBucket(s3.endpoint, key)))
  onTestFinished(async () => {
    await Promise.all(servers.map((each) => each.stop()))
    await s3.stop()
  })
  const [before, restarted] = servers.map((each) => each.client({ cookie: ownersCookie }))
  if (!before || !restarted) throw new Error('There are two servers.')
  async function sent(by: Client) {
    const file = await announced(aLargePdf(1000))
    for (const { offset, part } of partsOf(file.bytes)) await file.part(offset, part, by)
    expect((await file.finish(by)).status).toBe(200)
    return file
  }
  const files = [await sent(before), await sent(restarted)]
  for (const by of [before, restarted])
    for (const { path, bytes } of files)
      expect(Buffer.from((await by.get(path)).body).equals(bytes)).toBe(true)
  s3.accepted.delete('first')
  files.push(await sent(restarted))
  for (const { path, bytes } of files)
    expect(Buffer.from((await restarted.get(path)).body).equals(bytes)).toBe(true)
  expect((await before.get(files[0]!.path)).status).toBe(503)
})
