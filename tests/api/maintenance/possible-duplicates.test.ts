// The same work entered by two users (docs/offline.md row 25): never refused, never dropped, always reported.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { aHistory, day, writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const PATH = '/manual_maintenance_histories'
let server: TestServer
let oil: { id: number }
let brakes: { id: number }
beforeAll(async () => {
  server = await startTestServer()
  oil = await server.build.service({ name: 'Oil change' })
  brakes = await server.build.service({ name: 'Brake pads', positions: ['front', 'rear'] })
})
afterAll(() => server.stop())

/** A vehicle with an entry of its driver, and two users who may enter the same. */
async function aJob(given: Record<string, unknown> = {}) {
  const fleet = await server.build.fleet()
  const driverUser = await server.build.user(fleet, { roles: ['Driver'], firstName: 'Dana' })
  const vehicle = await server.build.vehicle(fleet, { drivers: [driverUser] })
  const driver = await server.as(driverUser)
  const owner = await server.as(await server.build.user(fleet, { firstName: 'Olga' }))
  const entry = (changed: Record<string, unknown> = {}) =>
    aHistory({ vehicle_id: vehicle.id, ...changed }, oil.id)
  const first = entry(given)
  await driver.post(PATH, first, writeHeaders())
  const duplicatesOf = async (client: Client, changed: Record<string, unknown> = {}) => {
    const response = await client.post(PATH, entry(changed), writeHeaders())
    expect(response.status).toBe(201)
    return (response.body.possibleDuplicates ?? []).map(({ id }: { id: string }) => id)
  }
  return { fleet, vehicle, driver, owner, entry, first, duplicatesOf }
}

describe('a possible duplicate of an existing entry (docs/offline.md row 25)', () => {
  it('is still created, and the response shows the other one', async () => {
    const { owner, entry, first } = await aJob()
    const mine = entry({ odometer: 51_400, date_of_completion: day(-2) })
    const created = await owner.post(PATH, mine, writeHeaders())
    expect(created.status).toBe(201)
    expect(created.body.possibleDuplicates).toEqual([
      {
        id: first.id,
        date_of_completion: first.date_of_completion,
        odometer: 51_200,
        odometer_units: 'mi',
        services: ['Oil change'],
        shop_name: 'Corner Garage',
        total: '49.90',
        created_by_name: expect.stringMatching(/^Dana /),
        is_own: false,
      },
    ])
    // Later reads return the entry alone.
    const { possibleDuplicates: _, ...alone } = created.body
    expect((await owner.get(`${PATH}/${mine.id}`)).body).toEqual(alone)
    const rows = await server.db.query(
      sql`select from manual_maintenance_histories where id in (${mine.id}, ${first.id}) and deleted_at is null`,
    )
    expect(rows).toHaveLength(2)
  })

  it('is reported again, word for word, if the response was lost and the same request is sent again', async () => {
    const { owner, entry, first } = await aJob()
    const mine = entry()
    const key = randomUUID()
    const response = await owner.post(PATH, mine, writeHeaders(key))
    const replay = await owner.post(PATH, mine, writeHeaders(key))
    expect(replay.body).toEqual(response.body)
    expect(replay.body.possibleDuplicates).toMatchObject([{ id: first.id }])
  })

  it('is no duplicate of itself: neither by its own replay nor by its id under another key', async () => {
    const { driver, first } = await aJob()
    for (const key of [randomUUID(), randomUUID()]) {
      const again = await driver.post(PATH, first, writeHeaders(key))
      expect(again.status).toBe(200)
      expect(again.body.possibleDuplicates).toBeUndefined()
    }
  })

  it('shows whether the other one belongs to the same user', async () => {
    const { driver, entry } = await aJob()
    expect((await driver.post(PATH, entry(), writeHeaders())).body.possibleDuplicates).toMatchObject([
      { is_own: true },
    ])
  })

  it.each([
    ['two days apart', { date_of_completion: day(-3) }],
    ['more than 1 % apart', { odometer: 52_000 }],
    ['another service', () => ({ vehicle_services: [{ service_definition_id: brakes.id, price: '1' }] })],
  ])('is not reported for %s', async (_what, change) => {
    const { owner, duplicatesOf } = await aJob()
    expect(await duplicatesOf(owner, typeof change === 'function' ? change() : change)).toEqual([])
  })

  it('distinguishes front and rear, and treats a missing position as any', async () => {
    const at = (position?: string) => ({
      vehicle_services: [{ service_definition_id: brakes.id, price: '1', ...(position ? { position } : {}) }],
    })
    const { owner, duplicatesOf, first } = await aJob(at('front'))
    expect(await duplicatesOf(owner, at('rear'))).toEqual([])
    expect(await duplicatesOf(owner, at('front'))).toContain(first.id)
    expect(await duplicatesOf(owner, at())).toContain(first.id)
  })

  it('ignores deleted entries', async () => {
    const { owner, duplicatesOf, first } = await aJob()
    await owner.delete(`${PATH}/${first.id}`, writeHeaders(randomUUID(), 1))
    expect(await duplicatesOf(owner)).toEqual([])
  })

  it('ignores other vehicles and other fleets', async () => {
    const { fleet, owner, first } = await aJob()
    const other = await server.build.vehicle(fleet)
    const elsewhere = aHistory({ ...first, id: randomUUID(), vehicle_id: other.id }, oil.id)
    expect((await owner.post(PATH, elsewhere, writeHeaders())).body.possibleDuplicates).toBeUndefined()
    const foreign = await aJob()
    expect(await foreign.duplicatesOf(foreign.owner, { odometer: 51_201 })).toEqual([foreign.first.id])
  })

  it('is reported to one of two users who enter it at the same moment', async () => {
    const { owner, driver, entry } = await aJob({ date_of_completion: day(-20) })
    const responses = await Promise.all([
      owner.post(PATH, entry({ odometer: 60_000 }), writeHeaders()),
      driver.post(PATH, entry({ odometer: 60_010 }), writeHeaders()),
    ])
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(responses.flatMap(({ body }) => body.possibleDuplicates ?? [])).toHaveLength(1)
  })
})
