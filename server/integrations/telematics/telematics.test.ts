// One contract for both implementations: the simulator, and MyGeotab against a fake server.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WHEELS } from '#contract/vehicles/telematics.ts'
import { DEFAULT_RETRY_POLICY } from '#server/integrations/external-api.ts'
import { FAKE_GEOTAB, startFakeGeotab } from '#tests/support/fake-geotab.ts'
import { geotabTelematics } from './live.ts'
import { simulatedTelematics } from './local.ts'
import type { KnownDevice, Reading, Telematics } from './port.ts'

const VINS = Array.from({ length: 20 }, (_, i) => `1FTBW2CM3FK4914${String(i).padStart(2, '0')}`)
const BASE = 'harbor_db'
const START = Date.parse('2026-03-02T12:00:00Z')
const QUICK = { ...DEFAULT_RETRY_POLICY, timeoutMs: 300, pauseMs: 1, gapMs: 0 }
const VEHICLES = VINS.map((vin) => ({ vin, deviceId: null }))
const hours = (count: number) => new Date(START + count * 3_600_000).toISOString()

let fake: Awaited<ReturnType<typeof startFakeGeotab>>
let at = START
const now = () => new Date(at)
const connect = (patience = QUICK, password = FAKE_GEOTAB.password) =>
  geotabTelematics({ ...FAKE_GEOTAB, password, server: fake.url }, patience, now)

beforeAll(async () => {
  fake = await startFakeGeotab()
  fake.diagnostics.set('DiagnosticP0420Id', 'Catalyst efficiency')
  fake.databases.set(BASE, {
    devices: VINS.map((vin, i) => ({ id: `b${i}`, vehicleIdentificationNumber: vin.toLowerCase() })),
    status: [],
    faults: [],
  })
})
beforeEach(() => {
  at = START
  fake.sendTo('ThisServer')
})
afterAll(() => fake.stop())

/** Makes every device of the fake report all its values again. */
function drive(hour: number) {
  const base = fake.databases.get(BASE)
  if (!base) throw new Error('No such database')
  const addReading = (device: string, diagnostic: string, data: number) =>
    base.status.push({ device: { id: device }, diagnostic: { id: diagnostic }, dateTime: hours(hour), data })
  for (const { id } of base.devices) {
    addReading(id, 'DiagnosticEngineSpeedId', 2400)
    addReading(id, 'DiagnosticEngineOilLifeRemainingId', 61 - hour / 100)
    addReading(id, 'DiagnosticGoDeviceVoltageId', 12.4)
    addReading(id, 'DiagnosticOdometerId', 100_000_000 + hour * 50_000)
    for (const wheel of ['FrontLeft', 'FrontRight', 'RearLeft', 'RearRight']) {
      addReading(id, `DiagnosticTirePressure${wheel}Id`, 240_000)
      addReading(id, `DiagnosticTireTemperature${wheel}Id`, 21)
    }
    const fault = { id: `${id}-f${hour}`, device: { id }, diagnostic: { id: 'DiagnosticP0420Id' } }
    base.faults.push({ ...fault, dateTime: hours(hour) })
  }
}

const worlds = [
  { name: 'the simulator', make: () => simulatedTelematics(now), pass: () => {} },
  { name: 'MyGeotab', make: () => connect(), pass: drive },
]

describe.each(worlds)('$name', ({ make, pass }) => {
  async function devicesOf(provider: Telematics): Promise<KnownDevice[]> {
    const { devices: found } = await provider.devicesOf(BASE, VEHICLES)
    const odometer = { meters: 100_000_000, at: hours(0) }
    return found.map(({ deviceId }) => ({ deviceId, hasEngineOil: true, odometer }))
  }

  it('lists devices with the VIN of their vehicle, without duplicates', async () => {
    const { devices: found, isComplete } = await make().devicesOf(BASE, VEHICLES)
    expect(isComplete).toBe(true)
    expect(found.length).toBeGreaterThan(10)
    expect(new Set(found.map(({ deviceId }) => deviceId)).size).toBe(found.length)
    for (const { vin } of found) expect(VINS).toContain(vin)
  })

  it('lists a device that a vehicle has under the same VIN again', async () => {
    const found = await make().devicesOf(BASE, VEHICLES)
    expect(await make().devicesOf(BASE, found.devices)).toEqual(found)
  })

  it('returns oil life, volts, odometer, and pressure and temperature of four tires for every device (ruling 23)', async () => {
    pass(1)
    at = START + 24 * 3_600_000
    const provider = make()
    const devices = await devicesOf(provider)
    const { readings } = await provider.news(BASE, { cursor: null, devices })
    for (const { deviceId } of devices) {
      const mine = readings.filter((reading) => reading.deviceId === deviceId)
      const value = (measure: Reading['measure'], wheel: Reading['wheel'] = null) => {
        const found = mine.filter((reading) => reading.measure === measure && reading.wheel === wheel)
        expect(found).toHaveLength(1)
        expect(Date.parse(found[0]?.at ?? '')).toBeLessThanOrEqual(at)
        return found[0]?.value ?? Number.NaN
      }
      expect(value('oil_life')).toBeGreaterThanOrEqual(0)
      expect(value('oil_life')).toBeLessThanOrEqual(100)
      expect(value('volts')).toBeGreaterThan(9)
      expect(value('volts')).toBeLessThan(16)
      expect(value('odometer')).toBeGreaterThan(100_000_000)
      expect(value('odometer')).toBeLessThan(100_200_000)
      for (const wheel of WHEELS) {
        expect(value('tire_pressure', wheel)).toBeGreaterThan(100)
        expect(value('tire_pressure', wheel)).toBeLessThan(900)
        expect(value('tire_temperature', wheel)).toBeGreaterThan(-40)
        expect(value('tire_temperature', wheel)).toBeLessThan(120)
      }
    }
  })

  it('returns the same for the same cursor, no fault twice for the next one, and new values over time', async () => {
    pass(2)
    at = START + 48 * 3_600_000
    const provider = make()
    const devices = await devicesOf(provider)
    const first = await provider.news(BASE, { cursor: null, devices })
    expect(first.faults.length).toBeGreaterThan(0)
    for (const { id, name, at: when } of first.faults) {
      expect(`${id}${name}`).toMatch(/.{5,}/)
      expect(Date.parse(when)).toBeLessThanOrEqual(at)
    }
    expect(await make().news(BASE, { cursor: null, devices })).toEqual(first)

    pass(90)
    at = START + 21 * 86_400_000
    const next = await provider.news(BASE, { cursor: first.cursor, devices })
    const known = new Set(first.faults.map(({ id }) => id))
    expect(next.faults.length).toBeGreaterThan(0)
    expect(next.faults.filter(({ id }) => known.has(id))).toEqual([])
    const oil = ({ readings }: typeof first) => readings.filter(({ measure }) => measure === 'oil_life')
    expect(oil(next)).not.toEqual(oil(first))
  })

  it('returns nothing about devices that were not requested', async () => {
    pass(3)
    const provider = make()
    const [only] = await devicesOf(provider)
    if (!only) throw new Error('No device')
    const { readings, faults, dismissed } = await provider.news(BASE, { cursor: null, devices: [only] })
    expect(dismissed).toEqual([])
    expect(new Set([...readings, ...faults].map(({ deviceId }) => deviceId))).toEqual(
      new Set([only.deviceId]),
    )
  })
})

describe('MyGeotab errors', () => {
  const readPage = (provider: Telematics) =>
    provider.news(BASE, { cursor: null, devices: [{ deviceId: 'b1', hasEngineOil: true, odometer: null }] })
  const faultOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: { kind?: string }) => error.kind ?? String(error),
    )

  it('signs in again when the session expires, transparently', async () => {
    const provider = connect()
    await readPage(provider)
    fake.trouble('session over')
    expect((await readPage(provider)).readings.length).toBeGreaterThan(0)
  })

  it.each(['over limit', 'unavailable', 'not JSON', 'slow', 'reset'] as const)(
    'asks again after: %s',
    async (trouble) => {
      const provider = connect()
      await readPage(provider)
      fake.trouble(trouble)
      expect((await readPage(provider)).readings.length).toBeGreaterThan(0)
    },
  )

  it('reports the error when it persists', async () => {
    const always = (trouble: Parameters<typeof fake.trouble>[0]) => fake.trouble(...Array(4).fill(trouble))
    const provider = connect()
    await readPage(provider)
    fake.trouble('garbage')
    expect(await faultOf(readPage(provider))).toBe('bad_answer')
    always('over limit')
    expect(await faultOf(readPage(provider))).toBe('too_many')
    always('reset')
    expect(await faultOf(readPage(provider))).toBe('unavailable')
    always('redirect')
    expect(await faultOf(readPage(provider))).toBe('unavailable')
  })

  it('is rejected with a wrong password, and for a database without access', async () => {
    expect(await faultOf(readPage(connect(QUICK, 'wrong')))).toBe('refused')
    expect(await faultOf(connect().devicesOf('somebody_elses', VEHICLES))).toBe('refused')
  })

  it('sends no session to a foreign host', async () => {
    fake.sendTo('my.geotab.example')
    const before = fake.requests.length
    expect(await faultOf(readPage(connect()))).toBe('bad_answer')
    expect(fake.requests.slice(before).map(({ method }) => method)).toEqual(['Authenticate'])
  })

  it('opens the circuit after five failed calls, and retries later', async () => {
    const provider = connect({ ...QUICK, tries: 1, restMs: 50 })
    await readPage(provider)
    fake.trouble(...Array(5).fill('reset'))
    for (let i = 0; i < 5; i++) expect(await faultOf(readPage(provider))).toBe('unavailable')
    const before = fake.requests.length
    expect(await faultOf(readPage(provider))).toBe('unavailable')
    expect(fake.requests.length).toBe(before)
    await expect.poll(() => faultOf(readPage(provider))).toBe('none')
  })

  it('requests half as many records after a timeout, and continues with as many', async () => {
    const device = { id: 'b0' }
    const reading = { device, diagnostic: { id: 'DiagnosticOdometerId' }, dateTime: hours(0), data: 1 }
    fake.databases.set('large_db', {
      devices: [{ id: 'b0', vehicleIdentificationNumber: VINS[0] ?? '' }],
      status: Array.from({ length: 25_001 }, (_, data) => ({ ...reading, data })),
      faults: [],
    })
    const telematics = connect({ ...QUICK, timeoutMs: 2000 })
    await telematics.devicesOf('large_db', [])
    const limits = (from: number) =>
      fake.requests.slice(from).map(({ params }) => [params.typeName, params.resultsLimit])
    const devices = [{ deviceId: 'b0', odometer: null, hasEngineOil: true }]
    const before = fake.requests.length
    fake.trouble('slow')
    const first = await telematics.news('large_db', { cursor: null, devices })
    expect(limits(before)).toEqual([
      ['StatusData', 50_000],
      ['StatusData', 25_000],
      ['FaultData', 50_000],
    ])
    expect([first.hasMore, first.readings[0]?.value]).toEqual([true, 24_999])
    const second = await telematics.news('large_db', { cursor: first.cursor, devices })
    expect(limits(before)[3]).toEqual(['StatusData', 25_000])
    expect([second.hasMore, second.readings[0]?.value]).toEqual([false, 25_000])
  })

  it('requests more records again after it has read a feed to its end', async () => {
    const device = { id: 'b0' }
    fake.databases.set('slow_db', {
      devices: [{ id: 'b0', vehicleIdentificationNumber: VINS[0] ?? '' }],
      status: [{ device, diagnostic: { id: 'DiagnosticOdometerId' }, dateTime: hours(0), data: 1 }],
      faults: [],
    })
    const telematics = connect()
    const devices = [{ deviceId: 'b0', odometer: null, hasEngineOil: true }]
    await telematics.devicesOf('slow_db', [])
    const before = fake.requests.length
    for (let timeouts = 2; timeouts > 0; timeouts--) fake.trouble('slow')
    for (let calls = 3; calls > 0; calls--) await telematics.news('slow_db', { cursor: null, devices })
    const limits = fake.requests
      .slice(before)
      .flatMap(({ params }) => (params.typeName === 'StatusData' ? [params.resultsLimit] : []))
    expect(limits).toEqual([50_000, 25_000, 12_500, 25_000, 50_000])
  })

  it('respects the rate limit', async () => {
    const provider = connect({ ...QUICK, gapMs: 40 })
    const begun = performance.now()
    await readPage(provider)
    // Sign-in, two feeds and a name: four requests, three gaps.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(115)
  })

  it('prefers the adjusted odometer of a device to its raw one, also when later data has the raw one only', async () => {
    const status: { device: { id: string }; diagnostic: { id: string }; dateTime: string; data: number }[] =
      []
    fake.databases.set('adjusted_db', { devices: [], status, faults: [] })
    const addReading = (device: string, diagnostic: string, data: number, hour: number) =>
      status.push({ device: { id: device }, diagnostic: { id: diagnostic }, dateTime: hours(hour), data })
    const devices = ['b1', 'b2'].map((deviceId) => ({ deviceId, hasEngineOil: true, odometer: null }))
    const since = async (cursor: string | null) => {
      const news = await connect().news('adjusted_db', { cursor, devices })
      return { ...news, odometers: news.readings.map(({ deviceId, value }) => [deviceId, value]) }
    }
    addReading('b1', 'DiagnosticOdometerId', 1000, -5)
    addReading('b1', 'DiagnosticOdometerAdjustmentId', 90_000, -4)
    addReading('b1', 'DiagnosticOdometerId', 1001, -3)
    addReading('b2', 'DiagnosticOdometerId', 2000, -3)
    const first = await since(null)
    expect(first.odometers).toEqual([
      ['b1', 90_000],
      ['b2', 2000],
    ])
    addReading('b1', 'DiagnosticOdometerId', 1002, -2)
    addReading('b2', 'DiagnosticOdometerId', 2002, -2)
    const second = await since(first.cursor)
    expect(second.odometers).toEqual([['b2', 2002]])
    addReading('b1', 'DiagnosticOdometerAdjustmentId', 90_003, -1)
    expect((await since(second.cursor)).odometers).toEqual([['b1', 90_003]])
  })

  it('continues from the cursor of an earlier version', async () => {
    const { cursor } = await readPage(connect())
    const { status, fault } = JSON.parse(cursor)
    const devices = [{ deviceId: 'b1', hasEngineOil: true, odometer: null }]
    const news = await connect().news(BASE, { cursor: JSON.stringify({ status, fault }), devices })
    expect([news.readings, news.faults]).toEqual([[], []])
  })

  it('lists devices whose optional fields are null', async () => {
    fake.databases.set('null_db', {
      devices: [
        { id: 'b1', vehicleIdentificationNumber: VINS[0] ?? null, activeTo: null },
        { id: 'b2', vehicleIdentificationNumber: null },
      ],
      status: [],
      faults: [],
    })
    expect(await connect().devicesOf('null_db', VEHICLES)).toEqual({
      devices: [
        { deviceId: 'b1', vin: VINS[0] },
        { deviceId: 'b2', vin: null },
      ],
      isComplete: true,
    })
  })

  it('reports a list as incomplete if it has an invalid record or as many records as a response can have', async () => {
    const provider = connect({ ...QUICK, timeoutMs: 20_000 })
    const isComplete = async (devices: { id: string; vehicleIdentificationNumber: string }[]) => {
      fake.databases.set('large_db', { devices, status: [], faults: [] })
      return (await provider.devicesOf('large_db', VEHICLES)).isComplete
    }
    const devices = Array.from({ length: 50_000 }, (_, i) => ({
      id: `b${i}`,
      vehicleIdentificationNumber: '',
    }))
    expect(await isComplete(devices)).toBe(false)
    expect(await isComplete(devices.slice(1))).toBe(true)
    const invalid = { id: 7 as unknown as string, vehicleIdentificationNumber: '' }
    expect(await isComplete([...devices.slice(0, 2), invalid])).toBe(false)
  })

  it('skips invalid records, removed devices and dismissed faults', async () => {
    fake.databases.set('odd_db', {
      devices: [
        { id: 'b1', vehicleIdentificationNumber: '1FTBW2CM3FK491400', activeTo: '2020-01-01T00:00:00Z' },
        { id: 'b2', vehicleIdentificationNumber: '1FTBW2CM3FK491401', activeTo: '2050-01-01T00:00:00Z' },
        { id: 'b3', vehicleIdentificationNumber: ' ' },
        { id: 'b4', vehicleIdentificationNumber: '1FTBW2CM3FK499999' },
      ],
      status: [
        { device: { id: 'b2' }, diagnostic: 'DiagnosticGoDeviceVoltageId', dateTime: hours(0), data: 12.1 },
        { device: { id: 'b2' }, diagnostic: { id: 'x' }, dateTime: 'yesterday', data: 1 },
        {
          device: { id: 'b2' },
          diagnostic: { id: 'DiagnosticGoDeviceVoltageId' },
          dateTime: hours(-1),
          data: 9,
        },
      ],
      faults: [
        { id: 'f1', device: { id: 'b2' }, diagnostic: { id: 'unknown' }, dateTime: hours(0) },
        {
          id: 'f2',
          device: { id: 'b2' },
          diagnostic: { id: 'x', name: 'Old' },
          dateTime: hours(0),
          dismissDateTime: hours(-1),
        },
        // The device has a wrong clock.
        {
          id: 'f3',
          device: { id: 'b2' },
          diagnostic: { id: 'x', name: 'Future' },
          dateTime: hours(24 * 365),
        },
      ],
    })
    const provider = connect()
    expect(await provider.devicesOf('odd_db', VEHICLES)).toEqual({
      devices: [
        { deviceId: 'b2', vin: VINS[1] },
        { deviceId: 'b3', vin: null },
        { deviceId: 'b4', vin: '1FTBW2CM3FK499999' },
      ],
      isComplete: true,
    })
    const news = await provider.news('odd_db', {
      cursor: null,
      devices: [{ deviceId: 'b2', hasEngineOil: true, odometer: null }],
    })
    expect(news.readings.map(({ value }) => value)).toEqual([12.1])
    expect(news.faults.map(({ id, name }) => [id, name])).toEqual([['f1', 'unknown']])
    expect(news.dismissed).toEqual([{ deviceId: 'b2', id: 'f2' }])
  })
})
