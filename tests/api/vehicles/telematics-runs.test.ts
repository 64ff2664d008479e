// Synchronizations that end while their run continues, and concurrent starts.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import type { Telematics, TelematicsNews } from '#server/integrations/telematics/port.ts'
import { telematicsSyncRepository } from '#server/modules/vehicles/telematics/telematics-sync.repository.ts'
import { startDailySyncs } from '#server/modules/vehicles/telematics/telematics-sync.service.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

const VIN = '1FTBW2CM3FK491482'
const NOTHING_NEW: TelematicsNews = { readings: [], faults: [], dismissed: [], cursor: 'c', hasMore: false }
/** Requests for news, in order. Each gets a response when the test resolves it. */
const requests: { database: string; respond: (news: TelematicsNews) => void }[] = []
let onRequest = () => {}

const telematics: Telematics = {
  kind: 'live',
  devicesOf: async () => ({ devices: [{ deviceId: 'b7', vin: VIN }], isComplete: true }),
  news: (database) =>
    new Promise((respond) => {
      requests.push({ database, respond })
      onRequest()
    }),
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ telematics })
})
afterAll(() => server.stop())

/** Runs a synchronization up to its first request for news. */
async function begin(id: number) {
  const requested = new Promise<void>((resolve) => {
    onRequest = resolve
  })
  const ended = server.services.telematicsSync.run(id)
  await Promise.race([requested, ended])
  const request = requests.at(-1)
  if (!request) throw new Error('The run requested no news.')
  return { ended, respond: request.respond }
}

let count = 0
async function aFleet() {
  const fleet = await server.build.fleet({ brand: 'trackline', timeZone: 'Etc/UTC' })
  const vehicle = await server.build.vehicle(fleet)
  await server.db.query(sql`update vehicles set vin = ${VIN} where id = ${vehicle.id}`)
  const owner = await server.as(await server.build.user(fleet))
  const use = (databaseName: string) => owner.put(`/fleets/${fleet.id}`, { databaseName })
  const name = `pier_${++count}`
  expect((await use(name)).status).toBe(200)
  const start = async (): Promise<number> => (await owner.post('/geotab/sync_events')).body.id
  const events = async () => (await owner.get('/geotab/sync_events')).body.sync_events
  return { fleet, vehicle, name, use, start, events }
}

it('a run that has ended neither reads on nor ends the next run of the same synchronization', async () => {
  const { fleet, start, events } = await aFleet()
  const id = await start()
  const first = await begin(id)
  // As the daily start does with a run that takes too long.
  await server.db.query(sql`
    update telematics_sync_events set status = 'queued', started_at = null where fleet_id = ${fleet.id}`)
  const second = await begin(id)
  const before = requests.length
  first.respond({ ...NOTHING_NEW, cursor: 'old', hasMore: true })
  await Promise.race([first.ended, new Promise((resolve) => setTimeout(resolve, 2000))])
  expect(requests.length).toBe(before)
  expect(await events()).toMatchObject([{ id, status: 'running' }])
  second.respond(NOTHING_NEW)
  await second.ended
  expect(await events()).toMatchObject([{ id, status: 'complete' }])
})

it('a run writes nothing after its fleet has named another database, not even to devices with the same ids', async () => {
  const { fleet, vehicle, use, name, start } = await aFleet()
  const { db } = server
  const old = await begin(await start())
  expect((await use(`${name}_new`)).status).toBe(200)
  const current = await begin(await start())
  const at = new Date().toISOString()
  const reading = { deviceId: 'b7', measure: 'volts', wheel: null, value: 12.3, at } as const
  old.respond({ ...NOTHING_NEW, readings: [reading], cursor: 'old' })
  await old.ended
  const stored = sql`select from telematics_snapshots where vehicle_id = ${vehicle.id}`
  expect(await db.query(stored)).toEqual([])
  current.respond({ ...NOTHING_NEW, readings: [reading], cursor: 'new' })
  await current.ended
  expect(await db.query(stored)).toHaveLength(1)
  const feed = sql`select database_name, cursor from telematics_feeds where fleet_id = ${fleet.id}`
  expect(await db.query(feed)).toEqual([{ database_name: `${name}_new`, cursor: 'new' }])
})

it('a start by hand at the same moment stops no daily synchronization of other fleets (TEL-028)', async () => {
  const { db } = server
  const [failed, other] = [await aFleet(), await aFleet()]
  await db.query(sql`
    insert into telematics_sync_events (fleet_id, database_name, cause, day, status, failure, finished_at)
    values (${failed.fleet.id}, ${failed.name}, 'daily', '2026-03-02', 'failed', 'unavailable', now())`)
  const { daily } = await db.system(async (tx) => {
    await telematicsSyncRepository.insertByHand(tx, failed.fleet.id)
    const daily = startDailySyncs({
      db,
      ports: { jobs: server.services.ports.jobs },
      clock: () => new Date('2026-03-02T08:00:00Z'),
    })
    await untilBlocked(db)
    return { daily }
  })
  await daily
  expect(await failed.events()).toMatchObject([{ cause: 'by_hand', status: 'queued' }, { status: 'failed' }])
  expect(await other.events()).toMatchObject([{ cause: 'daily', status: 'queued' }])
})
