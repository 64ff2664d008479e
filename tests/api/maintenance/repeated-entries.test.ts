// Responses to entries that had arrived before, because their first response was lost (docs/offline.md#reads).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { aGloveboxItem, aHistory, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const HISTORIES = '/manual_maintenance_histories'
const ITEMS = '/glovebox_items'
let server: TestServer
let owner: Client
let vehicle: { id: number }
let service: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  const fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet))
  vehicle = await server.build.vehicle(fleet)
  service = await server.build.service()
})
afterAll(() => server.stop())

const anItem = () => {
  const lines = [manifestOf(aPdf())]
  const body = aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: lines })
  return { id: String(body.glovebox_item.id), body }
}
const anEntry = () => {
  const body = aHistory({ vehicle_id: vehicle.id }, service.id)
  return { id: String(body.id), body }
}

it.each([
  ['a history entry', HISTORIES, anEntry],
  ['a glovebox item', ITEMS, anItem],
] as const)('say whether %s was deleted since, by its key and by its id', async (_what, path, made) => {
  const { id, body } = made()
  const key = writeHeaders(randomUUID())
  const deletedIn = async (headers: Record<string, string>) => {
    const { status, headers: sent } = await owner.post(path, body, headers)
    return [status, sent.get('x-wheelbook-deleted')]
  }
  expect(await deletedIn(key)).toEqual([201, null])
  expect(await deletedIn(key)).toEqual([201, 'false'])
  expect(await deletedIn(writeHeaders(randomUUID()))).toEqual([200, 'false'])
  expect((await owner.delete(`${path}/${id}`, writeHeaders(randomUUID(), 1))).status).toBe(200)
  expect(await deletedIn(key)).toEqual([201, 'true'])
  expect(await deletedIn(writeHeaders(randomUUID()))).toEqual([200, 'true'])
})
