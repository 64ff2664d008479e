import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aHistory, day, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('concurrent entries, edits, moves, files and deletions of two vehicles cause no error and no loss', async () => {
  const fleet = await server.build.fleet()
  const [first, second] = [await server.build.vehicle(fleet), await server.build.vehicle(fleet)]
  const service = await server.build.service()
  const client = await server.as(await server.build.user(fleet))
  const path = '/manual_maintenance_histories'
  const today = day(0).endsWith('-01-01') ? 0 : 1

  async function life(i: number): Promise<number[]> {
    const bytes = aPdf(`file ${i}`)
    const line = manifestOf(bytes)
    const given = {
      vehicle_id: (i % 2 ? first : second).id,
      odometer: 1000 + i,
      date_of_completion: day(-today),
    }
    const body = aHistory({ ...given, maintenance_documents_attributes: [line] }, service.id)
    const created = await client.post(path, body, writeHeaders())
    const moved = {
      ...body,
      vehicle_id: (i % 2 ? second : first).id,
      maintenance_documents_attributes: [{ id: line.id, _destroy: true }],
    }
    const send = () =>
      client.put(`/maintenance_documents/${line.id}`, bytes, { ...fileHeaders(bytes), ...writeHeaders() })
    const edit = () => client.put(`${path}/${body.id}`, moved, writeHeaders(randomUUID(), 1))
    const together = await Promise.all([send(), edit(), send(), client.post(path, body)])
    const end = i % 4 === 0 ? [await client.delete(`${path}/${body.id}`)] : []
    return [created, ...together, ...end].map((response) => response.status)
  }
  const statuses = (await Promise.all(Array.from({ length: 24 }, (_, i) => life(i)))).flat()
  expect(statuses.filter((status) => status >= 500)).toEqual([])

  const costs = await Promise.all(
    [first, second].map(async ({ id }) => (await client.get(`/vehicles/${id}`)).body.ytd_maintenance_cost),
  )
  const lists = await Promise.all(
    [first, second].map(async ({ id }) => (await client.get(`${path}?vehicle_id=${id}`)).body.total_count),
  )
  expect(lists[0] + lists[1]).toBe(18)
  expect(costs.map(Number)).toEqual(lists.map((count) => Math.round(count * 4990) / 100))
})
