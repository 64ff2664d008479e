import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { removeOrphanFiles } from '#server/jobs/file-janitor.ts'
import type { Client } from '#tests/support/client.ts'
import { aGloveboxItem, aHistory, otherRows, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { vinOf } from '#tests/support/vins.ts'

const PATH = '/vehicles'
let server: TestServer
let fleet: Awaited<ReturnType<TestServer['build']['fleet']>>
let owner: Client
let manager: Client
let driverUser: { id: number; fleetId: number }

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet))
  manager = await server.as(await server.build.user(fleet, { roles: ['Manager'] }))
  driverUser = await server.build.user(fleet, { roles: ['Driver'], firstName: 'Rosalind' })
})
afterAll(() => server.stop())

const aVehicle = (given: Record<string, unknown> = {}) => ({
  vin: vinOf(),
  year: 2022,
  make: 'Ford',
  motorMakeID: 460,
  model: 'F-150',
  motorModelID: 1801,
  sub_model: 'XLT',
  engine: '3.5L 6 cyl Gasoline',
  ...given,
})
const created = async (given: Record<string, unknown> = {}, client = owner) => {
  const response = await client.post(PATH, aVehicle(given), writeHeaders())
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body
}
const at = (vehicle: { id: number }) => `${PATH}/${vehicle.id}`

describe('the odometer of a vehicle that is changed', () => {
  it('becomes a reading of today if it differs, alone or with other fields (VEH-103)', async () => {
    const vehicle = await created({ odometer: 41_250 })
    const readings = async () =>
      (await owner.get(`${at(vehicle)}/odometer_readings`)).body.odometer_readings.map(
        ({ value }: { value: number }) => value,
      )
    const changed = await owner.put(at(vehicle), { name_of_vehicle: 'Truck 18', odometer: 41_900 })
    expect(changed.body).toMatchObject({ name_of_vehicle: 'Truck 18', odometer: 41_900 })
    expect((await owner.put(at(vehicle), { odometer: 42_000 })).body.odometer).toBe(42_000)
    expect((await owner.put(at(vehicle), { odometer: 42_000 })).status).toBe(200)
    expect((await readings()).sort()).toEqual([41_250, 41_900, 42_000])
    const refused = await manager.put(at(vehicle), { odometer: -1 })
    expect([refused.status, refused.body.fields]).toEqual([422, { odometer: ['odometer'] }])
  })
})

describe('a new vehicle', () => {
  it('is stored with all entered fields, and its odometer starts a log (VEH-054, VEH-074)', async () => {
    const vehicle = await created({
      license_plate_number: 'hqx 2201',
      license_plate_state: 'OH',
      license_plate_expiration: '2027-03-31',
      other_id: 'T-17',
      department_number: '40',
      name_of_vehicle: 'Truck 17',
      odometer: 41_250,
      address: { address_line1: '40 Dock Street', city: 'Columbus', state: 'OH', zip: '43215' },
      driver_ids: [driverUser.id],
    })
    expect(vehicle).toMatchObject({
      motorMakeID: 460,
      motorModelID: 1801,
      motor_sub_model_id: 'XLT',
      motorEngineID: '3.5L 6 cyl Gasoline',
      license_plate_number: 'HQX 2201',
      odometer: 41_250,
      miles: 41_250,
      is_active: true,
      active_order: null,
      address: { city: 'Columbus', zip: '43215' },
      drivers: [{ id: driverUser.id, name: expect.stringContaining('Rosalind') }],
    })
    expect((await owner.get(at(vehicle))).body).toEqual(vehicle)
    const log = (await owner.get(`${at(vehicle)}/odometer_readings`)).body.odometer_readings
    expect(log).toMatchObject([{ value: 41_250, source: 'driver' }])
    expect((await (await server.as(driverUser)).get(at(vehicle))).status).toBe(200)
  })

  it.each([
    ['no VIN and no plate (VEH-032)', { vin: null }, { vin: ['vin_or_plate'] }],
    [
      'a plate without its state (VEH-033)',
      { vin: null, license_plate_number: 'X 1' },
      { license_plate_state: ['required'] },
    ],
    ['no year (VEH-035)', { year: null }, { year: ['required'] }],
    ['no make (VEH-036)', { make: null }, { make: ['required'] }],
    ['no model (VEH-037)', { model: undefined }, { model: ['required'] }],
    ['no sub-model (VEH-038)', { sub_model: null }, { sub_model: ['required'] }],
    ['no engine (VEH-039)', { engine: undefined }, { engine: ['required'] }],
    [
      'a department of 51 characters (VEH-040)',
      { department_number: 'x'.repeat(51) },
      { department_number: ['too_long'] },
    ],
    ['a VIN of 16 characters (ruling 19)', { vin: '1FTFW1E59LFA1234' }, { vin: ['vin'] }],
    ['an O in the VIN (ruling 19)', { vin: '1FTFW1E59LFAO2345' }, { vin: ['vin'] }],
    ['a wrong check digit (ruling 19)', { vin: '1FTFW1E50LFA12345' }, { vin: ['check_digit'] }],
    ['a state that does not exist', { license_plate_state: 'ZZ' }, { license_plate_state: ['state_id'] }],
    ['a make that the catalog lacks', { motorMakeID: 99_999_999 }, { motorMakeID: ['id'] }],
    ['a model of another make', { motorMakeID: 474 }, { motorModelID: ['id'] }],
    ['a driver who is nobody', { driver_ids: [77_000_001] }, { driver_ids: ['id'] }],
    [
      'a garage in another country',
      { address: { address_line1: '1 Rue', city: 'Laval', state: 'QC', zip: 'H7A 1A1' } },
      { 'address.state': ['state_id'], 'address.zip': ['zip'] },
    ],
  ])('is rejected with %s', async (_what, given, fields) => {
    const response = await owner.post(PATH, aVehicle(given), writeHeaders())
    expect([response.status, response.body.fields]).toEqual([422, fields])
  })

  it('may have a make for which the catalog has no models', async () => {
    const yaxing = { make: 'Yaxing', motorMakeID: 12034, model: 'JS6110', motorModelID: undefined }
    expect(await created(yaxing)).toMatchObject({ make: 'Yaxing', motorMakeID: 12034 })
  })

  it('needs no VIN if it has a plate with its state (VEH-033)', async () => {
    const plate = { license_plate_number: 'KLM 455', license_plate_state: 'OH' }
    expect(await created({ vin: null, ...plate })).toMatchObject({ vin: null, ...plate })
  })

  it('needs its VIN in a fuel-card fleet (VEH-034)', async () => {
    const fuel = await server.build.fleet({ brand: 'fuelpass-plus' })
    const client = await server.as(await server.build.user(fuel))
    const plate = { vin: null, license_plate_number: 'KLM 455', license_plate_state: 'OH' }
    expect((await client.post(PATH, aVehicle(plate))).body.fields).toEqual({ vin: ['required'] })
  })

  it('may have a VIN with a wrong check digit that a user has confirmed (ruling 19)', async () => {
    const vin = '1FTFW1E5XLFA12346'
    const vehicle = await created({ vin, accepts_check_digit: true })
    expect(vehicle.vin).toBe(vin)
    // A confirmed VIN needs no second confirmation.
    const edited = await owner.put(
      at(vehicle),
      { vin, other_id: 'A-1' },
      writeHeaders(randomUUID(), vehicle.rev),
    )
    expect(edited.status).toBe(200)
  })

  it('of before 1981 has no check digit (ruling 19)', async () => {
    expect((await created({ year: 1979, vin: '1FTFW1E51LFA99999' })).year).toBe(1979)
  })

  it('has no plate expiration in Canada (VEH-041)', async () => {
    const canada = await server.build.fleet({ country: 'CA' })
    const client = await server.as(await server.build.user(canada))
    const response = await client.post(PATH, aVehicle({ license_plate_expiration: '2027-03-31' }))
    expect(response.body.fields).toEqual({ license_plate_expiration: ['not_here'] })
    expect((await created({ odometer: 100 }, client)).odometer_units).toBe('km')
  })

  it('is not compared with the catalog again if its creation is repeated (VEH-104)', async () => {
    const key = writeHeaders()
    const vehicle = aVehicle()
    expect((await owner.post(PATH, vehicle, key)).status).toBe(201)
    const other = await owner.post(PATH, { ...vehicle, motorMakeID: 99_999_999 }, key)
    expect(other.body.code).toBe('key_reused')
  })

  it('is created once, however often the call is sent, and a VIN is unique in a fleet', async () => {
    const [key, body] = [randomUUID(), aVehicle()]
    const [first, second] = [
      await owner.post(PATH, body, writeHeaders(key)),
      await owner.post(PATH, body, writeHeaders(key)),
    ]
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
    const again = await owner.post(PATH, body, writeHeaders())
    expect([again.status, again.body.fields]).toEqual([422, { vin: ['duplicate_vin'] }])
    const atOnce = aVehicle()
    const both = await Promise.all([
      owner.post(PATH, atOnce, writeHeaders()),
      owner.post(PATH, atOnce, writeHeaders()),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    const other = await server.as(await server.build.user(await server.build.fleet()))
    expect((await other.post(PATH, body, writeHeaders())).status).toBe(201)
  })
})

describe('a change of a vehicle', () => {
  it('keeps omitted fields, and clears those that are null (VEH-054)', async () => {
    const vehicle = await created({ other_id: 'A', department_number: 'B', driver_ids: [driverUser.id] })
    const changed = await owner.put(at(vehicle), { other_id: null }, writeHeaders(randomUUID(), vehicle.rev))
    expect(changed.body).toMatchObject({ vin: vehicle.vin, other_id: null, department_number: 'B' })
    expect(changed.body.drivers).toHaveLength(1)
    expect(changed.headers.get('etag')).toBe(`"${changed.body.rev}"`)
  })

  it('keeps a make and model that the catalog lacks now, and needs known ones if it changes them (VEH-104)', async () => {
    const vehicle = await created()
    const storeMake = (id: number) =>
      server.db.query(sql`update vehicles set motor_make_id = ${id} where id = ${vehicle.id}`)
    await storeMake(99_999_999)
    const whole = { ...aVehicle(), vin: vehicle.vin, motorMakeID: 99_999_999, name_of_vehicle: 'Truck 19' }
    expect((await owner.put(at(vehicle), whole)).status).toBe(200)
    const fieldsOf = async (given: object) => (await owner.put(at(vehicle), given)).body.fields
    expect(await fieldsOf({ motorMakeID: 99_999_998 })).toEqual({ motorMakeID: ['id'] })
    await storeMake(474)
    expect(await fieldsOf({ motorModelID: 1801 })).toBeUndefined()
    expect(await fieldsOf({ motorModelID: 99_999_999 })).toEqual({ motorModelID: ['id'] })
  })

  it('does not overwrite what someone else changed meanwhile', async () => {
    const vehicle = await created()
    await owner.put(at(vehicle), { name_of_vehicle: 'First' }, writeHeaders(randomUUID(), vehicle.rev))
    const late = await owner.put(
      at(vehicle),
      { name_of_vehicle: 'Second' },
      writeHeaders(randomUUID(), vehicle.rev),
    )
    expect([late.status, late.body.code]).toEqual([412, 'stale'])
    expect(late.body.current.name_of_vehicle).toBe('First')
    expect((await owner.put(at(vehicle), { other_id: 'x' }, writeHeaders())).status).toBe(428)
  })

  it('may not remove its last identifier, nor use the VIN of another (VEH-033)', async () => {
    const [first, second] = [await created(), await created()]
    expect((await owner.put(at(first), { vin: null })).body.fields).toEqual({ vin: ['vin_or_plate'] })
    expect((await owner.put(at(first), { vin: second.vin })).body.fields).toEqual({ vin: ['duplicate_vin'] })
  })

  it('enrolls it (VEH-061)', async () => {
    const fuel = await server.build.fleet({ brand: 'fuelpass' })
    const client = await server.as(await server.build.user(fuel))
    const vehicle = await server.build.vehicle(fuel)
    const response = await client.put(at(vehicle), { fleetcor_enrolled: true }, writeHeaders(randomUUID(), 1))
    expect(response.body).toMatchObject({ fleetcor_enrolled: true, id: vehicle.id })
  })

  it('by a manager assigns drivers and nothing else (USR-030)', async () => {
    const vehicle = await created()
    const people = (await manager.get('/vehicles/drivers?search=rosal')).body.drivers
    expect(people).toEqual([{ id: driverUser.id, name: expect.stringMatching(/^Rosalind/) }])
    const assigned = await manager.put(at(vehicle), { driver_ids: [driverUser.id] })
    expect(assigned.body.driver_names).toHaveLength(1)
    expect((await manager.put(at(vehicle), { other_id: 'x' })).status).toBe(403)
  })

  it('finds drivers without their accents, and by several words', async () => {
    const fleet = await server.build.fleet()
    const client = await server.as(await server.build.user(fleet, { firstName: 'Ana' }))
    const { id } = await server.build.user(fleet, { firstName: 'Hélène 5% Roy' })
    const found = async (search: string) => {
      const { body } = await client.get(`/vehicles/drivers?${new URLSearchParams({ search })}`)
      return body.drivers.map((driver: { id: number }) => driver.id)
    }
    for (const search of ['helene', 'HÉLÈNE', '5% hel', 'roy ène'])
      expect([search, await found(search)]).toEqual([search, [id]])
    expect(await found('hel%ne')).toEqual([])
  })
})

describe('deactivating a vehicle', () => {
  it('keeps its history, and blocks booking (VEH-057, VEH-058, VEH-059)', async () => {
    const vehicle = await created()
    const service = await server.build.service()
    const shop = await server.build.shop()
    await owner.post('/manual_maintenance_histories', aHistory({ vehicle_id: vehicle.id }, service.id))
    const off = await owner.put(`${at(vehicle)}/deactivate`, { is_active: false })
    expect(off.body.is_active).toBe(false)
    const histories = await owner.get(`/manual_maintenance_histories?vehicle_id=${vehicle.id}`)
    expect(histories.body.total_count).toBe(1)
    const booking = await owner.post('/orders', {
      vehicle_id: vehicle.id,
      shop_id: shop.id,
      appointment_datetime: new Date().toISOString(),
      order_services: [{ service_definition_id: service.id }],
    })
    expect(booking.body.fields).toMatchObject({ vehicle_id: ['inactive'] })
    // Without a value, the call toggles the state.
    expect((await owner.put(`${at(vehicle)}/deactivate`, {})).body.is_active).toBe(true)
  })
})

describe('deleting a vehicle', () => {
  it('removes it with history, documents and files, and notifies every device (VEH-056)', async () => {
    const vehicle = await created()
    const service = await server.build.service()
    const history = aHistory({ vehicle_id: vehicle.id }, service.id)
    await owner.post('/manual_maintenance_histories', history)
    const bytes = aPdf(randomUUID())
    const line = manifestOf(bytes, { file_name: 'scan.pdf' })
    const item = aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: [line] })
    await owner.post('/glovebox_items', item)
    await owner.put(`/glovebox_documents/${line.id}`, bytes, fileHeaders(bytes, 'application/pdf'))
    const order = await otherRows(server.db).order({ id: vehicle.id, fleetId: fleet.id })
    const cursor = (await owner.get('/sync?limit=2000')).body.next

    expect((await manager.delete(at(vehicle))).status).toBe(403)
    const response = await owner.delete(
      at(vehicle),
      writeHeaders(randomUUID(), (await owner.get(at(vehicle))).body.rev),
    )
    expect([response.status, response.body]).toEqual([200, { success: true, id: vehicle.id }])
    expect((await owner.get(at(vehicle))).status).toBe(404)
    expect((await owner.get(`/manual_maintenance_histories/${history.id}`)).status).toBe(404)
    expect((await owner.get(`/glovebox_documents/${line.id}`)).status).toBe(404)
    const gone = async () => {
      const { changes } = (await owner.get(`/sync?cursor=${cursor}`)).body
      return changes.flatMap(({ deleted, type, id }: { deleted?: true; type: string; id: string }) =>
        deleted ? [`${type} ${id}`] : [],
      )
    }
    // Changes that another file's open transaction delays arrive a moment later.
    await expect
      .poll(gone)
      .toEqual(
        expect.arrayContaining([
          `vehicle ${vehicle.id}`,
          `manual_history ${history.id}`,
          `glovebox_item ${item.glovebox_item.id}`,
          `order_history ${order.id}`,
        ]),
      )
    // Its bytes stay while it can be restored (tests/api/vehicles/deleted-vehicles.test.ts).
    const nextDay = new Date(Date.now() + 25 * 3_600_000)
    expect(await removeOrphanFiles(server.services, nextDay)).toBe(0)
  })

  it('waits for its order to end (decision 21)', async () => {
    const vehicle = await created()
    await otherRows(server.db).order({ id: vehicle.id, fleetId: fleet.id }, { status: 'active' })
    const response = await owner.delete(at(vehicle))
    expect([response.status, response.body.code]).toEqual([409, 'vehicle_in_order'])
    expect((await owner.get(at(vehicle))).body.active_order).toMatchObject({ status: 'active' })
  })

  it('removes it from the policies that include it', async () => {
    const [vehicle, remaining] = [await created(), await created()]
    const [policy] = await server.db.query<{ id: number }>(sql`
      insert into maintenance_policies (fleet_id, amount, vehicle_ids) values (${fleet.id}, 100, ${[vehicle.id, remaining.id]})
      returning id`)
    await owner.delete(at(vehicle))
    const [left] = await server.db.query(
      sql`select vehicle_ids from maintenance_policies where id = ${policy!.id}`,
    )
    expect(left).toEqual({ vehicle_ids: [remaining.id] })
  })
})

it('lists all visible vehicles with their identifying fields (VEH-079)', async () => {
  const vehicle = await created({ driver_ids: [driverUser.id], name_of_vehicle: 'Only mine' })
  await created()
  const driver = await server.as(driverUser)
  const all = (await driver.get('/vehicles/all_vehicles')).body
  expect(all.vehicles).toContainEqual(
    expect.objectContaining({ id: vehicle.id, name_of_vehicle: 'Only mine' }),
  )
  const whole = (await owner.get('/vehicles/all_vehicles')).body
  expect(whole.total_count).toBeGreaterThan(all.total_count)
})
