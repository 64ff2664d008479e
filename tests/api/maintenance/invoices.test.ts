import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { aJpeg, aPdf, aPdfOf, aPng, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const PATH = '/manual_maintenance_histories'
const FILES = '/maintenance_documents'
let server: TestServer
let vehicle: { id: number; fleetId: number }
let service: { id: number }
let owner: Client
let driver: Client
let otherDriver: Client

beforeAll(async () => {
  server = await startTestServer()
  const { build } = server
  const fleet = await build.fleet()
  const driverUser = await build.user(fleet, { roles: ['Driver'] })
  const secondUser = await build.user(fleet, { roles: ['Driver'] })
  vehicle = await build.vehicle(fleet, { drivers: [driverUser, secondUser] })
  service = await build.service()
  owner = await server.as(await build.user(fleet))
  driver = await server.as(driverUser)
  otherDriver = await server.as(secondUser)
})
afterAll(() => server.stop())

const entry = (lines: unknown[], given = {}) =>
  aHistory({ vehicle_id: vehicle.id, maintenance_documents_attributes: lines, ...given }, service.id)
/** Path of a document's bytes: its id and a suffix of its upload. */
async function storedPath(id: string): Promise<string> {
  const folder = join(server.dataFolder, 'files', String(vehicle.fleetId))
  return join(folder, (await readdir(folder)).find((name) => name.startsWith(id)) ?? 'not stored')
}

describe('an invoice that was announced with its entry', () => {
  it('is awaited, then stored, then opened byte for byte, and nothing in it can run (MHX-049)', async () => {
    const bytes = aPdf('first')
    const line = manifestOf(bytes, { file_name: 'Facture nº 1 "é".pdf' })
    const body = entry([line])
    const created = await driver.post(PATH, body, writeHeaders())
    expect(created.body).toMatchObject({
      attachments_missing: 1,
      maintenance_documents: [{ id: line.id, state: 'awaited' }],
    })
    expect((await owner.get(`${FILES}/${line.id}`)).status).toBe(404)

    const taken = await driver.put(`${FILES}/${line.id}`, bytes, { ...fileHeaders(bytes), ...writeHeaders() })
    expect(taken.status).toBe(200)
    expect(taken.body).toEqual({
      id: line.id,
      state: 'stored',
      sha256: line.sha256,
      byte_size: bytes.length,
      owner_id: body.id,
      vehicle_id: vehicle.id,
    })
    expect(await readFile(await storedPath(line.id))).toEqual(bytes)

    const shown = await owner.get(`${PATH}/${body.id}`)
    // Its own file's arrival must not make a driver's waiting edit stale.
    expect(shown.body).toMatchObject({ attachments_missing: 0, rev: 1 })
    const opened = await owner.get(shown.body.maintenance_documents[0].invoice_document_url.url)
    expect(Buffer.from(opened.body)).toEqual(bytes)
    expect(opened.headers.get('content-type')).toBe('application/pdf')
    expect(opened.headers.get('content-disposition')).toBe(
      `attachment; filename="Facture n_ 1 ___.pdf"; filename*=UTF-8''Facture%20n%C2%BA%201%20%22%C3%A9%22.pdf`,
    )
    expect(opened.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(opened.headers.get('x-content-type-options')).toBe('nosniff')
    expect(opened.headers.get('cache-control')).toMatch(/private/)
  })

  it('is stored once however often it is sent, also at once', async () => {
    const bytes = await aJpeg(10)
    const line = manifestOf(bytes, { file_name: 'a.jpg', content_type: 'image/jpeg' })
    await driver.post(PATH, entry([line]))
    const send = (headers = {}) =>
      driver.put(`${FILES}/${line.id}`, bytes, { ...fileHeaders(bytes, 'image/jpeg'), ...headers })
    const key = writeHeaders()
    const responses = await Promise.all([send(key), send(key), send(writeHeaders()), send(), send()])
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1)
    const left = await readdir(join(server.dataFolder, 'files', String(vehicle.fleetId)))
    expect(left.filter((name) => name.includes('partial'))).toEqual([])
    // The slower requests have stored it too, and remove their copies.
    const copies = async () => {
      const names = await readdir(join(server.dataFolder, 'files', String(vehicle.fleetId)))
      return names.filter((name) => name.startsWith(line.id)).length
    }
    await expect.poll(copies).toBe(1)
  })

  it('is requested again if it arrives corrupted, under the same key (digest_mismatch)', async () => {
    const bytes = aPdf('whole')
    const line = manifestOf(bytes)
    await driver.post(PATH, entry([line]))
    const key = writeHeaders()
    const broken = Buffer.from(bytes)
    broken[20] = broken[20]! ^ 1
    for (const [sent, headers] of [
      [broken, {}],
      [bytes.subarray(0, 40), {}],
      [bytes, fileHeaders(broken)],
    ] as const) {
      const response = await driver.put(`${FILES}/${line.id}`, sent, {
        'content-type': 'application/pdf',
        ...headers,
        ...key,
      })
      expect([response.status, response.body.code]).toEqual([422, 'digest_mismatch'])
    }
    expect((await driver.put(`${FILES}/${line.id}`, bytes, { ...fileHeaders(bytes), ...key })).status).toBe(
      200,
    )
  })

  it('is refused if it is not of the announced type', async () => {
    const bytes = await aPng()
    const line = manifestOf(bytes, { file_name: 'a.jpg', content_type: 'image/jpeg' })
    await driver.post(PATH, entry([line]))
    const response = await driver.put(`${FILES}/${line.id}`, bytes, fileHeaders(bytes, 'image/jpeg'))
    expect([response.status, response.body.code]).toEqual([422, 'file_type'])
    expect((await owner.get(`${FILES}/${line.id}`)).status).toBe(404)
  })

  it('is accepted from the user who made the entry and from users who may edit entries, not from another driver', async () => {
    const bytes = aPdf('whose')
    const line = manifestOf(bytes)
    await driver.post(PATH, entry([line]))
    expect((await otherDriver.put(`${FILES}/${line.id}`, bytes, fileHeaders(bytes))).status).toBe(403)
    expect((await owner.put(`${FILES}/${line.id}`, bytes, fileHeaders(bytes))).status).toBe(200)
  })

  it('is refused if its entry was deleted meanwhile (gone)', async () => {
    const bytes = aPdf('late')
    const line = manifestOf(bytes)
    const body = entry([line])
    await driver.post(PATH, body)
    await owner.delete(`${PATH}/${body.id}`)
    const response = await driver.put(`${FILES}/${line.id}`, bytes, fileHeaders(bytes))
    expect([response.status, response.body.code]).toEqual([410, 'gone'])
  })

  it('may have 4,999,999 bytes, and not one more (MHX-018)', async () => {
    const bytes = aPdfOf(4_999_999)
    const line = manifestOf(bytes)
    expect((await owner.post(PATH, entry([line]))).status).toBe(201)
    expect((await owner.put(`${FILES}/${line.id}`, bytes, fileHeaders(bytes))).status).toBe(200)
    const refused = await owner.post(PATH, entry([{ ...manifestOf(bytes), byte_size: 5_000_000 }]))
    expect(refused.body.fields).toEqual({ 'maintenance_documents_attributes.0.byte_size': ['file_size'] })
  })
})

describe('the files of an entry', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => manifestOf(aPdf(String(i)), { file_name: `${i}.pdf` }))

  it.each([
    ['six (MHX-019, MHX-020)', () => lines(6), 'max_files'],
    [
      'two of one name (MHX-021)',
      () => [...lines(1), { ...lines(1)[0], id: randomUUID(), file_name: '0.PDF' }],
      'duplicate_file',
    ],
    [
      'one that is named as no allowed type (MHX-017)',
      () => [{ ...lines(1)[0], file_name: 'page.html' }],
      'file_type',
    ],
  ])('are rejected if there are %s', async (_what, make, code) => {
    const response = await owner.post(PATH, entry(make()))
    expect(response.body.fields).toEqual({ maintenance_documents_attributes: [code] })
  })

  it('are added and destroyed by an edit, the others stay (MHX-027)', async () => {
    const [first, second] = lines(2)
    const body = entry([first, second])
    await owner.post(PATH, body)
    const added = manifestOf(aPdf('new'), { file_name: 'new.pdf' })
    const edit = { ...body, maintenance_documents_attributes: [{ id: first!.id, _destroy: true }, added] }
    const edited = await owner.put(`${PATH}/${body.id}`, edit)
    const names = edited.body.maintenance_documents.map((d: { file_name: string }) => d.file_name)
    expect(names).toEqual(['1.pdf', 'new.pdf'])
    // The same edit again, from a client without keys, changes nothing more.
    expect((await owner.put(`${PATH}/${body.id}`, edit)).status).toBe(200)
    const unknown = { ...body, maintenance_documents_attributes: [{ id: randomUUID(), _destroy: true }] }
    expect((await owner.put(`${PATH}/${body.id}`, unknown)).body.fields).toEqual({
      maintenance_documents_attributes: ['unknown'],
    })
  })

  it('cannot use the id of a document of another entry or fleet', async () => {
    const [line] = lines(1)
    await owner.post(PATH, entry([line]))
    const response = await owner.post(PATH, entry([line]))
    expect([response.status, response.body.code]).toEqual([409, 'id_reused'])
    expect((await owner.get(`${PATH}/${response.body.id}`)).status).toBe(422)
  })
})

describe('the specification’s multipart form (MHX-023)', () => {
  async function form(files: [string, Uint8Array<ArrayBuffer>][], fields: Record<string, string> = {}) {
    const data = new FormData()
    const all = {
      vehicle_id: String(vehicle.id),
      custom_shop_name: 'Corner Garage',
      odometer: '51200',
      date_of_completion: '2026-01-15',
      with_manual_history: 'true',
      'vehicle_services[0][service_definition_id]': String(service.id),
      'vehicle_services[0][price]': '49.90',
      'vehicle_services[0][service_miles]': '51200',
      ...fields,
    }
    for (const [name, value] of Object.entries(all)) data.set(name, value)
    files.forEach(([name, bytes], i) => {
      data.set(`maintenance_documents_attributes[${i}][invoice_document_url]`, new File([bytes], name))
    })
    return data
  }

  it('is accepted with its files, and creates the same entry as the same data in JSON', async () => {
    const id = randomUUID()
    const jpeg = await aJpeg(33)
    const sent = await owner.post(
      PATH,
      await form(
        [
          ['one.pdf', aPdf('one')],
          ['two.jpg', jpeg],
        ],
        { id },
      ),
    )
    expect(sent.status).toBe(201)
    expect(sent.body.maintenance_documents).toMatchObject([
      { file_name: 'one.pdf', content_type: 'application/pdf', state: 'stored' },
      { file_name: 'two.jpg', content_type: 'image/jpeg', state: 'stored' },
    ])
    const opened = await owner.get(sent.body.maintenance_documents[1].invoice_document_url.url)
    expect(Buffer.from(opened.body)).toEqual(jpeg)
    expect(opened.headers.get('content-disposition')).toMatch(/^inline/)
    const again = await owner.post(
      PATH,
      await form(
        [
          ['one.pdf', aPdf('one')],
          ['two.jpg', jpeg],
        ],
        { id },
      ),
    )
    expect([again.status, again.body.id]).toEqual([200, id])

    const plain = randomUUID()
    const asForm = await owner.post(PATH, await form([], { id: plain }))
    const duplicate = aHistory(
      { vehicle_id: vehicle.id, id: plain, odometer: 51_200, date_of_completion: '2026-01-15' },
      service.id,
    )
    duplicate.vehicle_services = [
      { service_definition_id: service.id, price: '49.90', service_miles: 51_200 },
    ] as never
    const asJson = await owner.post(PATH, duplicate)
    expect([asForm.status, asJson.status]).toEqual([201, 200])
    expect(asJson.body).toEqual(asForm.body)
  })

  it('destroys a document on update by id and flag, which are text there (MHX-027)', async () => {
    const created = await owner.post(PATH, await form([['one.pdf', aPdf('x')]]))
    const { id, maintenance_documents } = created.body
    const data = await form([], {
      'maintenance_documents_attributes[0][id]': maintenance_documents[0].id,
      'maintenance_documents_attributes[0][_destroy]': 'true',
    })
    const updated = await owner.put(`${PATH}/${id}`, data)
    expect([updated.status, updated.body.maintenance_documents]).toEqual([200, []])
  })

  it.each([
    ['a gif called jpg', 'photo.jpg', () => Buffer.from('GIF89a\u0001\u0000\u0001\u0000;'), 'file_type'],
    ['a page called pdf', 'bill.pdf', () => Buffer.from('<html><script>alert(1)</script>'), 'file_type'],
    ['5,000,000 bytes', 'big.pdf', () => aPdfOf(5_000_000), 'file_size'],
  ])('rejects %s and stores nothing', async (_what, name, make, code) => {
    const before = await readdir(join(server.dataFolder, 'files', String(vehicle.fleetId)))
    const response = await owner.post(PATH, await form([[name, make() as Buffer<ArrayBuffer>]]))
    expect(response.status).toBe(422)
    expect(response.body.fields).toEqual({
      'maintenance_documents_attributes.0.invoice_document_url': [code],
    })
    expect(await readdir(join(server.dataFolder, 'files', String(vehicle.fleetId)))).toEqual(before)
  })
})
