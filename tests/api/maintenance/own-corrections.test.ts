// Corrections of entries by drivers who entered them (MHX-033, ruling 36).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { IDEMPOTENCY_KEEP_DAYS } from '#server/limits.ts'
import type { Client } from '#tests/support/client.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const PATH = '/manual_maintenance_histories'
let server: TestServer
let vehicle: { id: number }
let service: { id: number }
let author: Client
let otherDriver: Client
let owner: Client
let elsewhere: Client

beforeAll(async () => {
  server = await startTestServer()
  const { build } = server
  const fleet = await build.fleet()
  const [first, second] = [
    await build.user(fleet, { roles: ['Driver'] }),
    await build.user(fleet, { roles: ['Driver'] }),
  ]
  vehicle = await build.vehicle(fleet, { drivers: [first, second] })
  service = await build.service()
  author = await server.as(first)
  otherDriver = await server.as(second)
  owner = await server.as(await build.user(fleet))
  const otherFleet = await build.fleet()
  elsewhere = await server.as(await build.user(otherFleet, { roles: ['Driver'] }))
})
afterAll(() => server.stop())

async function anEntry(given: Record<string, unknown> = {}) {
  const body = aHistory({ vehicle_id: vehicle.id, ...given }, service.id)
  expect((await author.post(PATH, body)).status).toBe(201)
  return { body, path: `${PATH}/${body.id}` }
}

const ageEntry = (id: string, days: number) =>
  server.db.query(sql`
    update manual_maintenance_histories set created_at = now() - make_interval(days => ${days}) where id = ${id}`)

const refused = async (request: ReturnType<Client['get']>) => {
  const { status, body } = await request
  return [status, body.code]
}

it('a driver corrects an entry of their own more than once, then deletes it', async () => {
  const { body, path } = await anEntry()
  for (const [index, odometer] of [51_210, 51_220].entries()) {
    const changed = await author.put(path, { ...body, odometer }, writeHeaders(randomUUID(), index + 1))
    expect([changed.status, changed.body.odometer]).toEqual([200, odometer])
  }
  expect((await author.delete(path, writeHeaders(randomUUID(), 3))).status).toBe(200)
  expect((await author.delete(path)).status).toBe(200)
  expect((await author.get(path)).status).toBe(410)
})

it('a correction adds and removes invoices', async () => {
  const [old, added] = [aPdf('old'), aPdf('added')]
  const [oldLine, addedLine] = [manifestOf(old), manifestOf(added)]
  const { body, path } = await anEntry({ maintenance_documents_attributes: [oldLine] })
  const lines = [{ id: oldLine.id, _destroy: true }, addedLine]
  const changed = await author.put(path, { ...body, maintenance_documents_attributes: lines })
  expect(changed.status).toBe(200)
  const file = `/maintenance_documents/${addedLine.id}`
  expect((await author.put(file, added, fileHeaders(added))).status).toBe(200)
  expect((await author.get(path)).body).toMatchObject({
    attachments_missing: 0,
    maintenance_documents: [{ id: addedLine.id }],
  })
})

it('another driver of the vehicle may not', async () => {
  const { body, path } = await anEntry()
  expect(await refused(otherDriver.put(path, body))).toEqual([403, 'not_allowed'])
  expect(await refused(otherDriver.delete(path))).toEqual([403, 'not_allowed'])
})

it('the driver may not once someone else has changed the entry', async () => {
  const { body, path } = await anEntry()
  expect((await owner.put(path, { ...body, odometer: 51_250 })).status).toBe(200)
  expect(await refused(author.put(path, body, writeHeaders(randomUUID(), 1)))).toEqual([403, 'not_allowed'])
  expect(await refused(author.delete(path, writeHeaders(randomUUID(), 1)))).toEqual([403, 'not_allowed'])
  expect((await author.get(path)).body.odometer).toBe(51_250)
})

it('the driver may for as long as idempotency keys are stored', async () => {
  const { body, path } = await anEntry()
  await ageEntry(body.id, IDEMPOTENCY_KEEP_DAYS - 1)
  expect((await author.put(path, body)).status).toBe(200)
  await ageEntry(body.id, IDEMPOTENCY_KEEP_DAYS + 1)
  expect(await refused(author.put(path, body))).toEqual([403, 'not_allowed'])
  expect(await refused(author.delete(path))).toEqual([403, 'not_allowed'])
  expect((await owner.put(path, body)).status).toBe(200)
})

it('the entry does not exist for drivers of another fleet', async () => {
  const { body, path } = await anEntry()
  expect(await refused(elsewhere.put(path, body))).toEqual([404, 'not_found'])
  expect(await refused(elsewhere.delete(path))).toEqual([404, 'not_found'])
})

it('the driver may not once the vehicle is no longer assigned to them', async () => {
  const { build } = server
  const fleet = await build.fleet()
  const user = await build.user(fleet, { roles: ['Driver'] })
  const van = await build.vehicle(fleet, { drivers: [user] })
  const driver = await server.as(user)
  const body = aHistory({ vehicle_id: van.id }, service.id)
  expect((await driver.post(PATH, body)).status).toBe(201)
  await server.db.query(sql`delete from vehicle_drivers where vehicle_id = ${van.id}`)
  expect(await refused(driver.put(`${PATH}/${body.id}`, body))).toEqual([404, 'not_found'])
  expect(await refused(driver.delete(`${PATH}/${body.id}`))).toEqual([404, 'not_found'])
})
