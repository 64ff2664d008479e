// The phone's own code against the server: offline entries arrive as entered.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/access/permissions.ts'
import type { Command } from '#src/offline/model/command.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { Offline } from '#src/offline/offline.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aPdf, aPhone, drain, openApp } from '#tests/unit/offline/device.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const opened: Offline[] = []
afterEach(() => {
  for (const app of opened.splice(0)) app.close()
})

/**
 * A signed-in user with a vehicle and a service, and the app on a phone that loses the response to every third write.
 */
async function aDriver({
  country = 'US' as 'US' | 'CA',
  losesResponses = true,
  roles = ['Owner'] as Role[],
} = {}) {
  const fleet = await server.build.fleet({ country })
  const user = await server.build.user(fleet, { roles })
  const vehicle = await server.build.vehicle(fleet, { drivers: [user] })
  const service = await server.build.service()
  const cookie = `authentication_token=${await server.build.session(user)}`
  let writes = 0
  let onLost: (() => void) | undefined
  /** @returns when the server has executed the next write and its response was lost */
  const loseNextResponse = () => new Promise<void>((resolve) => (onLost = resolve))
  const fetchAsUser: typeof fetch = async (input, init) => {
    const response = await fetch(input, { ...init, headers: { ...(init?.headers as object), cookie } })
    if (init?.method && onLost) {
      onLost()
      onLost = undefined
      throw new TypeError('the response was lost')
    }
    if (losesResponses && init?.method && ++writes % 3 === 1) throw new TypeError('the response was lost')
    return response
  }
  const app = await openApp(aPhone(), {
    tenantId: fleet.id,
    userId: user.id,
    country,
    baseUrl: server.url,
    fetch: fetchAsUser,
  })
  opened.push(app)
  app.outbox.start()
  // While another test file creates its database, changes are delayed: no transaction of the cluster may be skipped.
  await expect
    .poll(async () => {
      await app.cache.refresh()
      return app.cache.vehicles.current()
    })
    .toHaveLength(1)
  const client = await server.as(user)
  return { app, client, vehicle, service, user, loseNextResponse }
}

type Driver = Awaited<ReturnType<typeof aDriver>>

const maintenance = ({ vehicle, service }: Driver, po_number: string) => ({
  vehicle_id: vehicle.id,
  odometer: 48_210,
  date_of_completion: '2025-06-30',
  custom_shop_name: 'Harbour Road Garage',
  po_number,
  customer_comments: 'Pads at 3 mm — left, “right” & rear',
  zip: '98101',
  vehicle_services: [{ service_definition_id: service.id, price: '129.95', service_miles: 48_210 }],
})

async function send({ app }: Driver, ...commands: Command[]) {
  for (const command of commands) await app.outbox.enqueue(command)
  expect(await drain(app.outbox)).toBe('empty')
  // OFF-018
  expect(await app.outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0, needsYou: 0 })
}

describe('maintenance history', () => {
  it('arrives once with its invoices, byte for byte, even if responses are lost', async () => {
    const driver = await aDriver()
    const files = [aPdf('front.pdf', 4_000, 1), aPdf('rear.pdf', 90_000, 2)]
    const id = newId()
    await send(driver, { kind: 'history.create', id, payload: maintenance(driver, 'PO-1'), files })
    const { status, body } = await driver.client.get(`/manual_maintenance_histories/${id}`)
    expect(status).toBe(200)
    // OFF-015
    expect(body).toMatchObject({
      po_number: 'PO-1',
      total: '129.95',
      attachments_missing: 0,
      odometer: 48_210,
      zip: '98101',
      customer_comments: 'Pads at 3 mm — left, “right” & rear',
      order_services: [{ price: '129.95', service_miles: 48_210 }],
    })
    for (const file of files) {
      const { body: bytes } = await driver.client.get(`/maintenance_documents/${file.id}`)
      // OFF-013
      expect(Buffer.from(bytes).equals(Buffer.from(file.bytes))).toBe(true)
    }
    const list = await driver.client.get(`/manual_maintenance_histories?vehicle_id=${driver.vehicle.id}`)
    expect(list.body.total_count).toBe(1) // OFF-018
    const localRow = await driver.app.cache.history(id).current()
    expect(localRow).toMatchObject({ waiting: null, row: { rev: 1, attachments_missing: 0 } })
  })

  it('is edited and deleted on the phone before and after it arrived', async () => {
    const driver = await aDriver()
    const { app } = driver
    const [old, added] = [aPdf('old.pdf'), aPdf('new.pdf', 3_000, 5)]
    const id = newId()
    const basis = async () => (await app.cache.history(id).current())?.basis ?? { rev: null, opId: null }
    await send(driver, { kind: 'history.create', id, payload: maintenance(driver, 'PO-1'), files: [old] })
    await send(driver, {
      kind: 'history.update',
      id,
      basis: await basis(),
      payload: maintenance(driver, 'PO-2'),
      files: [added],
      removedFileIds: [old.id],
    })
    const { body } = await driver.client.get(`/manual_maintenance_histories/${id}`)
    expect(body).toMatchObject({ po_number: 'PO-2', attachments_missing: 0 })
    expect(body.maintenance_documents.map((document: { id: string }) => document.id)).toEqual([added.id])
    // A photo of the same entry that arrives during an edit does not make the edit stale.
    await send(driver, {
      kind: 'history.update',
      id,
      basis: await basis(),
      payload: maintenance(driver, 'PO-3'),
      files: [],
      removedFileIds: [],
    })
    await send(driver, { kind: 'history.delete', id, basis: await basis(), vehicleId: driver.vehicle.id })
    expect((await driver.client.get(`/manual_maintenance_histories/${id}`)).status).toBe(410)
    expect(await app.cache.history(id).current()).toBeUndefined()
    expect(await app.cache.refresh()).toBe('fresh')
    expect(await app.cache.history(id).current()).toBeUndefined()
  })

  it('is a conflict if someone else was faster, and the user’s version wins if chosen (row 23)', async () => {
    const driver = await aDriver({ losesResponses: false })
    const { app, client } = driver
    const id = newId()
    await send(driver, { kind: 'history.create', id, payload: maintenance(driver, 'PO-1'), files: [] })
    const theirs = { ...maintenance(driver, 'PO-theirs'), with_manual_history: true }
    expect((await client.put(`/manual_maintenance_histories/${id}`, theirs)).status).toBe(200)
    const localRow = await app.cache.history(id).current()
    await app.outbox.enqueue({
      kind: 'history.update',
      id,
      basis: localRow?.basis ?? { rev: 1, opId: null },
      payload: maintenance(driver, 'PO-mine'),
      files: [],
      removedFileIds: [],
    })
    await drain(app.outbox)
    const [line] = await app.outbox.entries.current()
    expect(line).toMatchObject({ state: 'conflict', trouble: { current: { po_number: 'PO-theirs' } } })
    await app.outbox.resolveConflict(line?.opId ?? '', 'mine')
    expect(await drain(app.outbox)).toBe('empty')
    expect((await client.get(`/manual_maintenance_histories/${id}`)).body.po_number).toBe('PO-mine')
  })

  it.each(['update', 'delete'] as const)(
    'of a user whose only role is Driver takes a later %s after the response to the create was lost (MHX-033)',
    async (change) => {
      const driver = await aDriver({ roles: ['Driver'], losesResponses: false })
      const { app, client, vehicle } = driver
      const id = newId()
      const payload = maintenance(driver, 'PO-1')
      const lost = driver.loseNextResponse()
      await app.outbox.enqueue({ kind: 'history.create', id, payload, files: [] })
      await lost
      const basis = (await app.cache.history(id).current())?.basis ?? { rev: null, opId: null }
      await app.outbox.enqueue(
        change === 'delete'
          ? { kind: 'history.delete', id, basis, vehicleId: vehicle.id }
          : {
              kind: 'history.update',
              id,
              basis,
              files: [],
              removedFileIds: [],
              payload: { ...payload, odometer: 48_310 },
            },
      )
      expect(await drain(app.outbox)).toBe('empty')
      expect(await app.outbox.status.current()).toMatchObject({ waiting: 0, needsYou: 0 })
      const { status, body } = await client.get(`/manual_maintenance_histories/${id}`)
      expect([status, body.odometer]).toEqual(change === 'delete' ? [410, undefined] : [200, 48_310])
    },
  )

  it('is rejected with the server’s message if it breaks a rule that only the server can check', async () => {
    const driver = await aDriver({ losesResponses: false })
    const id = newId()
    const payload = { ...maintenance(driver, 'PO-1'), shop_id: 987_654 }
    await driver.app.outbox.enqueue({ kind: 'history.create', id, payload, files: [] })
    await drain(driver.app.outbox)
    const [line] = await driver.app.outbox.entries.current()
    expect(line).toMatchObject({
      state: 'rejected',
      trouble: { status: 422, fields: { shop_id: expect.any(Array) } },
    })
  })
})

describe('glovebox documents', () => {
  it('arrive once with their file, are replaced and deleted', async () => {
    const driver = await aDriver()
    const { app, client, vehicle } = driver
    const id = newId()
    const [first, second] = [aPdf('card.pdf', 5_000, 3), aPdf('card-2026.pdf', 6_000, 4)]
    const payload = {
      vehicle_id: vehicle.id,
      document_type: 'vehicle_insurance' as const,
      document_number: 'POL-77',
      expiration_date: '2999-12-31',
      insurance_name: 'Northern Mutual',
    }
    const basis = async () => (await app.cache.gloveboxItem(id).current())?.basis ?? { rev: null, opId: null }
    const list = async () => (await client.get(`/glovebox_items?vehicleId=${vehicle.id}`)).body.glovebox_items
    await send(driver, { kind: 'glovebox.create', id, payload, files: [first] })
    // OFF-014, OFF-016
    expect(await list()).toMatchObject([
      {
        id,
        document_number: 'POL-77',
        insurance_name: 'Northern Mutual',
        glovebox_documents: [{ state: 'stored' }],
      },
    ])
    await send(driver, {
      kind: 'glovebox.update',
      id,
      basis: await basis(),
      files: [second],
      removedFileIds: [first.id],
      payload: { ...payload, document_number: 'POL-78' },
    })
    const [item] = await list()
    expect(item).toMatchObject({
      document_number: 'POL-78',
      glovebox_documents: [{ id: second.id, state: 'stored' }],
    })
    const { body } = await client.get(`/glovebox_documents/${second.id}`)
    expect(Buffer.from(body).equals(Buffer.from(second.bytes))).toBe(true)
    await send(driver, { kind: 'glovebox.delete', id, basis: await basis(), vehicleId: vehicle.id })
    expect(await list()).toEqual([])
  })
})

describe('data that a phone pulls from the server', () => {
  it('is everything that it needs offline, and again after each change', async () => {
    const driver = await aDriver()
    const { app, vehicle, service } = driver
    expect((await app.cache.vehicles.current()).map((row) => row.id)).toEqual([vehicle.id])
    expect((await app.cache.services.current()).map((row) => row.id)).toContain(service.id)
    expect(await app.cache.lastLoadedAt.current()).not.toBeNull()
  })

  it('is nothing under an expired session', async () => {
    const fleet = await server.build.fleet()
    const user = await server.build.user(fleet)
    const app = await openApp(aPhone(), { tenantId: fleet.id, userId: user.id, baseUrl: server.url })
    opened.push(app)
    expect(await app.cache.refresh()).toBe('auth')
  })
})
