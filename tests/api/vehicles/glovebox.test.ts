import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { aGloveboxItem, day, writeHeaders } from '#tests/support/entries.ts'
import { aJpeg, aPdf, aPdfOf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const PATH = '/glovebox_items'
const FILES = '/glovebox_documents'
let server: TestServer
let vehicle: { id: number; fleetId: number }
let owner: Client
let driver: Client
/** Runs once, before the file store responds that it stored the next file. */
let duringPut = async (_key: string) => {}

beforeAll(async () => {
  server = await startTestServer({
    files: (store) => ({
      ...store,
      async put(key, ...sent) {
        const change = duringPut
        duringPut = async () => {}
        await store.put(key, ...sent)
        await change(key)
      },
    }),
  })
  const fleet = await server.build.fleet({ timeZone: 'America/Los_Angeles' })
  const driverUser = await server.build.user(fleet, { roles: ['Driver'] })
  vehicle = await server.build.vehicle(fleet, { drivers: [driverUser] })
  owner = await server.as(await server.build.user(fleet))
  driver = await server.as(driverUser)
})
afterAll(() => server.stop())

const announce = (bytes = aPdf(randomUUID())) => manifestOf(bytes, { file_name: 'scan.pdf' })
const gloveboxItem = (given: Record<string, unknown> = {}) =>
  aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: [announce()], ...given })

describe('a document of the glovebox', () => {
  it('is stored with its type, number, dates and file (GLV-025, GLV-026, GLV-029)', async () => {
    const bytes = await aJpeg(50)
    const line = manifestOf(bytes, { file_name: 'license.jpg', content_type: 'image/jpeg' })
    const body = gloveboxItem({ glovebox_documents_attributes: [line] })
    const created = await driver.post(PATH, body, writeHeaders())
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      document_type: 'driver_license',
      document_number: 'D-1234567',
      state_id: 'OH',
      rev: 1,
    })
    expect(Math.abs(created.body.expires_in_days - 365)).toBeLessThanOrEqual(1)
    const taken = await driver.put(`${FILES}/${line.id}`, bytes, {
      ...fileHeaders(bytes, 'image/jpeg'),
      ...writeHeaders(),
    })
    expect(taken.body).toMatchObject({ state: 'stored', owner_id: body.glovebox_item.id })
    const listed = await owner.get(`${PATH}?vehicleId=${vehicle.id}`)
    const item = listed.body.glovebox_items.find((i: { id: string }) => i.id === body.glovebox_item.id)
    const opened = await owner.get(item.glovebox_documents.at(-1).document_url.url)
    expect(Buffer.from(opened.body)).toEqual(bytes)
    expect(opened.headers.get('content-disposition')).toMatch(/^inline; filename="license.jpg"/)
  })

  it.each([
    [
      'an expiration that is past everywhere (GLV-012)',
      { expiration_date: day(-2) },
      'expiration_date',
      'past',
    ],
    ['a number with a space (GLV-011)', { document_number: 'A 1' }, 'document_number', 'no_spaces'],
    [
      'an insurer on a license (GLV-026)',
      { insurance_name: 'Harbor Mutual' },
      'insurance_name',
      'not_for_type',
    ],
    ['a title on a license (GLV-027)', { document_title: 'My license' }, 'document_title', 'not_for_type'],
    ['a state that does not exist', { state_id: 'ZZ' }, 'state_id', 'state_id'],
    ['no file (GLV-013)', { glovebox_documents_attributes: [] }, 'glovebox_documents_attributes', 'required'],
  ])('is rejected with %s', async (_what, given, field, code) => {
    const response = await owner.post(PATH, gloveboxItem(given))
    expect(response.status).toBe(422)
    expect(response.body.fields).toEqual({ [`glovebox_item.${field}`]: [code] })
  })

  it('may have 9,999,999 bytes, and not one more (GLV-008)', async () => {
    const bytes = aPdfOf(9_999_999)
    const line = manifestOf(bytes)
    expect((await owner.post(PATH, gloveboxItem({ glovebox_documents_attributes: [line] }))).status).toBe(201)
    expect((await owner.put(`${FILES}/${line.id}`, bytes, fileHeaders(bytes))).status).toBe(200)
    const tooBig = { ...announce(), byte_size: 10_000_000 }
    const response = await owner.post(PATH, gloveboxItem({ glovebox_documents_attributes: [tooBig] }))
    expect(response.body.fields).toEqual({
      'glovebox_item.glovebox_documents_attributes.0.byte_size': ['file_size'],
    })
  })

  it('that was entered offline before it expired is accepted after (GLV-012, OFF-014)', async () => {
    const entered_at = new Date(Date.now() - 5 * 86_400_000).toISOString()
    expect((await driver.post(PATH, gloveboxItem({ expiration_date: day(-3), entered_at }))).status).toBe(201)
    const future = new Date(Date.now() + 86_400_000).toISOString()
    expect(
      (await driver.post(PATH, gloveboxItem({ expiration_date: day(0), entered_at: future }))).status,
    ).toBe(201)
  })

  it('is one item however often it arrives, and stays deleted (OFF-016, OFF-018)', async () => {
    const body = gloveboxItem()
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => driver.post(PATH, body, writeHeaders())),
    )
    expect(responses.map((a) => a.status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    const changed = { glovebox_item: { ...body.glovebox_item, document_number: 'Other' } }
    expect((await driver.post(PATH, changed)).body.code).toBe('id_reused')
    await driver.delete(`${PATH}/${body.glovebox_item.id}`, writeHeaders(randomUUID(), 1))
    expect((await driver.post(PATH, body)).status).toBe(200)
    const listed = await owner.get(`${PATH}?vehicleId=${vehicle.id}`)
    expect(JSON.stringify(listed.body)).not.toContain(body.glovebox_item.id)
  })
})

describe('replacing a file', () => {
  it('stores the new one as the current one and destroys the old one (GLV-004, GLV-028, GLV-030)', async () => {
    const old = announce()
    const body = gloveboxItem({ glovebox_documents_attributes: [old] })
    await driver.post(PATH, body)
    const fresh = announce()
    const id = body.glovebox_item.id
    const lines = [fresh, { id: old.id, _destroy: true }]
    const edit = { glovebox_item: { ...body.glovebox_item, glovebox_documents_attributes: lines } }
    const replaced = await driver.put(`${PATH}/${id}`, edit, writeHeaders(randomUUID(), 1))
    expect(replaced.body.glovebox_documents.map((d: { id: string }) => d.id)).toEqual([fresh.id])
    const stale = await driver.put(`${PATH}/${id}`, edit, writeHeaders(randomUUID(), 1))
    expect([stale.status, stale.body.current.rev]).toEqual([412, 2])
    expect(stale.body.changed).toMatchObject({ by: expect.stringMatching(/^Ada /), is_own: true })
    const byOther = await owner.delete(`${PATH}/${id}`, writeHeaders(randomUUID(), 1))
    expect([byOther.status, byOther.body.changed.is_own]).toEqual([412, false])
    const none = { ...edit.glovebox_item, glovebox_documents_attributes: [{ id: fresh.id, _destroy: true }] }
    expect((await driver.put(`${PATH}/${id}`, { glovebox_item: none })).status).toBe(422)
  })

  it("works with the specification's form, with the old id and its flag in line 1 (GLV-004, GLV-025)", async () => {
    const form = (fields: Record<string, string>, bytes: Uint8Array<ArrayBuffer>) => {
      const data = new FormData()
      const all = {
        vehicle_id: String(vehicle.id),
        document_type: 'other',
        document_title: 'Permit',
        document_number: 'P1',
        expiration_date: day(90),
        ...fields,
      }
      for (const [name, value] of Object.entries(all)) data.set(`glovebox_item[${name}]`, value)
      data.set(
        'glovebox_item[glovebox_documents_attributes][0][document_url]',
        new File([bytes], 'permit.pdf'),
      )
      return data
    }
    const created = await owner.post(PATH, form({}, aPdf('old')))
    expect([created.status, created.body.document_title]).toEqual([201, 'Permit'])
    const [old] = created.body.glovebox_documents
    const data = form({}, aPdf('new'))
    data.set('glovebox_item[glovebox_documents_attributes][1][id]', old.id)
    data.set('glovebox_item[glovebox_documents_attributes][1][_destroy]', 'true')
    const replaced = await owner.put(`${PATH}/${created.body.id}`, data)
    expect(replaced.status).toBe(200)
    expect(replaced.body.glovebox_documents).toHaveLength(1)
    const opened = await owner.get(replaced.body.glovebox_documents[0].document_url.url)
    expect(Buffer.from(opened.body)).toEqual(aPdf('new'))
    expect((await owner.get(`${FILES}/${old.id}`)).status).toBe(410)
  })

  it('is the same item as a form and as JSON', async () => {
    const id = randomUUID()
    const file = announce()
    const fields = {
      id,
      vehicle_id: vehicle.id,
      document_type: 'registration',
      state_id: 'OH',
      document_number: 'R1',
    }
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(`glovebox_item[${name}]`, String(value))
    for (const [name, value] of Object.entries(file))
      data.set(`glovebox_item[glovebox_documents_attributes][0][${name}]`, String(value))
    const asForm = await owner.post(PATH, data)
    const asJson = await owner.post(PATH, {
      glovebox_item: { ...fields, glovebox_documents_attributes: [file] },
    })
    expect([asForm.status, asJson.status]).toEqual([201, 200])
    expect(asJson.body).toEqual(asForm.body)
  })
})

describe('a user who becomes a driver while the file store takes their file (ACC-137)', () => {
  it.each([
    ['of the vehicle, may not send it', true, 403],
    ['of no vehicle, does not find its document', false, 404],
  ])('%s', async (_, isAssigned, status) => {
    const user = await server.build.user({ id: vehicle.fleetId })
    const client = await server.as(user)
    const { id } = await server.build.vehicle({ id: vehicle.fleetId }, { drivers: isAssigned ? [user] : [] })
    const bytes = aPdf(randomUUID())
    const line = manifestOf(bytes)
    const insurance = {
      document_type: 'vehicle_insurance',
      insurance_name: 'Harbor Mutual',
      state_id: undefined,
    }
    const body = gloveboxItem({ ...insurance, vehicle_id: id, glovebox_documents_attributes: [line] })
    expect((await client.post(PATH, body)).status).toBe(201)
    const stored: string[] = []
    duringPut = async (key) => {
      stored.push(key)
      await server.db.query(sql`update users set roles = '{Driver}' where id = ${user.id}`)
    }
    const send = (by: Client) => by.put(`${FILES}/${line.id}`, bytes, fileHeaders(bytes))
    expect((await send(client)).status).toBe(status)
    await expect.poll(() => server.services.files.get(stored[0] ?? 'none')).toBeNull()
    expect((await owner.get(`${FILES}/${line.id}`)).status).toBe(404)
    expect((await send(owner)).status).toBe(200)
  })
})

describe('a user who is only a driver (GLV-015)', () => {
  it('adds, changes and deletes driver licenses, and no other document', async () => {
    const insurance = gloveboxItem({
      document_type: 'vehicle_insurance',
      insurance_name: 'Harbor Mutual',
      state_id: undefined,
    })
    expect((await driver.post(PATH, insurance)).status).toBe(403)
    expect((await owner.post(PATH, insurance)).status).toBe(201)
    const id = insurance.glovebox_item.id
    expect((await driver.put(`${PATH}/${id}`, gloveboxItem())).status).toBe(403)
    expect((await driver.delete(`${PATH}/${id}`)).status).toBe(403)
    const line = (insurance.glovebox_item as unknown as { glovebox_documents_attributes: { id: string }[] })
      .glovebox_documents_attributes[0]!
    const bytes = aPdf('x')
    const response = await driver.put(`${FILES}/${line.id}`, bytes, { 'content-type': 'application/pdf' })
    expect(response.status).toBeGreaterThanOrEqual(400)
    const license = gloveboxItem()
    await driver.post(PATH, license)
    const turned = {
      glovebox_item: {
        ...license.glovebox_item,
        document_type: 'registration',
        glovebox_documents_attributes: [],
      },
    }
    expect((await driver.put(`${PATH}/${license.glovebox_item.id}`, turned)).status).toBe(403)
  })
})
