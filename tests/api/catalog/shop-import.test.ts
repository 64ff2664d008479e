import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleShops } from '#server/admin/sample-shops.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { importShops } from '#server/modules/catalog/shops/shop-import.service.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { settled } from '#tests/support/settled.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const announced: number[] = []
const announce = (fleetId: number) => void announced.push(fleetId)
const load = (text: string) => importShops({ db: server.db, announce }, new TextEncoder().encode(text))
const HEADING =
  'name,address_line1,city,state,zip,country,main_phone_number,time_zone,email,open_days,opens_at'
const ALDER = 'Alder Auto,1 Elm Street,Albany,NY,12207,US,5185550101,America/New_York,alder@shops.example,,'
const shopNamed = async (name: string) =>
  (
    await server.db.query<Record<string, unknown>>(sql`
      select latitude, open_days, opens_at::text, email, city from shops where name = ${name}`)
  )[0]

describe('a file of shops', () => {
  it('adds shops at the location of their zip code, updates known ones, and leaves the others unchanged', async () => {
    const chene =
      '"Garage du Chêne, enr.",12 rue Est,Québec,QC,G1R 4S9,CA,4185550102,America/Toronto,,123456,07:30'
    expect(await load(`${HEADING}\n${ALDER}\n${chene}\n`)).toEqual({ created: 2, changed: 0, same: 0 })
    expect(await shopNamed('Alder Auto')).toMatchObject({ open_days: [1, 2, 3, 4, 5], opens_at: '08:00:00' })
    expect((await shopNamed('Alder Auto'))?.latitude).toBeCloseTo(42.65, 0)
    expect(await shopNamed('Garage du Chêne, enr.')).toMatchObject({ open_days: [1, 2, 3, 4, 5, 6] })
    const moved = ALDER.replace('Albany', 'East Albany').replace('alder@shops.example', '')
    expect(await load(`${HEADING}\n${moved}\n${chene}`)).toEqual({ created: 0, changed: 1, same: 1 })
    expect(await shopNamed('Alder Auto')).toMatchObject({ city: 'East Albany', email: 'alder@shops.example' })
  })

  it('imports nothing of a file with an invalid row, and names each', async () => {
    const before = await server.db.query(sql`select id from shops order by id`)
    const birch = ALDER.replace('Alder', 'Birch')
    const wrong = [
      [birch.replace('NY', 'QC'), 'Row 3: QC is no state or province of US'],
      [birch.replace('12207', 'G1R 4S9'), 'Row 3: G1R 4S9 is no zip or postal code of US'],
      [birch.replace('5185550101', '555'), 'Row 3: missing or wrong: main_phone_number'],
      [birch.replace('America/New_York', 'Mars'), 'Row 3: missing or wrong: time_zone'],
      [birch.replace('12207', '00000'), 'Row 3: where 00000 lies is not known: give latitude and longitude'],
      [ALDER, 'Row 3: the same shop is in an earlier row'],
    ]
    for (const [line, message] of wrong)
      await expect(load(`${HEADING}\n${ALDER}\n${line}`)).rejects.toThrow(message)
    await expect(load('name,city\nA,B')).rejects.toThrow('Missing: address_line1, state')
    expect(await server.db.query(sql`select id from shops order by id`)).toEqual(before)
  })

  it('reaches the devices that store a changed shop: as a favorite and in their entries', async () => {
    const [elm] = [ALDER.replace('Alder', 'Elm')]
    await load(`${HEADING}\n${elm}`)
    const [shop] = await server.db.query<{ id: number }>(sql`select id from shops where name = 'Elm Auto'`)
    const fleet = await server.build.fleet()
    const client = await server.as(await server.build.user(fleet))
    const vehicle = await server.build.vehicle(fleet)
    const { id: serviceId } = await server.build.service()
    await client.post(`/shops/${shop?.id}/toggle_favorite`, { value: true })
    const entry = { ...aHistory({ vehicle_id: vehicle.id }, serviceId), shop_id: shop?.id }
    expect((await client.post('/manual_maintenance_histories', entry, writeHeaders())).status).toBe(201)
    const pullFrom = async (cursor: string) => {
      await settled(server.db)
      return (await client.get(`/sync?limit=500${cursor}`)).body
    }
    const { next } = await pullFrom('')
    const pull = async () => (await pullFrom(`&cursor=${next}`)).changes
    announced.length = 0
    await load(`${HEADING}\n${elm.replace('5185550101', '5185550199')}`)
    expect(await pull()).toMatchObject([{ type: 'favorite_shop', data: { main_phone_number: '5185550199' } }])
    await load(`${HEADING}\n${elm.replace('Albany', 'East Albany')}`)
    expect((await pull()).map((change: { type: string }) => change.type).sort()).toEqual([
      'favorite_shop',
      'manual_history',
    ])
    expect(announced).toEqual([fleet.id, fleet.id])
  })

  it('searches entries and orders only for shops that moved', async () => {
    const fir = ALDER.replace('Alder', 'Fir')
    await load(`${HEADING}\n${fir}`)
    const texts: string[] = []
    const db: Database = {
      ...server.db,
      system: (work) =>
        server.db.system((tx) => {
          const query: Transaction['query'] = (statement) => {
            texts.push(statement.text)
            return tx.query(statement)
          }
          return work(Object.assign(Object.create(tx), { query }))
        }),
    }
    const tablesFor = async (line: string) => {
      texts.length = 0
      await importShops({ db, announce }, new TextEncoder().encode(`${HEADING}\n${line}`))
      return ['favorite_shops', 'manual_maintenance_histories', 'shop_orders'].filter((table) =>
        texts.some((text) => text.includes(table)),
      )
    }
    expect(await tablesFor(fir)).toEqual([])
    expect(await tablesFor(fir.replace('5185550101', '5185550199'))).toEqual(['favorite_shops'])
    expect(await tablesFor(fir.replace('Albany', 'East Albany'))).toHaveLength(3)
  })

  it('can hold all shops of the demo world', async () => {
    const { created } = await load(sampleShops())
    expect(created).toBeGreaterThan(100)
    expect(await load(sampleShops())).toEqual({ created: 0, changed: 0, same: created })
  })
})
