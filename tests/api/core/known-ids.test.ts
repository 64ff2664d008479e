import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { can, ROLES, type Role } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import { aGloveboxItem, aHistory, day, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const HISTORIES = '/manual_maintenance_histories'
const GLOVEBOX = '/glovebox_items'
let server: TestServer
let fleet: { id: number }
let service: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  service = await server.build.service()
})
afterAll(() => server.stop())

/** A user of a role with a visible vehicle, who created an entry and a document before. */
async function whoHasEntered(role: Role) {
  const user = await server.build.user(fleet, { roles: [role] })
  const vehicle = await server.build.vehicle(fleet, { drivers: [user] })
  const client = await server.as(user)
  const entry = aHistory({ vehicle_id: vehicle.id, po_number: 'FIRST' }, service.id)
  const item = aGloveboxItem({ vehicle_id: vehicle.id, document_number: 'FIRST' })
  return { client, user, vehicle, entry, item }
}

const numberOf = async (id: string) =>
  (
    await server.db.query<{ po_number: string; rev: number }>(
      sql`select po_number, rev from manual_maintenance_histories where id = ${id}`,
    )
  )[0]

const roles = ROLES.filter((role) => can({ roles: [role] }, 'history.create'))

describe.each(roles)('an id that is known, for %s', (role) => {
  it('never replaces another entry: the first stays unchanged, and the second needs an id of its own', async () => {
    const { client, entry } = await whoHasEntered(role)
    const first = await client.post(HISTORIES, entry, writeHeaders())
    // Some roles have no fleet here. They cannot create entries, so they cannot overwrite any.
    if (first.status !== 201) return expect(await numberOf(entry.id)).toBeUndefined()
    const other = { ...entry, po_number: 'SECOND' }
    for (const headers of [writeHeaders(), writeHeaders(randomUUID(), 1), {}]) {
      const refused = await client.post(HISTORIES, other, headers)
      expect([refused.status, refused.body.code]).toEqual([409, 'id_reused'])
    }
    expect(await numberOf(entry.id)).toEqual({ po_number: 'FIRST', rev: 1 })
    expect((await client.post(HISTORIES, entry, writeHeaders())).status).toBe(200)
    const own = { ...other, id: randomUUID() }
    expect((await client.post(HISTORIES, own, writeHeaders())).status).toBe(201)
  })

  it('is never another document', async () => {
    const { client, item } = await whoHasEntered(role)
    const first = await client.post(GLOVEBOX, item, writeHeaders())
    if (first.status !== 201) return
    const other = { glovebox_item: { ...item.glovebox_item, document_number: 'SECOND' } }
    const refused = await client.post(GLOVEBOX, other, writeHeaders())
    expect([refused.status, refused.body.code]).toEqual([409, 'id_reused'])
    const shown = await client.get(`${GLOVEBOX}?vehicleId=${item.glovebox_item.vehicle_id}`)
    expect(JSON.stringify(shown.body)).not.toContain('SECOND')
  })
})

it('of an entry that was edited or deleted since is refused for another entry, and changes nothing', async () => {
  const { client, entry } = await whoHasEntered('Owner')
  await client.post(HISTORIES, entry, writeHeaders())
  await client.put(
    `${HISTORIES}/${entry.id}`,
    { ...entry, po_number: 'EDITED' },
    writeHeaders(randomUUID(), 1),
  )
  const second = await client.post(HISTORIES, { ...entry, po_number: 'SECOND' }, writeHeaders())
  expect(second.body.code).toBe('id_reused')
  expect(await numberOf(entry.id)).toEqual({ po_number: 'EDITED', rev: 2 })
  await client.delete(`${HISTORIES}/${entry.id}`, writeHeaders(randomUUID(), 2))
  expect((await client.post(HISTORIES, { ...entry, po_number: 'THIRD' }, writeHeaders())).body.code).toBe(
    'id_reused',
  )
})

it('of a colleague’s invisible entry is refused without revealing it', async () => {
  const { client, entry } = await whoHasEntered('Owner')
  await client.post(HISTORIES, entry, writeHeaders())
  const driver = await whoHasEntered('Driver')
  const taken = { ...driver.entry, id: entry.id, po_number: 'SECOND' }
  const refused = await driver.client.post(HISTORIES, taken, writeHeaders())
  expect([refused.status, refused.body.code]).toEqual([409, 'id_reused'])
  expect(JSON.stringify(refused.body)).not.toContain('FIRST')
  expect(await numberOf(entry.id)).toEqual({ po_number: 'FIRST', rev: 1 })
})

it('of a document that another entry announced is refused, and the entry is not partially stored', async () => {
  const { client, entry, vehicle } = await whoHasEntered('Owner')
  const file = manifestOf(aPdf(), { file_name: 'invoice.pdf' })
  await client.post(HISTORIES, { ...entry, maintenance_documents_attributes: [file] }, writeHeaders())
  const second = aHistory({ vehicle_id: vehicle.id, maintenance_documents_attributes: [file] }, service.id)
  const refused = await client.post(HISTORIES, second, writeHeaders())
  expect([refused.status, refused.body.code]).toEqual([409, 'id_reused'])
  expect(await numberOf(second.id)).toBeUndefined()
})

it('an edit without a revision is refused for a client that uses idempotency keys', async () => {
  const { client, entry } = await whoHasEntered('Owner')
  await client.post(HISTORIES, entry, writeHeaders())
  const edit = await client.put(`${HISTORIES}/${entry.id}`, { ...entry, po_number: 'SECOND' }, writeHeaders())
  expect([edit.status, edit.body.code]).toEqual([428, 'precondition_missing'])
  expect(await numberOf(entry.id)).toEqual({ po_number: 'FIRST', rev: 1 })
})

it('the action that voided a reading is not repeated with another reason', async () => {
  const { client, vehicle } = await whoHasEntered('Owner')
  const path = `/vehicles/${vehicle.id}/odometer_readings`
  const reading = { id: randomUUID(), value: 100, read_on: day(0) }
  await client.post(path, reading, writeHeaders())
  const act = { id: randomUUID(), reason: 'typo' }
  expect((await client.post(`${path}/${reading.id}/void`, act, writeHeaders())).status).toBe(200)
  expect((await client.post(`${path}/${reading.id}/void`, act, writeHeaders())).status).toBe(200)
  const other = await client.post(
    `${path}/${reading.id}/void`,
    { ...act, reason: 'wrong_vehicle' },
    writeHeaders(),
  )
  expect([other.status, other.body.code]).toEqual([409, 'already_void'])
})
