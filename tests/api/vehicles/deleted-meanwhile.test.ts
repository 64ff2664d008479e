import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { aGloveboxItem, aHistory, day, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

let server: TestServer
let fleet: Awaited<ReturnType<TestServer['build']['fleet']>>
let owner: Client
const errors: string[] = []

beforeAll(async () => {
  server = await startTestServer({
    logTo: (line) => void (JSON.parse(line).level >= 50 && errors.push(line)),
  })
  fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet))
})
afterAll(() => server.stop())

it.each<[string, (vehicleId: number) => Promise<{ status: number; body: { code: string } }>]>([
  [
    'a reading',
    (id) => owner.post(`/vehicles/${id}/odometer_readings`, { value: 5, read_on: day() }, writeHeaders()),
  ],
  [
    'a document',
    (id) => {
      const files = { glovebox_documents_attributes: [manifestOf(aPdf())] }
      return owner.post('/glovebox_items', aGloveboxItem({ vehicle_id: id, ...files }), writeHeaders())
    },
  ],
  [
    'a history',
    async (id) => {
      const service = await server.build.service()
      return owner.post(
        '/manual_maintenance_histories',
        aHistory({ vehicle_id: id }, service.id),
        writeHeaders(),
      )
    },
  ],
  ['a change', (id) => owner.put(`/vehicles/${id}`, { other_id: 'A' }, writeHeaders(undefined, 1))],
])(
  'VEH-056: %s that comes while its vehicle is being deleted is refused as one that comes after',
  async (_what, write) => {
    const { id } = await server.build.vehicle(fleet)
    const response = await server.db.system(async (tx) => {
      await tx.query(sql`delete from vehicles where id = ${id}`)
      const written = write(id)
      await untilBlocked(server.db)
      return { written }
    })
    expect(await response.written).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(errors).toEqual([])
  },
)
