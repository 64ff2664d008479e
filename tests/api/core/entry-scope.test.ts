// The owner of a queued entry (docs/offline.md row 19, OFF-046, ruling 25).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

it('refuses an entry that a device sends for one user under the session of another', async () => {
  const fleet = await server.build.fleet()
  const [mine, theirs] = [await server.build.user(fleet), await server.build.user(fleet)]
  const otherFleet = await server.build.fleet()
  const client = await server.as(mine)
  const scoped = (scope: string) => client.get('/sync', { 'x-wheelbook-scope': scope })
  expect((await scoped(`${fleet.id}:${mine.id}`)).status).toBe(200)
  for (const scope of [`${fleet.id}:${theirs.id}`, `${otherFleet.id}:${mine.id}`, '', 'nonsense']) {
    expect(await scoped(scope)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  }
})

it('stores nothing and caches no response under the key of such an entry', async () => {
  const fleet = await server.build.fleet()
  const [mine, theirs] = [await server.build.user(fleet), await server.build.user(fleet)]
  const vehicle = await server.build.vehicle(fleet)
  const service = await server.build.service()
  const [id, key] = [randomUUID(), randomUUID()]
  const body = {
    id,
    vehicle_id: vehicle.id,
    odometer: 5,
    date_of_completion: '2025-01-01',
    custom_shop_name: 'Corner Garage',
    vehicle_services: [{ service_definition_id: service.id, price: '5.00' }],
  }
  const headers = { 'idempotency-key': key, 'x-wheelbook-scope': `${fleet.id}:${mine.id}` }
  const asThem = await server.as(theirs)
  expect((await asThem.post('/manual_maintenance_histories', body, headers)).status).toBe(401)
  const asMe = await server.as(mine)
  expect((await asMe.get(`/manual_maintenance_histories/${id}`)).status).toBe(404)
  expect((await asMe.post('/manual_maintenance_histories', body, headers)).status).toBe(201)
})

it('rejects a call from a screen that shows another fleet or user than the session', async () => {
  const fleet = await server.build.fleet()
  const other = await server.build.fleet()
  const owner = await server.build.user(fleet)
  const client = await server.as(owner)
  const driver = (email: string) => ({ firstName: 'Ana', lastName: 'Ruiz', email, roles: ['Driver'] })
  const shown = (of: { id: number }) => ({ 'x-wheelbook-session': `${of.id}:${owner.id}` })
  expect(await client.post('/fleet_users', driver('one@shown.example'), shown(other))).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  })
  expect((await client.post('/fleet_users', driver('one@shown.example'), shown(fleet))).status).toBe(201)
  // Clients without the header, such as scripts.
  expect((await client.post('/fleet_users', driver('two@shown.example'))).status).toBe(201)
  // The calls by which the app learns and changes the session's fleet, and ends the session.
  expect(await client.get('/customers/me', shown(other))).toMatchObject({
    status: 200,
    body: { fleet_id: fleet.id },
  })
  const entered = await client.put('/fleet_users/impersonate_fleet', { fleet_id: fleet.id }, shown(other))
  expect(entered.status).toBe(200)
  expect((await client.delete('/shell_sessions', shown(other))).status).toBe(200)
})
