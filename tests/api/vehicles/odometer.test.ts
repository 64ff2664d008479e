import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { aHistory, day, writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number; unit: 'mi' | 'km' }
let owner: Client

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet))
})
afterAll(() => server.stop())

const path = (vehicle: { id: number }) => `/vehicles/${vehicle.id}/odometer_readings`
const enter = (vehicle: { id: number }, value: number, on: number, more: object = {}) =>
  owner.post(path(vehicle), { id: randomUUID(), value, read_on: day(on), ...more })
const odometerOf = async (vehicle: { id: number }) =>
  (await owner.get(`/vehicles/${vehicle.id}`)).body.odometer

it('keeps readings as a log; the latest valid one is the odometer, even if an older one comes later', async () => {
  const vehicle = await server.build.vehicle(fleet)
  await enter(vehicle, 51_000, -1)
  const back = await enter(vehicle, 50_200, -20)
  expect([back.status, back.body.is_doubtful]).toEqual([201, false])
  expect(await odometerOf(vehicle)).toBe(51_000)
  const { body } = await owner.get(path(vehicle))
  expect(body.odometer_readings.map((reading: { value: number }) => reading.value)).toEqual([51_000, 50_200])
  expect(body.odometer_readings[0]).toMatchObject({ source: 'driver', unit: 'mi', void_reason: null })
})

it('accepts a reading that does not fit, marks it, and uses it once the wrong one is void', async () => {
  const vehicle = await server.build.vehicle(fleet)
  const slip = await enter(vehicle, 510_000, -5)
  const right = await enter(vehicle, 51_050, -1)
  expect(right.body.is_doubtful).toBe(true)
  expect(await odometerOf(vehicle)).toBe(510_000)
  const act = { id: randomUUID(), reason: 'One digit too many' }
  const gone = await owner.post(`${path(vehicle)}/${slip.body.id}/void`, act)
  expect(gone.body.void_reason).toBe('One digit too many')
  expect(await odometerOf(vehicle)).toBe(51_050)
  // The same action once more, and another one that came later.
  const again = await owner.post(`${path(vehicle)}/${slip.body.id}/void`, act)
  expect([again.status, again.body.void_reason]).toEqual([200, 'One digit too many'])
  const late = await owner.post(`${path(vehicle)}/${slip.body.id}/void`, {
    id: randomUUID(),
    reason: 'Other words',
  })
  expect([late.status, late.body.code]).toEqual([409, 'already_void'])
})

it('converts between miles and kilometers', async () => {
  const vehicle = await server.build.vehicle(fleet)
  await enter(vehicle, 80_000, -1, { unit: 'km' })
  expect(await odometerOf(vehicle)).toBe(49_710)
})

it('takes the longest distance of a day, regardless of its unit, in a log and in a schedule', async () => {
  const vehicle = await server.build.vehicle(fleet, { added: day(-2) })
  await enter(vehicle, 50_000, -1)
  await enter(vehicle, 80_000, -1, { unit: 'km' })
  expect(await odometerOf(vehicle)).toBe(50_000)
  const values = (readings: { value: number }[]) => readings.map(({ value }) => value)
  expect(values((await owner.get(path(vehicle))).body.odometer_readings)).toEqual([50_000, 80_000])
  const { schedule } = (await owner.get(`/vehicles/${vehicle.id}/oem_schedules`)).body
  expect(values(schedule.readings)).toEqual([50_000, 80_000])
  // The first reading after the vehicle was added: the shorter distance, 80,000 km.
  expect(schedule.start.odometer).toBe(49_710)
})

it('is created once: by key, and permanently by id and content', async () => {
  const vehicle = await server.build.vehicle(fleet)
  const body = { id: randomUUID(), value: 100, read_on: day(0) }
  const key = writeHeaders()
  const first = await owner.post(path(vehicle), body, key)
  expect((await owner.post(path(vehicle), body, key)).body).toEqual(first.body)
  expect((await owner.post(path(vehicle), body, writeHeaders())).status).toBe(200)
  const other = await owner.post(path(vehicle), { ...body, value: 101 }, writeHeaders())
  expect([other.status, other.body.code]).toEqual([409, 'id_reused'])
  expect((await owner.get(path(vehicle))).body.total_count).toBe(1)
})

it('rejects days in the future, and does not change readings of histories', async () => {
  const vehicle = await server.build.vehicle(fleet)
  expect((await enter(vehicle, 100, 3)).body.fields).toEqual({ read_on: ['future'] })
  const service = await server.build.service()
  await owner.post(
    '/manual_maintenance_histories',
    aHistory({ vehicle_id: vehicle.id, odometer: 200 }, service.id),
  )
  const [reading] = (await owner.get(path(vehicle))).body.odometer_readings
  expect(reading.source).toBe('history')
  const refused = await owner.post(`${path(vehicle)}/${reading.id}/void`, { reason: 'x' })
  expect(refused.body.fields).toEqual({ reading_id: ['other_source'] })
})

it('misses none of several concurrent readings, and all return the same odometer', async () => {
  const vehicle = await server.build.vehicle(fleet)
  const responses = await Promise.all(Array.from({ length: 8 }, (_, i) => enter(vehicle, 1000 + i, 0)))
  expect(responses.every(({ status }) => status === 201)).toBe(true)
  expect(await odometerOf(vehicle)).toBe(1007)
})
