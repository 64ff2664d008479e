import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client

beforeAll(async () => {
  server = await startTestServer()
  client = await server.as(await server.build.user(await server.build.fleet(), { roles: ['Driver'] }))
})
afterAll(() => server.stop())

const idOf = (entries: { id: number; name: string }[], name: string) =>
  entries.find((entry) => entry.name === name)?.id

describe('year, make, model, sub-model, engine (API-024, API-025)', () => {
  it('lead from one to the next, as in the form', async () => {
    const { years } = (await client.get('/vehicles/years')).body
    expect(years[0]).toBeGreaterThanOrEqual(2026)
    expect(years).toEqual([...years].sort((a: number, b: number) => b - a))
    const { makes } = (await client.get('/vehicles/years/2022/makes')).body
    const make = idOf(makes, 'Honda')
    const { models } = (await client.get(`/vehicles/makes/${make}/models?year=2022`)).body
    const model = idOf(models, 'Accord')
    const { sub_models } = (await client.get(`/vehicles/models/${model}/submodels?year=2022`)).body
    expect(sub_models).toContainEqual({ id: 'EX-L', name: 'EX-L' })
    const { engines } = (await client.get(`/vehicles/models/${model}/submodels/EX-L/engines?year=2022`)).body
    expect(engines).toContainEqual({ id: '1.5L 4 cyl Gasoline', name: '1.5L 4 cyl Gasoline' })
  })

  it('list models of all years when no year is given', async () => {
    const of2022 = (await client.get('/vehicles/makes/460/models?year=2022')).body.models
    const ever = (await client.get('/vehicles/makes/460/models')).body.models
    expect(ever.length).toBeGreaterThan(of2022.length)
    expect(ever).toEqual(expect.arrayContaining(of2022))
  })

  it('return the engines of the model if the sub-model is user-defined', async () => {
    const { engines } = (await client.get('/vehicles/models/1801/submodels/Our%20spec%2F2/engines?year=2020'))
      .body
    expect(engines.map((engine: { id: string }) => engine.id)).toContain('5.0L 8 cyl Gasoline')
  })

  it.each([
    '/vehicles/years/1950/makes',
    '/vehicles/makes/99999999/models',
    '/vehicles/models/99999999/submodels',
  ])('are empty lists, not errors, if nothing is known: %s', async (path) => {
    const { status, body } = await client.get(path)
    expect(status).toBe(200)
    expect(Object.values(body)).toEqual([[]])
  })

  // For latency, see `npm run bench -- latency`.
  it('come from memory after the first call: the catalog is not read a second time', async () => {
    const { makes } = (await client.get('/vehicles/years/2023/makes')).body
    const { vehicleCatalog } = server.services
    const pending = vehicleCatalog.makes(2023)
    expect(vehicleCatalog.makes(2023)).toBe(pending)
    expect(await pending).toEqual(makes)
  })
})

describe('the VIN look-up (ruling 19)', () => {
  it('returns year, make, model and engine', async () => {
    const { status, body } = await client.get('/vehicles/vin_lookup?vin=1ftfw1e59lfa12345')
    expect(status).toBe(200)
    expect(body).toEqual({
      vin: '1FTFW1E59LFA12345',
      year: 2020,
      make: { id: 460, name: 'Ford' },
      model: { id: 1801, name: 'F-150' },
      sub_model: null,
      engine: { id: '5.0L 8 cyl Gasoline', name: '5.0L 8 cyl Gasoline' },
      vehicle_type_id: 'light',
      is_type_known: true,
      check_digit_valid: true,
    })
  })

  it('warns of a wrong check digit and still returns a result', async () => {
    const { status, body } = await client.get('/vehicles/vin_lookup?vin=1FTFW1E50LFA12345')
    expect([status, body.check_digit_valid, body.model.name]).toEqual([200, false, 'F-150'])
  })

  it.each([
    '1FTFW1E59LFA1234',
    '1FTFW1E59LFA12345X',
    '1FTFW1E59LFAI2345',
    '1FTFW1E59LFAO2345',
    '*'.repeat(17),
  ])('rejects %s, which cannot be a VIN', async (vin) => {
    const { status, body } = await client.get(`/vehicles/vin_lookup?vin=${encodeURIComponent(vin)}`)
    expect([status, body.code, body.fields]).toEqual([422, 'validation', { vin: ['vin'] }])
  })

  it('assumes the vehicle type if the catalog has no weight class, and says so', async () => {
    const { status, body } = await client.get('/vehicles/vin_lookup?vin=5YJ3E1EA7KF000001')
    expect([status, body.vehicle_type_id, body.is_type_known]).toEqual([200, 'light', false])
  })

  it('finds nothing for a VIN of an unknown maker', async () => {
    expect((await client.get('/vehicles/vin_lookup?vin=00000000000000000')).status).toBe(404)
  })
})

describe('one sub-model', () => {
  it('has its engines, and is not found if the model has none of that name', async () => {
    const { makes } = (await client.get('/vehicles/years/2022/makes')).body
    const { models } = (await client.get(`/vehicles/makes/${idOf(makes, 'Honda')}/models?year=2022`)).body
    const subModels = `/vehicles/models/${idOf(models, 'Accord')}/submodels`
    const found = await client.get(`${subModels}/EX-L?year=2022`)
    const { engines } = (await client.get(`${subModels}/EX-L/engines?year=2022`)).body
    expect(found.body).toEqual({ sub_model: { id: 'EX-L', name: 'EX-L' }, engines })
    expect((await client.get(`${subModels}/Nothing`)).status).toBe(404)
  })
})
