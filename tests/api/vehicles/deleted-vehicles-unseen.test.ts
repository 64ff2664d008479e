import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { aGloveboxItem, aHistory, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, manifestOf } from '#tests/support/files.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { settled } from '#tests/support/settled.ts'
import { vinOf } from '#tests/support/vins.ts'
import { aWorld, CASES, callsOfContract, send } from '../core/samples.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('no read call shows a deleted vehicle, except the list of deleted ones and the audit trail', async () => {
  const serviceId = (await server.build.service()).id
  const world = await aWorld(server, serviceId, 'stays-5c1e')
  const { fleet } = world
  const MARK = 'gone-8d2b'
  const mine = await server.as(await server.build.user(fleet))
  const vehicle = await server.build.vehicle(fleet, { name: MARK, vin: vinOf() })
  const entry = aHistory({ vehicle_id: vehicle.id, po_number: MARK }, serviceId)
  const files = { glovebox_documents_attributes: [manifestOf(aPdf())] }
  const item = aGloveboxItem({ vehicle_id: vehicle.id, document_number: MARK, ...files })
  expect((await mine.post('/manual_maintenance_histories', entry, writeHeaders())).status).toBe(201)
  expect((await mine.post('/glovebox_items', item, writeHeaders())).status).toBe(201)
  await anOpenOrder(server.db, vehicle, { status: 'cancel', poNumber: MARK })
  await server.db.query(
    sql`update shop_orders set appointment_datetime = now() - interval '1 day' where vehicle_id = ${vehicle.id}`,
  )
  const reads = callsOfContract().filter(
    ({ name, method, meta }) =>
      method === 'GET' &&
      meta.access !== 'shop' &&
      name !== 'users.audit' &&
      !name.startsWith('deletedVehicles.'),
  )
  const seeing = async () => {
    const found: string[] = []
    for (const { name } of reads) {
      const response = await send(mine, await CASES[name]!.sample(world.assigned))
      const text = Buffer.isBuffer(response.body) ? response.body.toString() : JSON.stringify(response.body)
      if (text?.includes(MARK)) found.push(name)
    }
    return found
  }
  await settled(server.db)
  // Otherwise the list below would be empty for another reason.
  expect(await seeing()).toEqual(expect.arrayContaining(['sync.pull', 'vehicles.all', 'vehicles.list']))
  const { rev } = (await mine.get(`/vehicles/${vehicle.id}`)).body
  await mine.delete(`/vehicles/${vehicle.id}`, writeHeaders(randomUUID(), rev))
  await settled(server.db)
  expect(await seeing()).toEqual([])
  const direct = [
    `/vehicles/${vehicle.id}`,
    `/manual_maintenance_histories/${entry.id}`,
    `/vehicles/${vehicle.id}/odometer_readings`,
  ]
  for (const path of direct) expect((await mine.get(path)).status, path).toBe(404)
})
