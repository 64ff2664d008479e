import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { aHistory, day, writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const PATH = '/manual_maintenance_histories'
let server: TestServer
let fleet: { id: number; unit: 'mi' | 'km' }
let vehicle: { id: number; fleetId: number }
let oil: { id: number }
let brakes: { id: number }
let owner: Client
let ownerName: string
let driver: Client

beforeAll(async () => {
  server = await startTestServer()
  const { build } = server
  fleet = await build.fleet()
  const driverUser = await build.user(fleet, { roles: ['Driver'] })
  vehicle = await build.vehicle(fleet, { drivers: [driverUser] })
  oil = await build.service({ name: 'Oil change' })
  brakes = await build.service({ name: 'Brake pads', positions: ['front', 'rear'] })
  const ownerUser = await build.user(fleet, { firstName: 'Maria' })
  owner = await server.as(ownerUser)
  const [named] = await server.db.query<{ name: string }>(
    sql`select first_name || ' ' || last_name as name from users where id = ${ownerUser.id}`,
  )
  ownerName = named?.name ?? ''
  driver = await server.as(driverUser)
})
afterAll(() => server.stop())

const entry = (given: Record<string, unknown> = {}) => aHistory({ vehicle_id: vehicle.id, ...given }, oil.id)
const rowsOf = async (id: string) =>
  (
    await server.db.query<{ n: number }>(
      sql`select count(*) as n from manual_maintenance_histories where id = ${id}`,
    )
  )[0]?.n

describe('entering maintenance', () => {
  it('stores every field of the specification under the id that the phone created (MHX-023, MHX-024, MHX-038)', async () => {
    const shop = await server.build.shop({ name: 'Lake Motors' })
    const body = entry({
      shop_id: shop.id,
      custom_shop_name: undefined,
      zip: '43215-1234',
      po_number: 'PO 7',
      customer_comments: 'Squeaks when cold',
      odometer: 51_300,
      vehicle_services: [
        { service_definition_id: brakes.id, price: '129.9', position: 'front', service_miles: 51_300 },
        { service_definition_id: oil.id, price: '40' },
      ],
      entered_at: new Date(Date.now() - 3_600_000).toISOString(),
    })
    const created = await owner.post(PATH, body, writeHeaders())
    expect(created.status).toBe(201)
    expect(created.headers.get('etag')).toBe('"1"')
    expect(created.body).toMatchObject({
      id: body.id,
      vehicle_id: vehicle.id,
      shop: { name: 'Lake Motors' },
      zip: '43215-1234',
      po_number: 'PO 7',
      customer_comments: 'Squeaks when cold',
      odometer: 51_300,
      odometer_units: 'mi',
      maintenance_type: 'Manually Entered',
      status: 'complete',
      total: '169.90',
      order_services: [
        {
          name: 'Brake pads',
          price: '129.90',
          position: 'front',
          service_miles: 51_300,
          service_kilometers: null,
          // MHX-036, MHX-037
          status: 'complete',
        },
        { name: 'Oil change', price: '40.00', position: null, service_miles: null },
      ],
      maintenance_documents: [],
      attachments_missing: 0,
      rev: 1,
    })
    expect((await owner.get(`${PATH}/${body.id}`)).body).toEqual(created.body)
  })

  it('gets an id from the server if the client sends none', async () => {
    const created = await owner.post(PATH, entry({ id: undefined }))
    expect(created.status).toBe(201)
    expect(created.body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it('is open to drivers on their vehicle; editing and deleting the entries of others is not (MHX-033)', async () => {
    const body = entry()
    expect((await driver.post(PATH, entry())).status).toBe(201)
    expect((await owner.post(PATH, body)).status).toBe(201)
    expect((await driver.put(`${PATH}/${body.id}`, body)).status).toBe(403)
    expect((await driver.delete(`${PATH}/${body.id}`)).status).toBe(403)
  })

  it.each([
    [
      'a completion date that is in the future everywhere (MHX-007)',
      { date_of_completion: day(3) },
      'date_of_completion',
      'future',
    ],
    ['no completion date (MHX-006)', { date_of_completion: undefined }, 'date_of_completion', 'required'],
    ['no vehicle (MHX-005)', { vehicle_id: undefined }, 'vehicle_id', 'required'],
    ['no odometer (MHX-008)', { odometer: undefined }, 'odometer', 'required'],
    [
      'neither shop nor shop name (MHX-010)',
      { custom_shop_name: undefined },
      'custom_shop_name',
      'shop_required',
    ],
    ['a shop that does not exist', { shop_id: 999_999 }, 'shop_id', 'unknown'],
    ['a zip code of four digits (MHX-011)', { zip: '4321' }, 'zip', 'zip'],
    ['a postal code in the US (MHX-011)', { zip: 'M5V 2T6' }, 'zip', 'zip'],
    ['no service', { vehicle_services: [] }, 'vehicle_services', 'required'],
    [
      'a service without a price (MHX-009)',
      { vehicle_services: [{ service_definition_id: 1 }] },
      'vehicle_services.0.price',
      'required',
    ],
    [
      'a price without a service (MHX-009)',
      { vehicle_services: [{ price: '1' }] },
      'vehicle_services.0.service_definition_id',
      'required',
    ],
    [
      'a service that does not exist',
      { vehicle_services: [{ service_definition_id: 999_999, price: '1' }] },
      'vehicle_services.0.service_definition_id',
      'unknown',
    ],
    ['a comment of 151 characters', { customer_comments: 'x'.repeat(151) }, 'customer_comments', 'too_long'],
  ])('rejects %s and stores nothing', async (_what, given, field, code) => {
    const body = entry(given)
    const response = await owner.post(PATH, body)
    expect(response.status).toBe(422)
    expect(response.body.fields[field]).toContain(code)
    expect(await rowsOf(body.id)).toBe(0)
  })

  it('rejects a position that the service does not have', async () => {
    const line = { service_definition_id: brakes.id, price: '1', position: 'middle' }
    const response = await owner.post(PATH, entry({ vehicle_services: [line] }))
    expect(response.body.fields).toEqual({ 'vehicle_services.0.position': ['position'] })
  })

  it('uses kilometers and postal codes in Canada (MHX-012, MHX-039)', async () => {
    const canada = await server.build.fleet({ country: 'CA' })
    const van = await server.build.vehicle(canada)
    const user = await server.as(await server.build.user(canada, { language: 'fr' }))
    const line = { service_definition_id: oil.id, price: '1', service_kilometers: 80_000 }
    const good = aHistory({ vehicle_id: van.id, zip: 'm5v2t6', vehicle_services: [line] }, oil.id)
    const created = await user.post(PATH, good)
    expect(created.body).toMatchObject({ zip: 'M5V 2T6', odometer_units: 'km' })
    expect(created.body.order_services[0]).toMatchObject({
      name: 'Oil change (fr)',
      service_kilometers: 80_000,
    })
    const bad = { ...good, id: randomUUID(), zip: '43215', vehicle_services: [{ ...line, service_miles: 5 }] }
    expect((await user.post(PATH, bad)).body.fields).toEqual({
      zip: ['postal_code'],
      'vehicle_services.0.service_miles': ['unit'],
    })
  })
})

describe('an entry that arrives more than once', () => {
  it('is one entry: 201 first, then always 200, with or without an Idempotency-Key (OFF-018)', async () => {
    const body = entry()
    expect((await owner.post(PATH, body)).status).toBe(201)
    const again = await owner.post(PATH, {
      ...body,
      vehicle_services: [{ ...body.vehicle_services[0], price: '49.9' }],
    })
    expect(again.status).toBe(200)
    expect((await owner.post(PATH, body, writeHeaders())).status).toBe(200)
    expect(await rowsOf(body.id)).toBe(1)
  })

  it('is one entry when twelve copies arrive at once', async () => {
    const body = entry()
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => owner.post(PATH, body, writeHeaders())),
    )
    expect(responses.map((response) => response.status).sort()).toEqual([...Array(11).fill(200), 201])
    expect(await rowsOf(body.id)).toBe(1)
    const readings = await server.db.query(sql`select from odometer_readings where source_id = ${body.id}`)
    expect(readings).toHaveLength(1)
  })

  it('returns the entry in its current state, including edits', async () => {
    const body = entry()
    await owner.post(PATH, body)
    await owner.put(`${PATH}/${body.id}`, { ...body, po_number: 'Later' })
    const again = await owner.post(PATH, body)
    expect([again.status, again.body.po_number, again.body.rev]).toEqual([200, 'Later', 2])
  })

  it('stays deleted if its creation arrives again after the deletion', async () => {
    const body = entry()
    await owner.post(PATH, body)
    expect((await owner.delete(`${PATH}/${body.id}`)).status).toBe(200)
    expect((await owner.post(PATH, body, writeHeaders())).status).toBe(200)
    expect((await owner.get(`${PATH}/${body.id}`)).status).toBe(410)
  })

  it('is refused under the id of another entry, and of another fleet without revealing it', async () => {
    const body = entry()
    await owner.post(PATH, body)
    const other = await owner.post(PATH, { ...body, odometer: 51_999 })
    expect([other.status, other.body.code]).toEqual([409, 'id_reused'])
    const elsewhere = await server.build.fleet()
    const theirs = await server.build.vehicle(elsewhere)
    const foreign = await server.as(await server.build.user(elsewhere))
    const response = await foreign.post(PATH, { ...body, vehicle_id: theirs.id })
    expect([response.status, response.body.code]).toEqual([409, 'id_reused'])
    expect(JSON.stringify(response.body)).not.toContain('Corner Garage')
  })
})

describe('editing an entry', () => {
  it('replaces its rows and increments its revision', async () => {
    const body = entry()
    await owner.post(PATH, body)
    const edited = await owner.put(
      `${PATH}/${body.id}`,
      {
        ...body,
        po_number: 'PO 8',
        vehicle_services: [{ service_definition_id: brakes.id, price: '5', position: 'rear' }],
      },
      writeHeaders(randomUUID(), 1),
    )
    expect(edited.status).toBe(200)
    expect(edited.headers.get('etag')).toBe('"2"')
    expect(edited.body).toMatchObject({ po_number: 'PO 8', total: '5.00', rev: 2 })
    expect(edited.body.order_services).toHaveLength(1)
  })

  it('returns the current state to an edit of an old revision', async () => {
    const body = entry()
    await owner.post(PATH, body)
    await owner.put(`${PATH}/${body.id}`, { ...body, po_number: 'First' }, writeHeaders(randomUUID(), 1))
    const late = await owner.put(
      `${PATH}/${body.id}`,
      { ...body, po_number: 'Second' },
      writeHeaders(randomUUID(), 1),
    )
    expect([late.status, late.body.code, late.body.etag]).toEqual([412, 'stale', '"2"'])
    expect(late.body.current).toMatchObject({ id: body.id, po_number: 'First', rev: 2 })
    expect(late.body.changed).toEqual({ at: late.body.current.updated_at, by: ownerName, is_own: true })
  })

  it('shows a colleague who changed an entry, and does not name a user from another fleet', async () => {
    const body = entry()
    await owner.post(PATH, body)
    await owner.put(`${PATH}/${body.id}`, { ...body, po_number: 'First' }, writeHeaders(randomUUID(), 1))
    const colleague = await server.as(await server.build.user(fleet))
    const late = () =>
      colleague.put(`${PATH}/${body.id}`, { ...body, po_number: 'Late' }, writeHeaders(randomUUID(), 1))
    const deletion = () => colleague.delete(`${PATH}/${body.id}`, writeHeaders(randomUUID(), 1))
    for (const refused of [await late(), await deletion()])
      expect([refused.status, refused.body.changed.by, refused.body.changed.is_own]).toEqual([
        412,
        ownerName,
        false,
      ])
    // The user who changed it has moved to another fleet since.
    const other = await server.build.fleet()
    const editor = await server.build.user(fleet)
    await (await server.as(editor)).put(
      `${PATH}/${body.id}`,
      { ...body, po_number: 'Second' },
      writeHeaders(randomUUID(), 2),
    )
    await server.db.query(sql`update users set fleet_id = ${other.id} where id = ${editor.id}`)
    const refused = await late()
    expect([refused.status, refused.body.etag, refused.body.changed.by]).toEqual([412, '"3"', null])
    expect(refused.body.changed.at).toBe(refused.body.current.updated_at)
  })

  it('reveals no conflict to users of another fleet', async () => {
    const body = entry()
    await owner.post(PATH, body)
    await owner.put(`${PATH}/${body.id}`, { ...body, po_number: 'First' }, writeHeaders(randomUUID(), 1))
    const stranger = await server.as(await server.build.user(await server.build.fleet()))
    const refused = await stranger.put(`${PATH}/${body.id}`, body, writeHeaders(randomUUID(), 1))
    expect([refused.status, refused.body.changed, refused.body.current]).toEqual([404, undefined, undefined])
  })

  it('repeats the success of a repeated edit instead of a conflict', async () => {
    const body = entry()
    await owner.post(PATH, body)
    const headers = writeHeaders(randomUUID(), 1)
    const first = await owner.put(`${PATH}/${body.id}`, { ...body, po_number: 'Once' }, headers)
    const again = await owner.put(`${PATH}/${body.id}`, { ...body, po_number: 'Once' }, headers)
    expect(again.body).toEqual(first.body)
    expect((await owner.get(`${PATH}/${body.id}`)).body.rev).toBe(2)
  })

  it('requires the edited revision from a client with idempotency keys', async () => {
    const body = entry()
    await owner.post(PATH, body)
    expect((await owner.put(`${PATH}/${body.id}`, body, writeHeaders())).status).toBe(428)
  })

  it('is gone after its deletion, and deleting it again succeeds (MHX-034)', async () => {
    const body = entry()
    await owner.post(PATH, body)
    expect((await owner.delete(`${PATH}/${body.id}`, writeHeaders(randomUUID(), 1))).status).toBe(200)
    expect((await owner.delete(`${PATH}/${body.id}`, writeHeaders(randomUUID(), 1))).status).toBe(200)
    expect((await owner.put(`${PATH}/${body.id}`, body)).body.code).toBe('gone')
  })
})

describe('the list of manual histories', () => {
  it('filters by vehicle and days, newest first, in pages (MHX-052)', async () => {
    const other = await server.build.vehicle(fleet)
    for (const [i, ago] of [10, 5, 20].entries())
      await owner.post(
        PATH,
        entry({
          vehicle_id: other.id,
          date_of_completion: day(-ago),
          odometer: 1000 - ago,
          po_number: `P${i}`,
        }),
      )
    const query = `vehicle_id=${other.id}&appointment_datetime_from=${day(-12)}&appointment_datetime_to=${day(-1)}`
    const both = await owner.get(`${PATH}?${query}`)
    expect(both.body.manual_maintenance_histories.map((h: { po_number: string }) => h.po_number)).toEqual([
      'P1',
      'P0',
    ])
    const second = await owner.get(`${PATH}?${query}&per_page=1&page=2`)
    expect(second.body).toMatchObject({ page: 2, total_pages: 2, total_count: 2 })
    expect(second.body.manual_maintenance_histories[0].po_number).toBe('P0')
  })

  it('shows drivers the entries of their vehicles only', async () => {
    const other = await server.build.vehicle(fleet)
    const hidden = entry({ vehicle_id: other.id })
    await owner.post(PATH, hidden)
    const seen = await driver.get(`${PATH}?per_page=200`)
    expect(seen.body.manual_maintenance_histories.length).toBeGreaterThan(0)
    expect(JSON.stringify(seen.body)).not.toContain(hidden.id)
    expect((await driver.get(`${PATH}/${hidden.id}`)).status).toBe(404)
  })
})
