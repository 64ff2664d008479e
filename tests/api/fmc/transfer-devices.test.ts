import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { aGloveboxItem, aHistory, day, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { settled } from '#tests/support/settled.ts'
import { aCompany, aFullVehicle, type Company, transfer } from '#tests/support/transfers.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'
import { aPhone, drain, historyFields, openApp } from '#tests/unit/offline/device.ts'

let server: TestServer
let company: Company
let serviceId: number

beforeAll(async () => {
  server = await startTestServer()
  company = await aCompany(server)
  serviceId = (await server.build.service()).id
})
afterAll(() => server.stop())

const move = (vehicle: { id: number }) =>
  transfer(company.fmc, { vehicles: [vehicle], from: company.old, to: company.destination })

type Device = Map<string, unknown>

/** Pulls changes as a device does. @returns the cursor after them */
async function pull(client: Client, device: Device, cursor?: string): Promise<string> {
  await settled(server.db)
  const { status, body } = await client.get(`/sync${cursor ? `?cursor=${cursor}` : ''}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  for (const change of body.changes) {
    if (change.deleted) device.delete(`${change.type} ${change.id}`)
    else device.set(`${change.type} ${change.id}`, change.data)
  }
  return body.hasMore ? pull(client, device, body.next) : body.next
}
/** What a device stores of a vehicle, by type. */
const localRowsOf = (device: Device, vehicleId: number) =>
  [...device]
    .filter(
      ([key, data]) =>
        key === `vehicle ${vehicleId}` || (data as { vehicle_id?: number }).vehicle_id === vehicleId,
    )
    .map(([key]) => key.split(' ')[0])
    .sort()

describe('devices of both fleets', () => {
  it('remove the vehicle with all its data in one fleet, add it in the other, and the same on the way back', async () => {
    const { old, destination } = company
    const vehicle = await aFullVehicle(server, company, serviceId)
    const here: Device = new Map()
    const there: Device = new Map()
    let [atHere, atThere] = [await pull(old.asOwner, here), await pull(destination.asOwner, there)]
    const whole = localRowsOf(here, vehicle.id)
    expect(whole).toEqual(
      expect.arrayContaining([
        'glovebox_item',
        'manual_history',
        'order_history',
        'schedule',
        'telematics',
        'vehicle',
      ]),
    )
    await move(vehicle)
    atHere = await pull(old.asOwner, here, atHere)
    atThere = await pull(destination.asOwner, there, atThere)
    expect(localRowsOf(here, vehicle.id)).toEqual([])
    expect(localRowsOf(there, vehicle.id)).toEqual(
      expect.arrayContaining(['glovebox_item', 'manual_history', 'schedule', 'telematics', 'vehicle']),
    )
    await transfer(company.fmc, { vehicles: [vehicle], from: destination, to: old })
    await pull(old.asOwner, here, atHere)
    await pull(destination.asOwner, there, atThere)
    expect(localRowsOf(here, vehicle.id)).toEqual(whole)
    expect(localRowsOf(there, vehicle.id)).toEqual([])
    const fresh: Device = new Map()
    await pull(old.asOwner, fresh)
    expect(localRowsOf(fresh, vehicle.id)).toEqual(whole)
  })

  it('make the driver in the old fleet resync, without the vehicle', async () => {
    const { old } = company
    const vehicle = await server.build.vehicle(old, { drivers: [old.driver] })
    const driver = await server.as(old.driver)
    const device: Device = new Map()
    const at = await pull(driver, device)
    await move(vehicle)
    expect((await driver.get(`/sync?cursor=${at}`)).body.code).toBe('resync')
    const fresh: Device = new Map()
    await pull(driver, fresh)
    expect(localRowsOf(fresh, vehicle.id)).toEqual([])
  })
})

describe('an entry that was queued on a phone while its vehicle was transferred', () => {
  /** Headers of a device's outbox in a fleet. */
  const outbox = (user: { id: number }, key = randomUUID(), rev?: number) => ({
    ...writeHeaders(key, rev),
    'x-wheelbook-scope': `${company.old.id}:${user.id}`,
  })

  it('follows the vehicle with its file if the user may act for the new fleet, once for each key', async () => {
    const { destination, user, fmc } = company
    const vehicle = await server.build.vehicle(company.old)
    await move(vehicle)
    const file = aPdf('late')
    const manifest = manifestOf(file)
    const body = {
      ...aHistory({ vehicle_id: vehicle.id }, serviceId),
      maintenance_documents_attributes: [manifest],
    }
    const key = randomUUID()
    const sent = [
      await fmc.post('/manual_maintenance_histories', body, outbox(user, key)),
      await fmc.post('/manual_maintenance_histories', body, outbox(user, key)),
    ]
    expect(sent.map(({ status }) => status)).toEqual([201, 201])
    expect(sent[1]?.headers.get('idempotency-replayed')).toBe('true')
    const put = await fmc.put(`/maintenance_documents/${manifest.id}`, file, {
      ...outbox(user),
      ...fileHeaders(file),
    })
    expect(put.status).toBe(200)
    const seen = await destination.asOwner.get(`/maintenance_documents/${manifest.id}`)
    expect(Buffer.from(seen.body).equals(file)).toBe(true)
    const rows = await server.db.query<{ fleet_id: number }>(
      sql`select fleet_id from manual_maintenance_histories where vehicle_id = ${vehicle.id}`,
    )
    expect(rows).toEqual([{ fleet_id: destination.id }])
  })

  it('leaves the local copies of the old fleet, also if the response is repeated', async () => {
    const { user, old, destination } = company
    const vehicle = await aFullVehicle(server, company, serviceId)
    const cookie = `authentication_token=${await server.build.session({ ...user, fleetId: old.id })}`
    const isLost = { next: false }
    const fetchAsUser: typeof fetch = async (input, init) => {
      const response = await fetch(input, { ...init, headers: { ...(init?.headers as object), cookie } })
      if (!isLost.next || init?.method === undefined || init.method === 'GET') return response
      isLost.next = false
      throw new TypeError('the response was lost')
    }
    const app = await openApp(aPhone(), {
      tenantId: old.id,
      userId: user.id,
      baseUrl: server.url,
      fetch: fetchAsUser,
    })
    const localRow = app.cache.history(vehicle.historyId)
    await expect
      .poll(async () => {
        await app.cache.refresh()
        return localRow.current()
      })
      .toBeDefined()
    await move(vehicle)
    const id = randomUUID()
    const payload = historyFields({
      vehicle_id: vehicle.id,
      po_number: 'late',
      vehicle_services: [{ service_definition_id: serviceId, price: '49.90' }],
    })
    isLost.next = true
    await app.outbox.enqueue({ kind: 'history.create', id, payload, files: [] })
    const basis = (await localRow.current())?.basis ?? { rev: 1, opId: null }
    await app.outbox.enqueue({
      kind: 'history.update',
      id: vehicle.historyId,
      basis,
      payload,
      files: [],
      removedFileIds: [],
    })
    app.outbox.start()
    expect(await drain(app.outbox)).toBe('empty')
    expect(await app.outbox.status.current()).toMatchObject({ waiting: 0, needsYou: 0 })
    expect([await app.cache.history(id).current(), await localRow.current()]).toEqual([undefined, undefined])
    for (const each of [id, vehicle.historyId])
      expect((await destination.asOwner.get(`/manual_maintenance_histories/${each}`)).body.po_number).toBe(
        'late',
      )
    app.close()
  })

  it('follows with edits, deletions, documents, readings, marks and snoozes', async () => {
    const { user, fmc, destination } = company
    const vehicle = await aFullVehicle(server, company, serviceId)
    await move(vehicle)
    const edit = aHistory({ vehicle_id: vehicle.id, id: vehicle.historyId, po_number: 'late' }, serviceId)
    const put = (path: string, body: unknown, rev?: number) =>
      fmc.put(path, body, outbox(user, randomUUID(), rev))
    const post = (path: string, body: unknown) => fmc.post(path, body, outbox(user))
    const { id: _id, ...fields } = edit
    const responses = [
      await put(`/manual_maintenance_histories/${vehicle.historyId}`, fields, 1),
      await post(
        '/glovebox_items',
        aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: [manifestOf(aPdf())] }),
      ),
      await post(`/vehicles/${vehicle.id}/odometer_readings`, {
        id: randomUUID(),
        value: 52_000,
        read_on: day(),
      }),
      await post(`/vehicles/${vehicle.id}/vehicle_reminders/snooze_reminder`, { snooze: '4 weeks' }),
      await put('/vehicles/update_is_completed', {
        vehicle_id: vehicle.id,
        service_id: serviceId,
        is_completed: true,
      }),
      await fmc.delete(`/glovebox_items/${vehicle.gloveboxItemId}`, outbox(user, randomUUID(), 1)),
    ]
    expect(
      responses.map(({ status, body }) => (status < 300 ? 'ok' : `${status} ${JSON.stringify(body)}`)),
    ).toEqual(responses.map(() => 'ok'))
    const seen = await destination.asOwner.get(`/manual_maintenance_histories?vehicle_id=${vehicle.id}`)
    expect(seen.body.manual_maintenance_histories[0]).toMatchObject({ po_number: 'late' })
  })

  it('follows over two transfers, and for a user with fuel-card accounts as well', async () => {
    const account = await server.build.account()
    const fleets = []
    for (let i = 0; i < 3; i++)
      fleets.push(
        await server.build.fleet({
          affiliationId: company.affiliation.id,
          ...(i !== 1 && { accountId: account.id }),
        }),
      )
    const [first, second, third] = fleets as [(typeof fleets)[0], (typeof fleets)[0], (typeof fleets)[0]]
    const owner = await server.build.user(first, { accounts: [account] })
    const vehicle = await server.build.vehicle(first)
    const body = aHistory({ vehicle_id: vehicle.id }, serviceId)
    const headers = { ...writeHeaders(), 'x-wheelbook-scope': `${first.id}:${owner.id}` }
    const client = await server.as(owner)
    await transfer(company.fmc, { vehicles: [vehicle], from: first, to: second })
    expect((await client.post('/manual_maintenance_histories', body, headers)).status).toBe(404)
    await transfer(company.fmc, { vehicles: [vehicle], from: second, to: third })
    const again = { ...headers, ...writeHeaders() }
    expect((await client.post('/manual_maintenance_histories', body, again)).status).toBe(201)
  })

  it('is not found for everyone else, and writes nothing: owner, driver, and users of another company', async () => {
    const { old } = company
    const vehicle = await aFullVehicle(server, company, serviceId)
    await move(vehicle)
    const stranger = await server.build.user(old, {
      roles: ['Manager'],
      affiliationId: (await server.build.affiliation()).id,
    })
    const before = await server.db.query(
      sql`select * from manual_maintenance_histories where vehicle_id = ${vehicle.id}`,
    )
    for (const user of [old.owner, old.driver, stranger]) {
      const client = await server.as(user)
      const body = aHistory({ vehicle_id: vehicle.id }, serviceId)
      expect((await client.post('/manual_maintenance_histories', body, outbox(user))).status).toBe(404)
      const { id: _id, ...fields } = body
      const edited = await client.put(
        `/manual_maintenance_histories/${vehicle.historyId}`,
        fields,
        outbox(user, randomUUID(), 1),
      )
      expect([403, 404]).toContain(edited.status)
    }
    const after = await server.db.query(
      sql`select * from manual_maintenance_histories where vehicle_id = ${vehicle.id}`,
    )
    expect(after).toEqual(before)
  })

  it('keeps the response that it got before the transfer', async () => {
    const { user, fmc, old } = company
    const vehicle = await server.build.vehicle(old)
    const body = aHistory({ vehicle_id: vehicle.id }, serviceId)
    const headers = outbox(user)
    expect((await fmc.post('/manual_maintenance_histories', body, headers)).status).toBe(201)
    await move(vehicle)
    const again = await fmc.post('/manual_maintenance_histories', body, headers)
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const [count] = await server.db.query<{ n: number }>(
      sql`select count(*) as n from manual_maintenance_histories where vehicle_id = ${vehicle.id}`,
    )
    expect(count?.n).toBe(1)
  })

  it('keeps the response that it got in the new fleet when the vehicle has come back', async () => {
    const { user, fmc, old, destination } = company
    const vehicle = await server.build.vehicle(old)
    const reading = { id: randomUUID(), value: 52_000, read_on: day() }
    const headers = outbox(user)
    const send = () => fmc.post(`/vehicles/${vehicle.id}/odometer_readings`, reading, headers)
    await move(vehicle)
    expect((await send()).status).toBe(201)
    // Else the phone, which checks its receipts once a day, would send the entry again without its deleted files.
    const sent = headers['idempotency-key'].replaceAll('"', '')
    expect((await fmc.post('/sync/receipts', { ids: [sent] })).body).toEqual({ missing: [] })
    await transfer(company.fmc, { vehicles: [vehicle], from: destination, to: old })
    const again = await send()
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  /** Claims a key for a fleet in a transaction that is open, so that a write waits after its fleet was chosen. */
  const claimKey = (tx: Transaction, fleet: { id: number }, key: string) =>
    tx.query(sql`
      insert into idempotency_keys (user_id, key, fleet_id, route, fingerprint)
      values (${company.user.id}, ${key}, ${fleet.id}, 'POST /', ${Buffer.from('other')})`)

  it('is asked for again if the vehicle is transferred during the write, and then follows it', async () => {
    const { user, fmc, old, destination } = company
    const vehicle = await server.build.vehicle(old)
    const reading = { id: randomUUID(), value: 52_000, read_on: day() }
    const key = randomUUID()
    const send = () => fmc.post(`/vehicles/${vehicle.id}/odometer_readings`, reading, outbox(user, key))
    const abandoned = new Error('abandoned')
    let waiting: ReturnType<typeof send> | undefined
    const claim = server.db.system(async (tx) => {
      await claimKey(tx, old, key)
      waiting = send()
      await untilBlocked(server.db)
      await move(vehicle)
      throw abandoned
    })
    await expect(claim).rejects.toBe(abandoned)
    const { status, body } = (await waiting) ?? {}
    expect([status, body.code, body.retry_after]).toEqual([409, 'in_progress', 1])
    expect((await send()).status).toBe(201)
    const rows = await server.db.query(
      sql`select fleet_id from odometer_readings where vehicle_id = ${vehicle.id}`,
    )
    expect(rows).toEqual([{ fleet_id: destination.id }])
  })

  it('is asked for again if an earlier request finishes in the other fleet during the write', async () => {
    const { user, fmc, old, destination } = company
    const vehicle = await server.build.vehicle(old)
    const reading = { id: randomUUID(), value: 52_000, read_on: day() }
    const key = randomUUID()
    const send = () => fmc.post(`/vehicles/${vehicle.id}/odometer_readings`, reading, outbox(user, key))
    let waiting: ReturnType<typeof send> | undefined
    await server.db.system(async (tx) => {
      await claimKey(tx, destination, key)
      waiting = send()
      await untilBlocked(server.db)
    })
    const { status, body } = (await waiting) ?? {}
    expect([status, body.code, body.retry_after]).toEqual([409, 'in_progress', 1])
    expect(
      await server.db.query(sql`select from odometer_readings where vehicle_id = ${vehicle.id}`),
    ).toEqual([])
  })
})
