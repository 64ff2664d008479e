// Recalls are matched at night by year, make and model, and reach devices with the vehicles' changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { ExternalApiError } from '#server/integrations/external-api.ts'
import { sampleRecalls } from '#server/integrations/recalls/local.ts'
import type { VehicleModel } from '#server/integrations/recalls/port.ts'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { settled } from '#tests/support/settled.ts'

let server: TestServer
let models: VehicleModel[] = []
let isAway: (model: VehicleModel) => boolean = () => false
beforeAll(async () => {
  server = await startTestServer({
    recalls: {
      of(model) {
        models.push(model)
        if (isAway(model)) throw new ExternalApiError('unavailable', 'away')
        return sampleRecalls.of(model)
      },
    },
  })
})
afterAll(() => server.stop())

const night = async () => {
  models = []
  await server.services.recalls.refreshAll()
}
const nextDay = () => server.db.query(sql`update recall_lookups set looked_up_at = now() - interval '1 day'`)

interface Change {
  type: string
  id: string
  deleted?: boolean
  data?: { make: string; model: string; year: number; recalls: { campaign: string }[] }
}
async function pull(client: Client, cursor?: string) {
  await settled(server.db)
  const response = await client.get(`/sync${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`)
  const changes: Change[] = response.body.changes
  return { next: response.body.next as string, recalls: changes.filter(({ type }) => type === 'recall') }
}

describe('a night', () => {
  it('looks up the recalls of each model once, however many fleets and vehicles have it', async () => {
    const { build, db } = server
    const [one, two, canadian] = [
      await build.fleet(),
      await build.fleet(),
      await build.fleet({ country: 'CA' }),
    ]
    for (const fleet of [one, one, two, canadian]) await build.vehicle(fleet)
    await db.query(sql`update vehicles set make = ' FORD ' where fleet_id = ${two.id}`)
    const bare = await build.vehicle(two)
    await db.query(sql`update vehicles set model = null where id = ${bare.id}`)
    await night()
    expect(models).toEqual([
      { country: 'CA', year: 2022, make: 'ford', model: 'transit' },
      { country: 'US', year: 2022, make: 'ford', model: 'transit' },
    ])
    for (const fleet of [one, two, canadian]) {
      const { recalls } = await pull(await server.as(await build.user(fleet)))
      expect(recalls.map(({ data }) => data)).toMatchObject([
        {
          year: 2022,
          make: 'ford',
          model: 'transit',
          recalls: [{ campaign: 'SAMPLE-001' }, { campaign: 'SAMPLE-002' }],
        },
      ])
    }
    await night()
    expect(models).toEqual([])
  })

  it('sends devices nothing if nothing changed, and removes recalls with the last vehicle of the model', async () => {
    const { build, db } = server
    const fleet = await build.fleet()
    const vehicle = await build.vehicle(fleet)
    await night()
    const user = await server.as(await build.user(fleet))
    const first = await pull(user)
    expect(first.recalls).toHaveLength(1)
    await nextDay()
    await night()
    expect((await pull(user, first.next)).recalls).toEqual([])
    await db.query(sql`update vehicles set is_active = false where id = ${vehicle.id}`)
    await night()
    expect((await pull(user, first.next)).recalls).toMatchObject([
      { id: first.recalls[0]?.id, deleted: true },
    ])
  })

  it('keeps known recalls while an authority is down, and stops calling it', async () => {
    const { build, db } = server
    const fleet = await build.fleet()
    for (let year = 1990; year < 2002; year++) {
      const { id } = await build.vehicle(fleet)
      await db.query(sql`update vehicles set year = ${year} where id = ${id}`)
    }
    await build.vehicle(fleet)
    await nextDay()
    isAway = ({ country }) => country === 'US'
    await night()
    isAway = () => false
    // The other country's authority works, so its models are looked up.
    const lookedUp = Map.groupBy(models, ({ country }) => country)
    expect([lookedUp.get('US')?.length, lookedUp.get('CA')?.length]).toEqual([8, 1])
    expect((await pull(await server.as(await build.user(fleet)))).recalls).toHaveLength(1)
  })

  it('after one in which some models failed looks up the others first', async () => {
    const { build, db } = server
    await night()
    const fleet = await build.fleet()
    for (let year = 1970; year < 1982; year++) {
      const { id } = await build.vehicle(fleet)
      await db.query(sql`update vehicles set year = ${year} where id = ${id}`)
    }
    isAway = ({ year }) => year < 1978
    await night()
    expect(models.map(({ year }) => year)).toEqual([1970, 1971, 1972, 1973, 1974, 1975, 1976, 1977])
    await night()
    expect(models.slice(0, 4).map(({ year }) => year)).toEqual([1978, 1979, 1980, 1981])
    isAway = () => false
    await night()
    expect(models).toHaveLength(8)
  })

  it('of an installation without a source finds nothing', async () => {
    // DSH-042
    const without = await startTestServer({ config: { recalls: 'off' } })
    try {
      const fleet = await without.build.fleet()
      await without.build.vehicle(fleet)
      await without.services.recalls.refreshAll()
      const user = await without.as(await without.build.user(fleet))
      expect((await pull(user)).recalls).toEqual([])
      expect((await user.get('/recalls/status')).body).toEqual({
        is_on: false,
        unchecked: 1,
        unidentified: 0,
      })
    } finally {
      await without.stop()
    }
  })
})

it('DSH-042, DSH-043: a new model is looked up during the day, and until then its vehicles count as not checked', async () => {
  const { build, db } = server
  await night()
  const fleet = await build.fleet()
  const [known, rare, unidentified] = [
    await build.vehicle(fleet),
    await build.vehicle(fleet),
    await build.vehicle(fleet),
  ]
  await db.query(sql`update vehicles set model = 'Rarity' where id = ${rare.id}`)
  await db.query(sql`update vehicles set model = '' where id = ${unidentified.id}`)
  const user = await server.as(await build.user(fleet))
  const status = async (query = '') => (await user.get(`/recalls/status${query}`)).body
  expect(await status()).toEqual({ is_on: true, unchecked: 2, unidentified: 1 })
  models = []
  isAway = ({ model }) => model === 'rarity'
  await server.services.recalls.lookUpNew()
  // The model that another fleet has too is known already; a failed one is looked up again at night.
  expect(models.map(({ model }) => model)).toEqual(['rarity'])
  expect((await pull(user)).recalls).toHaveLength(1)
  expect(await status(`?vehicle_id=${known.id}`)).toMatchObject({ unchecked: 0 })
  expect(await status(`?vehicle_id=${rare.id}`)).toMatchObject({ unchecked: 1 })
  models = []
  isAway = () => false
  await server.services.recalls.lookUpNew()
  expect(models).toEqual([])
  await night()
  // Devices do not get models without recalls.
  expect(await status()).toEqual({ is_on: true, unchecked: 0, unidentified: 1 })
  expect((await pull(user)).recalls).toHaveLength(1)
  const { next } = await pull(user)
  await db.query(sql`update vehicles set model = '' where id = ${rare.id}`)
  await night()
  expect((await pull(user, next)).recalls).toEqual([])
})
