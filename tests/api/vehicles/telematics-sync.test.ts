// The fleet's telematics database: its name, synchronization on request and each morning, and the results.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { DEFAULT_RETRY_POLICY } from '#server/integrations/external-api.ts'
import { geotabTelematics } from '#server/integrations/telematics/live.ts'
import { assignTelematicsName } from '#server/modules/access/fleet/telematics-names.service.ts'
import { telematicsSyncRepository } from '#server/modules/vehicles/telematics/telematics-sync.repository.ts'
import { vinNo } from '#tests/support/bulk-files.ts'
import type { Client } from '#tests/support/client.ts'
import { otherRows, writeHeaders } from '#tests/support/entries.ts'
import { FAKE_GEOTAB, startFakeGeotab } from '#tests/support/fake-geotab.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { settled } from '#tests/support/settled.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

const VIN = '1FTBW2CM3FK491482'
const TODAY = new Date().toISOString().slice(0, 10)
let fake: Awaited<ReturnType<typeof startFakeGeotab>>
let server: TestServer
let second: TestServer

const provider = (password = FAKE_GEOTAB.password) =>
  geotabTelematics(
    { ...FAKE_GEOTAB, password, server: fake.url },
    { ...DEFAULT_RETRY_POLICY, pauseMs: 1, gapMs: 0, timeoutMs: 2000 },
  )

beforeAll(async () => {
  fake = await startFakeGeotab()
  fake.diagnostics.set('DiagnosticP0420Id', 'Catalyst efficiency')
  server = await startTestServer({ telematics: provider() })
  second = await startTestServer({ databaseUrl: server.databaseUrl, telematics: provider() })
})
afterAll(async () => {
  await second.stop()
  await server.stop()
  await fake.stop()
})

let count = 0
/** A fleet with its own database, and one vehicle with a device. */
async function aFleet(given: { timeZone?: string; affiliationId?: number } = {}) {
  const { build, db } = server
  const fleet = await build.fleet({ brand: 'trackline', timeZone: 'Etc/UTC', ...given })
  const vehicle = await build.vehicle(fleet, { odometer: 50_000 })
  await db.query(sql`update vehicles set vin = ${VIN} where id = ${vehicle.id}`)
  await otherRows(db).reading(vehicle, { value: 50_000, on: '2026-01-05' })
  const owner = await server.as(await build.user(fleet))
  const name = `harbor_${++count}`
  fake.databases.set(name, {
    devices: [{ id: 'b7', vehicleIdentificationNumber: VIN }],
    status: [],
    faults: [],
  })
  const saved = () => owner.put(`/fleets/${fleet.id}`, { databaseName: name })
  return { fleet, vehicle, owner, name, saved }
}

const addReading = (name: string, diagnostic: string, data: number, at = `${TODAY}T00:00:01Z`) =>
  fake.databases.get(name)?.status.push({
    device: { id: 'b7' },
    diagnostic: { id: diagnostic },
    dateTime: at,
    data,
  })
const meters = (miles: number) => miles * 1609.344
const lastSync = async (owner: Client) => (await owner.get('/geotab/sync_events')).body.sync_events[0]

describe('the name of the database', () => {
  it('is saved without slashes and white space, and an empty one removes it (TEL-024, TEL-025, TEL-030)', async () => {
    const { fleet, owner } = await aFleet()
    const response = await owner.put(`/fleets/${fleet.id}`, { databaseName: ' my/ d\\b ' })
    expect([response.status, response.body.databaseName]).toEqual([200, 'mydb'])
    expect((await owner.put(`/fleets/${fleet.id}`, { databaseName: ' / ' })).body.databaseName).toBeNull()
    expect((await owner.get('/fleets/me')).body.databaseName).toBeNull()
  })

  it('is for admin-type users, of their own fleet only (TEL-023)', async () => {
    const { fleet, owner } = await aFleet()
    const other = await aFleet()
    expect((await owner.put(`/fleets/${other.fleet.id}`, { databaseName: 'x' })).status).toBe(404)
    for (const role of ['Driver', 'Manager', 'Fleet Manager'] as const) {
      const user = await server.as(await server.build.user(fleet, { roles: [role] }))
      expect((await user.put(`/fleets/${fleet.id}`, { databaseName: 'x' })).status).toBe(403)
      expect((await user.post('/geotab/sync_events')).status).toBe(403)
      expect((await user.get('/geotab/sync_events')).status).toBe(200)
    }
    const admin = await server.as(await server.build.user(fleet, { roles: ['Admin'] }))
    expect((await admin.put(`/fleets/${fleet.id}`, { databaseName: 'mine_alone' })).status).toBe(200)
  })

  it('is refused if a fleet of another company has it, in any spelling', async () => {
    const company = await server.build.affiliation()
    const [mine, sister, stranger] = [
      await aFleet({ affiliationId: company.id }),
      await aFleet({ affiliationId: company.id }),
      await aFleet(),
    ]
    await mine.saved()
    const wanted = { databaseName: mine.name.toUpperCase() }
    const refused = await stranger.owner.put(`/fleets/${stranger.fleet.id}`, wanted)
    expect([refused.status, refused.body.fields]).toEqual([422, { databaseName: ['taken'] }])
    expect((await sister.owner.put(`/fleets/${sister.fleet.id}`, wanted)).status).toBe(200)
  })

  it('goes to the first of two companies that set it at the same moment', async () => {
    const [first, second] = [await aFleet(), await aFleet()]
    const { result } = await server.db.system(async (tx) => {
      await assignTelematicsName(tx, first.fleet.id, 'wanted')
      const result = second.owner.put(`/fleets/${second.fleet.id}`, { databaseName: 'Wanted' })
      await untilBlocked(server.db)
      return { result }
    })
    expect([(await result).status, (await result).body.fields]).toEqual([422, { databaseName: ['taken'] }])
  })
})

describe('a synchronization', () => {
  it('needs a database, starts once, and is listed (TEL-026, TEL-027)', async () => {
    const { owner, saved } = await aFleet()
    expect((await owner.post('/geotab/sync_events')).body.fields).toEqual({ databaseName: ['required'] })
    await saved()
    const begun = await owner.post('/geotab/sync_events')
    expect(begun.status).toBe(201)
    expect(begun.body).toMatchObject({ status: 'queued', cause: 'by_hand', failure: null })
    expect((await owner.post('/geotab/sync_events')).body).toEqual(begun.body)
    const { body } = await owner.get('/geotab/sync_events')
    expect(body).toMatchObject({ sync_events: [begun.body], is_simulated: false, total_count: 1 })
    expect((await (await aFleet()).owner.get('/geotab/sync_events')).body.sync_events).toEqual([])
  })

  it('finds the device by the VIN, and reads measurements, faults and one odometer reading a day (ruling 20, ruling 23)', async () => {
    const { vehicle, owner, name, saved } = await aFleet()
    await saved()
    addReading(name, 'DiagnosticEngineOilLifeRemainingId', 37.6)
    addReading(name, 'DiagnosticGoDeviceVoltageId', 12.345)
    addReading(name, 'DiagnosticTirePressureRearLeftId', 231_400)
    addReading(name, 'DiagnosticOdometerId', meters(50_120))
    fake.databases.get(name)?.faults.push({
      id: 'f1',
      device: { id: 'b7' },
      diagnostic: { id: 'DiagnosticP0420Id' },
      dateTime: `${TODAY}T00:00:01Z`,
    })
    // A device with a wrong clock.
    addReading(
      name,
      'DiagnosticOdometerId',
      meters(58_000),
      new Date(Date.now() + 40 * 86_400_000).toISOString(),
    )
    const { id } = (await owner.post('/geotab/sync_events')).body
    await Promise.all([server.services.telematicsSync.run(id), second.services.telematicsSync.run(id)])
    expect(await lastSync(owner)).toMatchObject({ id, status: 'complete', vehicles_total: 1 })

    const read = async (what: string) => (await owner.get(`/vehicles/${vehicle.id}/telematics/${what}`)).body
    expect(await read('engine_oil')).toMatchObject({ percent: 38 })
    expect(await read('battery_life')).toMatchObject({ volts: 12.35 })
    expect(await read('tire_pressure')).toEqual({
      tires: [{ wheel: 'rear_left', pressure: 231, temperature: null, pressure_at: `${TODAY}T00:00:01Z` }],
    })
    expect((await read('fault_data')).fault_codes).toMatchObject([
      { id: 'f1', diagnostic: { name: 'Catalyst efficiency' } },
    ])
    expect((await owner.get(`/vehicles/${vehicle.id}`)).body).toMatchObject({
      geotab_device_id: 'b7',
      odometer: 50_120,
    })

    addReading(name, 'DiagnosticOdometerId', meters(50_160), `${TODAY}T00:00:02Z`)
    const next = (await owner.post('/geotab/sync_events')).body
    await server.services.telematicsSync.run(next.id)
    const { odometer_readings } = (await owner.get(`/vehicles/${vehicle.id}/odometer_readings`)).body
    expect(odometer_readings.map((r: { source: string; value: number }) => [r.source, r.value])).toEqual([
      ['telematics', 50_160],
      ['import', 50_000],
    ])
    expect((await read('fault_data')).fault_codes).toHaveLength(1)
    expect(await read('engine_oil')).toMatchObject({ percent: 38 })
  })

  it('keeps the newest value of each measurement when older ones arrive later (decision 23)', async () => {
    const { vehicle, owner, name, saved } = await aFleet()
    await saved()
    const sync = async () => {
      await server.services.telematicsSync.run((await owner.post('/geotab/sync_events')).body.id)
      const { tires } = (await owner.get(`/vehicles/${vehicle.id}/telematics/tire_pressure`)).body
      const { odometer } = (await owner.get(`/vehicles/${vehicle.id}`)).body
      return [tires[0].pressure, tires[0].temperature, odometer]
    }
    const at = (second: number) => `${TODAY}T00:00:0${second}Z`
    addReading(name, 'DiagnosticTirePressureRearLeftId', 231_000, at(4))
    addReading(name, 'DiagnosticOdometerId', meters(50_120), at(4))
    addReading(name, 'DiagnosticTireTemperatureRearLeftId', 21, at(2))
    expect(await sync()).toEqual([231, 21, 50_120])
    addReading(name, 'DiagnosticTirePressureRearLeftId', 180_000, at(3))
    addReading(name, 'DiagnosticTireTemperatureRearLeftId', 23, at(3))
    addReading(name, 'DiagnosticOdometerId', meters(50_110), at(3))
    expect(await sync()).toEqual([231, 23, 50_120])
    // A correction at the provider: newer, though lower.
    addReading(name, 'DiagnosticOdometerId', meters(50_090), at(5))
    expect(await sync()).toEqual([231, 23, 50_090])
  })

  it('removes a fault that was dismissed at the provider, and needs no fault to be known', async () => {
    const { vehicle, owner, name, saved } = await aFleet()
    await saved()
    const faults = fake.databases.get(name)?.faults
    const fault = { device: { id: 'b7' }, diagnostic: { id: 'DiagnosticP0420Id' } }
    const dismissed = { dismissDateTime: `${TODAY}T00:00:02Z` }
    const sync = async () => {
      await server.services.telematicsSync.run((await owner.post('/geotab/sync_events')).body.id)
      expect(await lastSync(owner)).toMatchObject({ status: 'complete' })
      const { body } = await owner.get(`/vehicles/${vehicle.id}/telematics/fault_data`)
      return body.fault_codes.map(({ id }: { id: string }) => id)
    }
    faults?.push({ ...fault, id: 'f0', dateTime: `${TODAY}T00:00:00Z`, ...dismissed })
    expect(await sync()).toEqual([])
    for (const id of ['f1', 'f2']) faults?.push({ ...fault, id, dateTime: `${TODAY}T00:00:01Z` })
    expect(await sync()).toEqual(['f1', 'f2'])
    faults?.push({ ...fault, id: 'f1', dateTime: `${TODAY}T00:00:01Z`, ...dismissed })
    expect(await sync()).toEqual(['f2'])
  })

  it('reaches devices of the fleet with the next changes (OFF-010)', async () => {
    const { vehicle, owner, name, saved } = await aFleet()
    await saved()
    await settled(server.db)
    const { next } = (await owner.get('/sync')).body
    addReading(name, 'DiagnosticGoDeviceVoltageId', 12.1)
    await server.services.telematicsSync.run((await owner.post('/geotab/sync_events')).body.id)
    await settled(server.db)
    const { changes } = (await owner.get(`/sync?cursor=${encodeURIComponent(next)}`)).body
    const snapshot = changes.find(({ type }: { type: string }) => type === 'telematics')
    expect(snapshot).toMatchObject({
      id: String(vehicle.id),
      data: { battery_life: { volts: 12.1 }, is_simulated: false },
    })
  })

  it('assigns the devices of a large fleet in several transactions, so that no writer waits for all', async () => {
    const { fleet, owner, name, saved } = await aFleet()
    await saved()
    const vins = Array.from({ length: 150 }, (_, i) => vinNo(i))
    await server.db.query(sql`insert into vehicles (fleet_id, vin, name_of_vehicle, odometer_units)
      select ${fleet.id}, vin, vin, 'mi' from unnest(${vins}::text[]) as vin`)
    fake.databases
      .get(name)
      ?.devices.push(...vins.map((vin, i) => ({ id: `large${i}`, vehicleIdentificationNumber: vin })))
    await server.services.telematicsSync.run((await owner.post('/geotab/sync_events')).body.id)
    const [row] = await server.db.query(sql`
      select count(*)::int as vehicles, count(distinct xmin::text)::int as transactions
      from vehicles where fleet_id = ${fleet.id} and geotab_device_id is not null`)
    expect(row).toEqual({ vehicles: 151, transactions: 2 })
  })

  it('leaves a vehicle without a device if the device was moved to another vehicle', async () => {
    const { fleet, vehicle, owner, name, saved } = await aFleet()
    await saved()
    const former = await server.build.vehicle(fleet, { odometer: 90_000 })
    await server.db.query(sql`update vehicles set geotab_device_id = 'b7' where id = ${former.id}`)
    addReading(name, 'DiagnosticOdometerId', meters(50_120))
    await server.services.telematicsSync.run((await owner.post('/geotab/sync_events')).body.id)
    expect(await lastSync(owner)).toMatchObject({ status: 'complete', vehicles_total: 1 })
    expect((await owner.get(`/vehicles/${vehicle.id}`)).body).toMatchObject({
      geotab_device_id: 'b7',
      odometer: 50_120,
    })
    expect((await owner.get(`/vehicles/${former.id}`)).body.geotab_device_id).toBeNull()
    expect((await owner.get(`/vehicles/${former.id}/odometer_readings`)).body.odometer_readings).toEqual([])
  })

  describe('drops a stored device', () => {
    const sync = async (owner: Client) =>
      server.services.telematicsSync.run((await owner.post('/geotab/sync_events')).body.id)
    const deviceOf = async (owner: Client, vehicle: { id: number }) =>
      (await owner.get(`/vehicles/${vehicle.id}`)).body.geotab_device_id
    const snapshotOf = async ({ id }: { id: number }) =>
      (await server.db.query(sql`select * from telematics_snapshots where vehicle_id = ${id}`))[0]
    async function synchronized() {
      const given = await aFleet()
      await given.saved()
      await sync(given.owner)
      expect(await deviceOf(given.owner, given.vehicle)).toBe('b7')
      const base = fake.databases.get(given.name)
      if (!base) throw new Error('No such database')
      return { ...given, base }
    }

    it('that is in a vehicle outside the fleet now, and reads nothing from it (TEL-032)', async () => {
      const { vehicle, owner, name, base } = await synchronized()
      base.devices = [{ id: 'b7', vehicleIdentificationNumber: '1FTBW2CM3FK499999' }]
      addReading(name, 'DiagnosticOdometerId', meters(90_000))
      await sync(owner)
      expect(await deviceOf(owner, vehicle)).toBeNull()
      expect((await owner.get(`/vehicles/${vehicle.id}`)).body.odometer).toBe(50_000)
    })

    it('of an inactive vehicle that is in another vehicle now, and reads nothing before (TEL-032)', async () => {
      const { vehicle, owner, name, base } = await synchronized()
      await server.db.query(sql`update vehicles set is_active = false where id = ${vehicle.id}`)
      addReading(name, 'DiagnosticOdometerId', meters(90_000))
      const stored = async () =>
        (
          await server.db.query(sql`select geotab_device_id, odometer from vehicles where id = ${vehicle.id}`)
        )[0]
      await sync(owner)
      expect(await stored()).toEqual({ geotab_device_id: 'b7', odometer: 50_000 })
      base.devices = [
        { id: 'b7', vehicleIdentificationNumber: '1FTBW2CM3FK499999' },
        { id: 'b8', vehicleIdentificationNumber: VIN },
      ]
      await sync(owner)
      expect(await stored()).toEqual({ geotab_device_id: null, odometer: 50_000 })
      expect(await lastSync(owner)).toMatchObject({ vehicles_total: 0 })
    })

    it('that the provider no longer lists, but none while it lists nothing or fails', async () => {
      const { vehicle, owner, name, base } = await synchronized()
      base.devices = []
      await sync(owner)
      expect(await deviceOf(owner, vehicle)).toBe('b7')
      fake.databases.delete(name)
      await sync(owner)
      expect(await deviceOf(owner, vehicle)).toBe('b7')
      fake.databases.set(name, base)
      base.devices = [{ id: 'b7', vehicleIdentificationNumber: '' }]
      await sync(owner)
      expect(await deviceOf(owner, vehicle)).toBe('b7')
      base.devices = [{ id: 'b8', vehicleIdentificationNumber: '' }]
      await sync(owner)
      expect(await deviceOf(owner, vehicle)).toBeNull()
    })

    it('only if the list of devices is complete', async () => {
      const { vehicle, owner, base } = await synchronized()
      const unreadable = { id: 7 as unknown as string, vehicleIdentificationNumber: VIN }
      base.devices = [unreadable, { id: 'b8', vehicleIdentificationNumber: '' }]
      await sync(owner)
      expect(await deviceOf(owner, vehicle)).toBe('b7')
      base.devices.push({ id: 'b7', vehicleIdentificationNumber: '1FTBW2CM3FK499999' })
      await sync(owner)
      expect(await deviceOf(owner, vehicle)).toBeNull()
    })

    it('of a vehicle without a VIN that the provider lists under one (TEL-032)', async () => {
      const { vehicle, owner, name } = await synchronized()
      await server.db.query(sql`update vehicles set vin = null where id = ${vehicle.id}`)
      addReading(name, 'DiagnosticOdometerId', meters(90_000))
      await sync(owner)
      expect(await deviceOf(owner, vehicle)).toBeNull()
      expect((await owner.get(`/vehicles/${vehicle.id}`)).body.odometer).toBe(50_000)
    })

    it('that the provider lists without a VIN, if another fleet has the same database (TEL-032)', async () => {
      const { vehicle, owner, name, base } = await synchronized()
      const other = await server.build.fleet({ brand: 'trackline', timeZone: 'Etc/UTC' })
      base.devices = [{ id: 'b7', vehicleIdentificationNumber: '' }]
      addReading(name, 'DiagnosticOdometerId', meters(90_000))
      await server.db.query(
        sql`update fleets set telematics_database = ${name.toUpperCase()} where id = ${other.id}`,
      )
      await sync(owner)
      expect(await deviceOf(owner, vehicle)).toBeNull()
      expect((await owner.get(`/vehicles/${vehicle.id}`)).body.odometer).toBe(50_000)
    })

    it('with its last readings and faults, also on the devices of the fleet', async () => {
      const { vehicle, owner, base } = await synchronized()
      base.faults.push({
        id: 'f1',
        device: { id: 'b7' },
        diagnostic: { id: 'DiagnosticP0420Id' },
        dateTime: `${TODAY}T00:00:01Z`,
      })
      await sync(owner)
      expect(await snapshotOf(vehicle)).toMatchObject({ fault_codes: [{ id: 'f1' }] })
      await settled(server.db)
      const { next } = (await owner.get('/sync')).body
      base.devices = [{ id: 'b8', vehicleIdentificationNumber: VIN }]
      base.status.push({
        device: { id: 'b8' },
        diagnostic: { id: 'DiagnosticGoDeviceVoltageId' },
        data: 12.1,
        dateTime: `${TODAY}T00:00:02Z`,
      })
      await sync(owner)
      expect(await snapshotOf(vehicle)).toMatchObject({ battery_life: { volts: 12.1 }, fault_codes: [] })
      base.devices = [{ id: 'b8', vehicleIdentificationNumber: '1FTBW2CM3FK499999' }]
      await sync(owner)
      expect(await snapshotOf(vehicle)).toBeUndefined()
      await settled(server.db)
      const { changes } = (await owner.get(`/sync?cursor=${encodeURIComponent(next)}`)).body
      expect(changes).toContainEqual(
        expect.objectContaining({ type: 'telematics', id: String(vehicle.id), deleted: true }),
      )
    })

    it('and writes nothing of it that was read before the fleet named another database', async () => {
      const { fleet, vehicle, owner, name } = await synchronized()
      addReading(name, 'DiagnosticOdometerId', meters(90_000))
      const started = await owner.post('/geotab/sync_events')
      await owner.put(`/fleets/${fleet.id}`, { databaseName: `${name}_other` })
      await server.services.telematicsSync.run(started.body.id)
      expect(await lastSync(owner)).toMatchObject({ status: 'failed', failure: 'interrupted' })
      const next = await owner.post('/geotab/sync_events')
      expect([next.body.id === started.body.id, next.body.status]).toEqual([false, 'queued'])
      expect(await snapshotOf(vehicle)).toBeUndefined()
      expect((await owner.get(`/vehicles/${vehicle.id}`)).body.odometer).toBe(50_000)
    })

    it('when the fleet names another database, but not when only the case changes', async () => {
      const { fleet, vehicle, owner, name } = await synchronized()
      const save = (databaseName: string) => owner.put(`/fleets/${fleet.id}`, { databaseName })
      addReading(name, 'DiagnosticGoDeviceVoltageId', 12.1)
      await sync(owner)
      await save(name.toUpperCase())
      expect(await deviceOf(owner, vehicle)).toBe('b7')
      expect(await snapshotOf(vehicle)).toMatchObject({ battery_life: { volts: 12.1 } })
      await save(`${name}_other`)
      expect(await deviceOf(owner, vehicle)).toBeNull()
      expect(await snapshotOf(vehicle)).toBeUndefined()
    })
  })

  it('reports why it failed, and the next one can start', async () => {
    const { owner, name, saved } = await aFleet()
    await saved()
    fake.databases.delete(name)
    await server.services.telematicsSync.run((await owner.post('/geotab/sync_events')).body.id)
    expect(await lastSync(owner)).toMatchObject({ status: 'failed', failure: 'refused' })
    expect((await owner.post('/geotab/sync_events')).body.status).toBe('queued')
  })

  it('reports if the installation has no provider, and simulates none for real vehicles', async () => {
    const without = await startTestServer({ databaseUrl: server.databaseUrl, config: { demo: false } })
    try {
      const { owner, saved } = await aFleet()
      await saved()
      await without.services.telematicsSync.run((await owner.post('/geotab/sync_events')).body.id)
      expect(await lastSync(owner)).toMatchObject({ status: 'failed', failure: 'not_configured' })
    } finally {
      await without.stop()
    }
  })

  it('of the simulator marks its readings as simulated', async () => {
    const demo = await startTestServer({ databaseUrl: server.databaseUrl })
    try {
      const { vehicle, owner, saved } = await aFleet()
      await saved()
      await server.db.query(sql`update vehicles set geotab_device_id = 'b9' where id = ${vehicle.id}`)
      await demo.services.telematicsSync.run((await owner.post('/geotab/sync_events')).body.id)
      const [row] = await server.db.query<{ is_simulated: boolean }>(
        sql`select is_simulated from telematics_snapshots where vehicle_id = ${vehicle.id}`,
      )
      expect(row?.is_simulated).toBe(true)
      const user = await demo.as(await server.build.user(await server.build.fleet()))
      expect((await user.get('/geotab/sync_events')).body.is_simulated).toBe(true)
    } finally {
      await demo.stop()
    }
  })
})

describe('the device of a vehicle', () => {
  it('is never set or cleared by a client, so that no fleet claims a device of another one (TEL-032)', async () => {
    const { vehicle, owner, saved } = await aFleet()
    await saved()
    const plate = { license_plate_number: 'HQX 2201', license_plate_state: 'OH' }
    const model = {
      year: 2022,
      make: 'Ford',
      model: 'F-150',
      sub_model: 'XLT',
      engine: '3.5L 6 cyl Gasoline',
    }
    const added = await owner.post(
      '/vehicles',
      { ...plate, ...model, geotab_device_id: 'b7' },
      writeHeaders(),
    )
    expect([added.status, added.body.geotab_device_id]).toEqual([201, null])
    const change = (geotab_device_id: string | null) =>
      owner.put(`/vehicles/${vehicle.id}`, { other_id: 'T-1', geotab_device_id })
    expect((await change('b9')).body).toMatchObject({ other_id: 'T-1', geotab_device_id: null })
    await server.db.query(sql`update vehicles set geotab_device_id = 'b7' where id = ${vehicle.id}`)
    expect((await change(null)).body).toMatchObject({ other_id: 'T-1', geotab_device_id: 'b7' })
  })
})

describe('every morning', () => {
  /** A time zone where it is this hour now. */
  function zoneAt(hour: number): string {
    const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12
    return offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
  }
  const both = () =>
    Promise.all([server.services.telematicsSync.startDaily(), second.services.telematicsSync.startDaily()])
  beforeEach(async () => {
    await server.db.query(sql`update fleets set telematics_database = null`)
  })

  it('starts one synchronization for each fleet with a database, once a day with two servers (TEL-028)', async () => {
    const [early, morning, bare] = [
      await aFleet({ timeZone: zoneAt(4) }),
      await aFleet({ timeZone: zoneAt(8) }),
      await aFleet({ timeZone: zoneAt(8) }),
    ]
    await early.saved()
    await morning.saved()
    await both()
    const events = (await morning.owner.get('/geotab/sync_events')).body.sync_events
    expect(events).toMatchObject([{ cause: 'daily', status: 'queued' }])
    expect((await early.owner.get('/geotab/sync_events')).body.sync_events).toEqual([])
    expect((await bare.owner.get('/geotab/sync_events')).body.sync_events).toEqual([])

    await server.services.telematicsSync.run(events[0].id)
    await both()
    expect((await morning.owner.get('/geotab/sync_events')).body.total_count).toBe(1)
  })

  it('repeats a failed synchronization until noon, but not if another one has succeeded since (TEL-033)', async () => {
    const { owner, saved, fleet } = await aFleet({ timeZone: zoneAt(8) })
    await saved()
    await both()
    const events = async () => (await owner.get('/geotab/sync_events')).body.sync_events
    const [first] = await events()
    const fail = (failure: string) =>
      server.db.query(sql`update telematics_sync_events set status = 'failed', failure = ${failure},
        finished_at = now() where id = ${first.id}`)
    await fail('unavailable')
    await both()
    expect(await events()).toMatchObject([{ id: first.id, status: 'queued', failure: null }])
    await server.services.telematicsSync.run(first.id)
    expect(await events()).toMatchObject([{ id: first.id, status: 'complete' }])
    // Wrong credentials need a user first.
    await fail('refused')
    await both()
    expect(await events()).toMatchObject([{ status: 'failed' }])
    await fail('interrupted')
    await server.services.telematicsSync.run((await owner.post('/geotab/sync_events')).body.id)
    await both()
    expect(await events()).toMatchObject([{ status: 'complete' }, { status: 'failed' }])
    await fail('unavailable')
    await server.db.query(sql`delete from telematics_sync_events where id <> ${first.id}
      and fleet_id = ${fleet.id}`)
    await server.db.query(sql`update fleets set time_zone = ${zoneAt(13)} where id = ${fleet.id}`)
    await both()
    expect(await events()).toMatchObject([{ status: 'failed' }])
  })

  it('repeats those of other fleets when a user starts one at the same moment', async () => {
    const [blocked, other] = [await aFleet({ timeZone: zoneAt(8) }), await aFleet({ timeZone: zoneAt(8) })]
    for (const one of [blocked, other]) await one.saved()
    // Has a lower id than the failed one, so it is not seen beforehand, like one that is not committed yet.
    expect((await blocked.owner.post('/geotab/sync_events')).status).toBe(201)
    for (const { fleet } of [blocked, other])
      await server.db.query(sql`
        insert into telematics_sync_events (fleet_id, database_name, cause, day, status, failure, finished_at)
        select id, telematics_database, 'daily', (now() at time zone time_zone)::date, 'failed', 'unavailable', now()
        from fleets where id = ${fleet.id}`)
    await both()
    const statuses = async (owner: Client) =>
      (await owner.get('/geotab/sync_events')).body.sync_events.map((one: { status: string }) => one.status)
    expect(await statuses(blocked.owner)).toEqual(['failed', 'queued'])
    expect(await statuses(other.owner)).toEqual(['queued'])
  })

  it('fails runs that lost their server, so that nothing waits for them forever', async () => {
    const { owner, saved, fleet } = await aFleet({ timeZone: zoneAt(4) })
    await saved()
    await owner.post('/geotab/sync_events')
    await server.db.query(sql`
      update telematics_sync_events set status = 'running', created_at = now() - interval '3 hours'
      where fleet_id = ${fleet.id}`)
    await both()
    expect(await lastSync(owner)).toMatchObject({ status: 'failed', failure: 'interrupted' })
  })

  it('does not fail a synchronization that waited in the queue for hours, neither before nor during its run', async () => {
    const { owner, saved, fleet } = await aFleet({ timeZone: zoneAt(4) })
    await saved()
    const { id } = (await owner.post('/geotab/sync_events')).body
    const age = (hours: number) =>
      server.db.query(sql`
        update telematics_sync_events set created_at = now() - make_interval(hours => ${hours})
        where fleet_id = ${fleet.id}`)
    await age(3)
    await both()
    expect(await lastSync(owner)).toMatchObject({ status: 'queued' })
    await telematicsSyncRepository.take(server.db, id)
    await both()
    expect(await lastSync(owner)).toMatchObject({ status: 'running' })
    await server.db.query(sql`
      update telematics_sync_events set started_at = now() - interval '3 hours' where fleet_id = ${fleet.id}`)
    await both()
    expect(await lastSync(owner)).toMatchObject({ status: 'failed', failure: 'interrupted' })
    await owner.post('/geotab/sync_events')
    await age(25)
    await both()
    expect((await owner.get('/geotab/sync_events')).body.sync_events).toMatchObject([
      { failure: 'interrupted' },
      { failure: 'interrupted' },
    ])
  })
})
