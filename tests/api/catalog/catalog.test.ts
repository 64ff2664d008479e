import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { kilometersBetween, kilometersToShop } from '#server/modules/catalog/places/distance.ts'
import type { Client } from '#tests/support/client.ts'
import { otherRows } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number }
let owner: Client
let canadian: Client

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  const user = await server.build.user(fleet)
  owner = await server.as(user)
  const canada = await server.build.fleet({ country: 'CA' })
  canadian = await server.as(await server.build.user(canada, { language: 'fr' }))
  await server.build.shop({ name: 'Columbus Auto' })
  const far = await server.build.shop({ name: 'Dayton Auto' })
  const farther = await server.build.shop({ name: 'Denver Auto' })
  await server.build.shop({ name: 'Toronto Auto', country: 'CA' })
  await server.db.query(sql`update shops set latitude = 39.759, longitude = -84.192 where id = ${far.id}`)
  await server.db.query(sql`update shops set latitude = 39.739, longitude = -104.99 where id = ${farther.id}`)
  await otherRows(server.db).favorite(user, far)
  await server.build.service({ name: 'Wash' })
  await server.build.service({ name: 'Alignment', positions: ['front', 'rear'] })
})
afterAll(() => server.stop())

describe('shops', () => {
  const names = (body: { shops: { name: string }[] }) => body.shops.map((shop) => shop.name)

  it('near a zip code come nearest first with their distance (MHX-016)', async () => {
    const { body } = await owner.get('/shops/select_shops?zip=43215')
    expect(names(body)).toEqual(['Columbus Auto', 'Dayton Auto'])
    expect(body.shops[0].distance).toBeLessThanOrEqual(1)
    // Columbus to Dayton, in a straight line: about 66 miles.
    expect(Math.abs(body.shops[1].distance - 66)).toBeLessThanOrEqual(2)
    expect(Math.abs(body.shops[1].kilometers - 106)).toBeLessThanOrEqual(3)
    expect(body.shops.map((s: { is_favorite_shop: boolean }) => s.is_favorite_shop)).toEqual([false, true])
    const second = await owner.get('/shops/select_shops?zip=43215&per_page=1&page=2')
    expect([names(second.body), second.body.total_pages]).toEqual([['Dayton Auto'], 2])
  })

  it('are not searched or priced for a service that does not exist', async () => {
    const vehicle = await server.build.vehicle(fleet)
    const [shop] = (await owner.get('/shops/select_shops?zip=43215')).body.shops
    const search = '/shops/select_shops?zip=43215&services_requested[0][service_definition_id]=77000001'
    expect((await owner.get(search)).body.fields).toEqual({
      'services_requested.0.service_definition_id': ['unknown'],
    })
    const prices = `/services/price_estimates?vehicle_id=${vehicle.id}&shop_id=${shop.id}&service_ids=77000001`
    expect((await owner.get(prices)).body.fields).toEqual({ service_ids: ['unknown'] })
  })

  it('have the same distance in SQL and in TypeScript', async () => {
    const places = [
      [40, -83],
      [39.759, -84.192],
      [-39.759, 95.808],
      [71.3, 179.9],
      [0, 0],
    ] as const
    for (const [latitude, longitude] of places) {
      const place = { latitude, longitude }
      const shops = await server.db.query<typeof place & { km: number }>(
        sql`select latitude, longitude, ${kilometersToShop(place)} as km from shops s`,
      )
      expect(shops).toHaveLength(4)
      for (const { km, ...shop } of shops) expect(km).toBeCloseTo(kilometersBetween(place, shop), 6)
    }
  })

  it('near a place, and in the fleet’s own country only: Canada for a fleet of Canada (SHP-010)', async () => {
    const place = 'latitude=39.74&longitude=-105'
    expect(names((await owner.get(`/shops/select_shops?${place}`)).body)).toEqual(['Denver Auto'])
    expect(names((await canadian.get(`/shops/select_shops?${place}`)).body)).toEqual([])
    expect(names((await canadian.get('/shops/select_shops?zip=m5v%202t6')).body)).toEqual(['Toronto Auto'])
  })

  it('are not found near an unknown zip code, and a code of the other country is rejected', async () => {
    expect((await owner.get('/shops/select_shops?zip=00000')).body).toMatchObject({
      shops: [],
      total_count: 0,
    })
    expect((await owner.get('/shops/select_shops?zip=M5V2T6')).body.fields).toEqual({ zip: ['zip'] })
    expect((await canadian.get('/shops/select_shops?zip=43215')).body.fields).toEqual({
      zip: ['postal_code'],
    })
    expect((await owner.get('/shops/select_shops?latitude=1')).body.fields).toEqual({
      longitude: ['required'],
    })
  })

  it('one by one have their distance from a zip code or a place, and none without (SHP-016)', async () => {
    const [columbus, dayton] = (await owner.get('/shops/select_shops?zip=43215')).body.shops
    const from = async (query: string) => (await owner.get(`/shops/${dayton.id}${query}`)).body
    const { distance, kilometers } = dayton
    expect(await from('?zip=43215')).toMatchObject({ distance, kilometers })
    expect(await from('')).toMatchObject({ distance: null, kilometers: null })
    expect(await from('?zip=00000')).toMatchObject({ distance: null, kilometers: null })
    expect((await from('?latitude=39.76&longitude=-84.19')).distance).toBeLessThanOrEqual(2)
    expect((await from('?zip=M5V2T6')).fields).toEqual({ zip: ['zip'] })
    expect((await from('?latitude=39.76')).fields).toEqual({ longitude: ['required'] })
    expect((await canadian.get(`/shops/${columbus.id}?zip=M5V2T6`)).status).toBe(404)
  })

  it('are listed as favorites of the user', async () => {
    expect(names((await owner.get('/shops/favorites')).body)).toEqual(['Dayton Auto'])
    expect(names((await canadian.get('/shops/favorites')).body)).toEqual([])
  })

  it('are favorites in each fleet that a user acts for, independent of the others', async () => {
    const account = await server.build.account()
    const fleets = [1, 2].map(() => server.build.fleet({ accountId: account.id }))
    const [home, other] = await Promise.all(fleets)
    const user = await server.build.user(home!, { accounts: [account] })
    const [atHome, abroad] = await Promise.all(
      [home!, other!].map(({ id }) => server.as({ ...user, fleetId: id })),
    )
    const [{ id }] = (await owner.get('/shops/favorites')).body.shops
    const mark = (client: Client, value: boolean) => client.post(`/shops/${id}/toggle_favorite`, { value })
    const marked = () =>
      Promise.all(
        [atHome!, abroad!].map(async (client) => [
          (await client.get(`/shops/${id}`)).body.is_favorite_shop,
          names((await client.get('/shops/favorites')).body).length,
        ]),
      )
    expect((await mark(atHome!, true)).status).toBe(200)
    expect(await marked()).toEqual([
      [true, 1],
      [false, 0],
    ])
    for (const _ of ['first', 'again']) expect((await mark(abroad!, true)).status).toBe(200)
    expect(await marked()).toEqual([
      [true, 1],
      [true, 1],
    ])
    await mark(atHome!, false)
    expect(await marked()).toEqual([
      [false, 0],
      [true, 1],
    ])
  })

  it('are sorted by name without a position', async () => {
    expect(names((await owner.get('/shops/select_shops')).body)).toEqual([
      'Columbus Auto',
      'Dayton Auto',
      'Denver Auto',
    ])
  })

  it('are found by words of their name or city, near a place or in the whole country (SHP-029)', async () => {
    const found = async (query: string) => names((await owner.get(`/shops/select_shops?${query}`)).body)
    expect(await found('name=AUTO')).toEqual(['Columbus Auto', 'Dayton Auto', 'Denver Auto'])
    expect(await found('name=auto%20den')).toEqual(['Denver Auto'])
    expect(await found('zip=43215&name=d%C3%A2yton')).toEqual(['Dayton Auto'])
    expect(await found('zip=43215&name=denver')).toEqual([])
    expect(await found('name=%25')).toEqual([])
    expect(await found('name=toronto')).toEqual([])
    expect((await owner.get('/shops/select_shops?name=auto&per_page=2')).body.total_count).toBe(3)
  })
})

describe('services and places', () => {
  it('lists services by name in the user’s language, with their positions; basic without prices (SVC-093)', async () => {
    const { body } = await owner.get('/services')
    expect(body.services.map((s: { name: string }) => s.name)).toEqual(['Alignment', 'Wash'])
    expect(body.services[0]).toMatchObject({ positions: ['front', 'rear'], name_fr: 'Alignment (fr)' })
    // SVC-048
    expect(body.services[0].positionOptions).toEqual([
      { position: 'front', name: 'Front', name_en: 'Front', name_fr: 'Avant' },
      { position: 'rear', name: 'Rear', name_en: 'Rear', name_fr: 'Arrière' },
    ])
    expect(body.services.map((s: { service_options: string[] }) => s.service_options)).toEqual([
      ['position'],
      [],
    ])
    const { services } = (await canadian.get('/services')).body
    expect(services[0].positionOptions[0].name).toBe('Avant')
    await server.db.query(sql`update service_definitions set typical_price = 80 where name_en = 'Alignment'`)
    const priceOf = async (query: string) =>
      (await canadian.get(`/services?${query}`)).body.services[0].typical_price
    expect((await canadian.get('/services?basic=true')).body.services[0].name).toBe('Alignment (fr)')
    expect(await priceOf('basic=true')).toBeNull()
    expect(await priceOf('full_prices=true')).toBe('80.00')
    expect(await priceOf('basic=true&full_prices=true')).toBe('80.00')
  })

  it('lists states and provinces in both languages (GLV-033, API-027)', async () => {
    const us = (await owner.get('/states?country=US')).body.states
    expect(us).toHaveLength(56)
    expect(us[0]).toEqual({ id: 'AL', name: 'Alabama', country: 'US' })
    const ca = (await canadian.get('/states?country=CA&language=fr')).body.states
    expect(ca).toHaveLength(13)
    expect(ca.find((s: { id: string }) => s.id === 'PE').name).toBe('Île-du-Prince-Édouard')
    // Without `language`, in the language of the account; in any language code (BRD-024).
    const french = await server.as(await server.build.user(await server.build.fleet(), { language: 'fr' }))
    for (const query of ['country=CA', 'country=CA&language=fr_CA'])
      expect((await french.get(`/states?${query}`)).body.states, query).toEqual(ca)
  })
})
