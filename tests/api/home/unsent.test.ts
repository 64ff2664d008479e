// Unsent entries as a manager sees them (docs/offline.md row 10).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { workers } from '#server/jobs/workers.ts'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const noMail = { leavesServer: false, deliver: async () => {} }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const aHeartbeat = (given: Record<string, unknown> = {}) => ({
  device_id: randomUUID(),
  pending: 3,
  oldest_at: '2026-01-02T08:00:00.000Z',
  stuck: 0,
  app_version: '1.2.0',
  persisted: true,
  installed: false,
  ...given,
})

async function aFleet() {
  const fleet = await server.build.fleet()
  const manager = await server.as(await server.build.user(fleet, { roles: ['Manager'] }))
  const driverUser = await server.build.user(fleet, { roles: ['Driver'], firstName: 'Dana' })
  const driver = await server.as(driverUser)
  const beat = (given: Record<string, unknown> = {}, client: Client = driver) =>
    client.post('/clients/heartbeat', aHeartbeat(given))
  const unsent = async (query = '') => (await manager.get(`/clients/unsent${query}`)).body
  return { manager, driver, driverUser, beat, unsent }
}

describe('devices with unsent entries', () => {
  it('are listed with their user, count, age and last contact, and without the entries themselves', async () => {
    const { beat, unsent, driverUser } = await aFleet()
    const device_id = randomUUID()
    await beat({ device_id, pending_files: 2, stuck: 1 })
    const { devices, total_count } = await unsent()
    expect(total_count).toBe(1)
    expect(devices).toEqual([
      {
        device_id,
        user_id: driverUser.id,
        user_name: expect.stringMatching(/^Dana /),
        pending: 3,
        pending_files: 2,
        stuck: 1,
        stuck_files: 0,
        oldest_at: '2026-01-02T08:00:00.000Z',
        seen_at: expect.any(String),
        app_version: '1.2.0',
        persisted: true,
        installed: false,
        lost: 0,
        lost_files: 0,
        lost_at: null,
      },
    ])
  })

  it('leave the list when all entries have arrived', async () => {
    const { beat, unsent } = await aFleet()
    const device_id = randomUUID()
    await beat({ device_id })
    await beat({ device_id, pending: 0, oldest_at: null })
    expect((await unsent()).devices).toEqual([])
  })

  it('report no future times, regardless of the clock of a phone, and in UTC', async () => {
    const { beat, unsent } = await aFleet()
    expect((await beat({ oldest_at: '9999-12-31T23:59:59Z' })).status).toBe(200)
    expect((await beat({ oldest_at: '2026-01-02T23:00:00+23:59' })).status).toBe(200)
    const [first, second] = (await unsent()).devices
    expect(first.oldest_at).toBe('2026-01-01T23:01:00.000Z')
    expect(Date.parse(second.oldest_at)).toBeLessThanOrEqual(Date.now())
  })

  it.each([
    { pending: 2_147_483_648 },
    { stuck: Number.MAX_SAFE_INTEGER },
    { lost: 3e9 },
    { pending: -1 },
    { oldest_at: '9999-12-31T23:59:59-23:59' },
    { oldest_at: '1900-01-01T00:00:00+23:59' },
  ])('are rejected with %j: no number or instant that the database can store', async (given) => {
    const { beat } = await aFleet()
    expect((await beat(given)).status).toBe(422)
  })

  it('are sorted by the longest wait, page by page', async () => {
    const { beat, unsent } = await aFleet()
    for (const oldest_at of ['2026-03-03T00:00:00Z', '2026-01-01T00:00:00Z', '2026-02-02T00:00:00Z'])
      await beat({ oldest_at })
    const first = await unsent('?per_page=2')
    expect(first).toMatchObject({ page: 1, total_pages: 2, total_count: 3 })
    const second = await unsent('?per_page=2&page=2')
    const months = [...first.devices, ...second.devices].map((device) => device.oldest_at.slice(5, 7))
    expect(months).toEqual(['01', '02', '03'])
  })

  it('show only the user’s own fleet, and nothing to drivers', async () => {
    const { beat, driver } = await aFleet()
    await beat()
    expect((await driver.get('/clients/unsent')).status).toBe(403)
    expect((await (await aFleet()).unsent()).devices).toEqual([])
  })

  it('expire: hidden after 90 days without contact, deleted after 180', async () => {
    const { beat, unsent } = await aFleet()
    const device_id = randomUUID()
    await beat({ device_id })
    const seen = (days: number) =>
      server.db.query(
        sql`update client_heartbeats set seen_at = now() - make_interval(days => ${days}) where device_id = ${device_id}`,
      )
    const rows = () => server.db.query(sql`select from client_heartbeats where device_id = ${device_id}`)
    const cleanUp = () => workers({ ...server.services, mail: noMail })['clean-up']({})
    await seen(89)
    expect((await unsent()).devices).toHaveLength(1)
    await seen(91)
    expect((await unsent()).devices).toEqual([])
    await cleanUp()
    expect(await rows()).toHaveLength(1)
    await seen(181)
    await cleanUp()
    expect(await rows()).toEqual([])
  })

  it('report entries that a browser removed for a month, whatever the device sends later', async () => {
    const { beat, unsent } = await aFleet()
    const device_id = randomUUID()
    await beat({ device_id })
    await beat({ device_id, pending: 0, oldest_at: null, lost: 3 })
    await beat({ device_id, pending: 0, oldest_at: null })
    expect((await unsent()).devices).toMatchObject([{ pending: 0, lost: 3, lost_at: expect.any(String) }])
    await server.db.query(
      sql`update client_heartbeats set lost_at = now() - interval '31 days' where device_id = ${device_id}`,
    )
    expect((await unsent()).devices).toEqual([])
    await beat({ device_id })
    expect((await unsent()).devices).toMatchObject([{ pending: 3, lost: 0, lost_at: null }])
  })
})
