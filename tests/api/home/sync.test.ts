import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { adoptRestoredDatabase } from '#server/modules/home/sync/sync.repository.ts'
import type { Client } from '#tests/support/client.ts'
import { aGloveboxItem, aHistory, otherRows, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { settled } from '#tests/support/settled.ts'

interface Change {
  type: string
  id: string
  deleted?: true
  reason?: string
  data?: Record<string, unknown>
}
let server: TestServer
let service: { id: number }
beforeAll(async () => {
  server = await startTestServer()
  service = await server.build.service({ name: 'Oil change' })
})
afterAll(() => server.stop())

async function aFleet() {
  const fleet = await server.build.fleet()
  const ownerUser = await server.build.user(fleet)
  const driverUser = await server.build.user(fleet, { roles: ['Driver'] })
  const vehicle = await server.build.vehicle(fleet, { drivers: [driverUser] })
  const hidden = await server.build.vehicle(fleet)
  const owner = await server.as(ownerUser)
  const driver = await server.as(driverUser)
  return { fleet, ownerUser, driverUser, vehicle, hidden, owner, driver }
}

/** All changes after a cursor, page by page. */
async function pull(client: Client, cursor?: string, limit = 100, waits: 'settled' | 'at once' = 'settled') {
  if (waits === 'settled') await settled(server.db)
  const changes: Change[] = []
  let next = cursor
  for (;;) {
    const query = next === undefined ? '' : `&cursor=${next}`
    const { status, body } = await client.get(`/sync?limit=${limit}${query}`)
    expect(status).toBe(200)
    changes.push(...body.changes)
    next = body.next as string
    if (!body.hasMore) return { changes, next, withheld: body.withheld as true | undefined }
  }
}
const entry = (vehicle: { id: number }, given = {}) =>
  aHistory({ vehicle_id: vehicle.id, ...given }, service.id)
const post = (client: Client, body: object) => client.post('/manual_maintenance_histories', body)
const of = (changes: Change[], type: string) => changes.filter((change) => change.type === type)
const idsOf = (changes: Change[], type: string) => of(changes, type).map((change) => change.id)

describe('the first pull', () => {
  it('returns everything that a device stores, each entity complete, with the total', async () => {
    const { owner, ownerUser, vehicle, hidden } = await aFleet()
    const rows = otherRows(server.db)
    const shop = await server.build.shop()
    await rows.favorite(ownerUser, shop)
    await rows.snapshot(vehicle)
    const interval = await rows.interval(vehicle, { services: [service.id] })
    const past = await rows.order(vehicle, { status: 'paid' })
    const open = await rows.order(vehicle, { status: 'active' })
    const line = manifestOf(aPdf())
    const remaining = entry(vehicle, { maintenance_documents_attributes: [line] })
    const deleted = entry(hidden)
    await post(owner, remaining)
    await post(owner, deleted)
    await owner.delete(`/manual_maintenance_histories/${deleted.id}`)
    const item = aGloveboxItem({
      vehicle_id: vehicle.id,
      glovebox_documents_attributes: [manifestOf(aPdf())],
    })
    await owner.post('/glovebox_items', item)

    const { changes } = await pull(owner)
    const first = await owner.get('/sync?limit=2')
    expect(first.body.total).toBeGreaterThanOrEqual(9)
    expect(idsOf(changes, 'vehicle').sort()).toEqual([vehicle.id, hidden.id].map(String).sort()) // OFF-006
    expect(idsOf(changes, 'interval')).toEqual([String(interval.id)]) // OFF-011
    expect(idsOf(changes, 'telematics')).toEqual([String(vehicle.id)]) // OFF-010
    expect(idsOf(changes, 'order_history').sort()).toEqual([String(past.id), String(open.id)].sort())
    expect(idsOf(changes, 'manual_history')).toEqual([remaining.id])
    expect(idsOf(changes, 'glovebox_item')).toEqual([item.glovebox_item.id]) // OFF-008
    expect(idsOf(changes, 'favorite_shop')).toEqual([String(shop.id)])
    expect(idsOf(changes, 'service')).toContain(String(service.id))
    expect(of(changes, 'manual_history')[0]?.data).toEqual(
      (await owner.get(`/manual_maintenance_histories/${remaining.id}`)).body,
    )
  })

  it('is the same in pages of one, and after that there is nothing new', async () => {
    const { owner, vehicle } = await aFleet()
    for (let i = 0; i < 5; i++) await post(owner, entry(vehicle))
    const whole = await pull(owner)
    const small = await pull(owner, undefined, 1)
    const key = (change: Change) => `${change.type} ${change.id}`
    expect(small.changes.map(key)).toEqual(whole.changes.map(key))
    expect((await pull(owner, whole.next)).changes).toEqual([])
  })

  it('reports a deletion that happens between two of its pages', async () => {
    const { owner, vehicle } = await aFleet()
    const body = entry(vehicle, { id: '00000000-0000-4000-8000-000000000001' })
    await post(owner, body)
    await post(owner, entry(vehicle))
    const seen = new Map<string, boolean>()
    let next: string | undefined
    for (let more = true; more; ) {
      await settled(server.db)
      const page = await owner.get(`/sync?limit=1${next ? `&cursor=${next}` : ''}`)
      for (const change of page.body.changes) seen.set(change.id, !change.deleted)
      next = page.body.next
      more = page.body.hasMore
      if (seen.get(body.id)) await owner.delete(`/manual_maintenance_histories/${body.id}`)
    }
    expect(seen.get(body.id)).toBe(false)
  })
})

describe('later pulls', () => {
  it('return changed rows once, and the ids of deleted ones', async () => {
    const { owner, vehicle } = await aFleet()
    const [stays, goes] = [entry(vehicle), entry(vehicle)]
    await post(owner, stays)
    await post(owner, goes)
    const { next } = await pull(owner)
    await owner.put(`/manual_maintenance_histories/${stays.id}`, { ...stays, po_number: 'New' })
    await owner.delete(`/manual_maintenance_histories/${goes.id}`)
    const news = await pull(owner, next)
    const histories = of(news.changes, 'manual_history')
    expect(histories.find((change) => change.id === stays.id)?.data).toMatchObject({
      po_number: 'New',
      rev: 2,
    })
    expect(histories.find((change) => change.id === goes.id)).toMatchObject({
      deleted: true,
      reason: 'deleted',
    })
    expect((await pull(owner, news.next)).changes).toEqual([])
  })

  it('return an entry again when its file arrives', async () => {
    const { owner, vehicle } = await aFleet()
    const bytes = aPdf('arrives')
    const line = manifestOf(bytes)
    await post(owner, entry(vehicle, { maintenance_documents_attributes: [line] }))
    const { next } = await pull(owner)
    await owner.put(`/maintenance_documents/${line.id}`, bytes, fileHeaders(bytes))
    const [change] = of((await pull(owner, next)).changes, 'manual_history')
    expect(change?.data).toMatchObject({ attachments_missing: 0 })
  })

  it('return the service catalog again only when it changed', async () => {
    const { owner } = await aFleet()
    const { next } = await pull(owner)
    expect(of((await pull(owner, next)).changes, 'service')).toEqual([])
    const added = await server.build.service()
    expect(idsOf((await pull(owner, next)).changes, 'service')).toContain(String(added.id))
  })

  it('do not skip a change whose transaction commits late', async () => {
    const { owner, vehicle } = await aFleet()
    const { next } = await pull(owner)
    const slow = new pg.Client({ connectionString: server.databaseUrl })
    await slow.connect()
    await slow.query('begin')
    await slow.query(`update vehicles set name_of_vehicle = 'Late' where id = $1`, [vehicle.id])
    // Starts later and commits first: a cursor by time or by number would now be after both.
    const quick = entry(await server.build.vehicle({ id: vehicle.fleetId }))
    await post(owner, quick)
    const between = await pull(owner, next, 100, 'at once')
    await slow.query('commit')
    await slow.end()
    const after = await pull(owner, between.next)
    expect([between.withheld, after.withheld]).toEqual([true, undefined])
    const all = [...between.changes, ...after.changes]
    expect(of(all, 'vehicle').find((change) => change.id === String(vehicle.id))?.data).toMatchObject({
      name_of_vehicle: 'Late',
    })
    expect(idsOf(all, 'manual_history')).toEqual([quick.id])
  })

  it('say that changes are withheld only to devices that will receive them', async () => {
    const { owner, driver, vehicle, hidden } = await aFleet()
    const other = await aFleet()
    const slow = new pg.Client({ connectionString: server.databaseUrl })
    await slow.connect()
    await slow.query('begin')
    await slow.query(`update vehicles set name_of_vehicle = 'Slow' where id = $1`, [other.vehicle.id])
    const withheld = async () => {
      const pulled = await Promise.all(
        [owner, driver, other.owner].map((of) => pull(of, undefined, 100, 'at once')),
      )
      return pulled.map((page) => page.withheld ?? false)
    }
    expect(await withheld()).toEqual([false, false, false])
    await post(owner, entry(hidden))
    expect(await withheld()).toEqual([true, false, false])
    await post(owner, entry(vehicle))
    expect(await withheld()).toEqual([true, true, false])
    await slow.query('commit')
    await slow.end()
    await settled(server.db)
    expect(await withheld()).toEqual([false, false, false])
  })

  it('return everything exactly as it is in the end, however writers and reader interleave', async () => {
    const { owner, vehicle } = await aFleet()
    const bodies = Array.from({ length: 20 }, () => entry(vehicle))
    const device = new Map<string, unknown>()
    const apply = (changes: Change[]) => {
      for (const change of of(changes, 'manual_history'))
        change.deleted ? device.delete(change.id) : device.set(change.id, change.data)
    }
    let next: string | undefined
    const read = async (waits: 'settled' | 'at once') => {
      const pulled = await pull(owner, next, 3, waits)
      next = pulled.next
      apply(pulled.changes)
    }
    const write = async (i: number) => {
      const body = bodies[i]!
      await post(owner, body)
      if (i % 3 === 0)
        await owner.put(`/manual_maintenance_histories/${body.id}`, { ...body, po_number: `P${i}` })
      if (i % 5 === 0) await owner.delete(`/manual_maintenance_histories/${body.id}`)
    }
    const reading = (async () => {
      for (let i = 0; i < 12; i++) await read('at once')
    })()
    await Promise.all([reading, ...bodies.map((_, i) => write(i))])
    await read('settled')
    const list = await owner.get(`/manual_maintenance_histories?vehicle_id=${vehicle.id}&per_page=200`)
    const held = [...device.values()].sort((a, b) =>
      (a as { id: string }).id < (b as { id: string }).id ? 1 : -1,
    )
    const now = list.body.manual_maintenance_histories.sort((a: { id: string }, b: { id: string }) =>
      a.id < b.id ? 1 : -1,
    )
    expect(held).toEqual(now)
  })
})

describe('who sees what', () => {
  it('drivers get their vehicles with all their data, and only their own favorites', async () => {
    const { owner, driver, ownerUser, vehicle, hidden } = await aFleet()
    await otherRows(server.db).favorite(ownerUser, await server.build.shop())
    await otherRows(server.db).snapshot(hidden)
    const [seen, unseen] = [entry(vehicle), entry(hidden)]
    await post(owner, seen)
    await post(owner, unseen)
    const { changes } = await pull(driver)
    expect(idsOf(changes, 'vehicle')).toEqual([String(vehicle.id)])
    expect(idsOf(changes, 'manual_history')).toEqual([seen.id])
    expect([...of(changes, 'telematics'), ...of(changes, 'favorite_shop')]).toEqual([])
  })

  it('an entry that becomes invisible is removed from the device, and returns when it is visible again', async () => {
    const { owner, driver, vehicle, hidden } = await aFleet()
    const body = entry(vehicle)
    await post(owner, body)
    let { next } = await pull(driver)
    const move = (to: { id: number }) =>
      owner.put(`/manual_maintenance_histories/${body.id}`, { ...body, vehicle_id: to.id })
    await move(hidden)
    const away = await pull(driver, next)
    expect(of(away.changes, 'manual_history')).toEqual([
      { type: 'manual_history', id: body.id, deleted: true, reason: 'no_access' },
    ])
    await move(vehicle)
    next = away.next
    const back = of((await pull(driver, next)).changes, 'manual_history')
    expect(back.map((change) => change.deleted ?? false)).toEqual([false])
    expect(of((await pull(owner)).changes, 'manual_history')).toHaveLength(1)
  })

  it('starts again when the user is given another vehicle (410 resync)', async () => {
    const { driver, driverUser, fleet, hidden } = await aFleet()
    const { next } = await pull(driver)
    await server.db.query(
      sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${hidden.id}, ${driverUser.id})`,
    )
    const response = await driver.get(`/sync?cursor=${next}`)
    expect([response.status, response.body.code]).toEqual([410, 'resync'])
    expect(idsOf((await pull(driver)).changes, 'vehicle')).toHaveLength(2)
  })

  it.each(['another user', 'another fleet', 'nonsense', 'the future'])(
    'a cursor of %s is no good (410 resync)',
    async (whose) => {
      const { owner, driver } = await aFleet()
      const { next } = await pull(owner)
      const decoded = Buffer.from(next, 'base64url').toString().split('|')
      decoded[3] = String(10n ** 17n)
      const cursors: Record<string, string> = {
        'another user': (await pull(driver)).next,
        'another fleet': (await pull((await aFleet()).owner)).next,
        nonsense: 'abc',
        'the future': Buffer.from(decoded.join('|')).toString('base64url'),
      }
      expect((await owner.get(`/sync?cursor=${cursors[whose]}`)).body.code).toBe('resync')
    },
  )
})

describe('receipts and heartbeat', () => {
  it('returns the operations that the server does not have, and does not reveal those of other users', async () => {
    const { owner, driver, vehicle } = await aFleet()
    const key = randomUUID()
    await owner.post('/manual_maintenance_histories', entry(vehicle), writeHeaders(key))
    const lost = randomUUID()
    expect((await owner.post('/sync/receipts', { ids: [key, lost] })).body).toEqual({ missing: [lost] })
    expect((await driver.post('/sync/receipts', { ids: [key] })).body).toEqual({ missing: [key] })
  })

  it('counts a refused operation as not arrived (docs/offline.md row 10)', async () => {
    const { owner, vehicle } = await aFleet()
    const key = randomUUID()
    const tomorrow = { ...entry(vehicle), date_of_completion: '2099-01-01' }
    expect((await owner.post('/manual_maintenance_histories', tomorrow, writeHeaders(key))).status).toBe(422)
    expect((await owner.post('/sync/receipts', { ids: [key] })).body).toEqual({ missing: [key] })
  })

  it('stores the last report of each device', async () => {
    const { owner } = await aFleet()
    const beat = {
      device_id: randomUUID(),
      pending: 3,
      oldest_at: new Date().toISOString(),
      stuck: 1,
      app_version: '1.0',
      persisted: true,
      installed: false,
    }
    await owner.post('/clients/heartbeat', beat)
    expect((await owner.post('/clients/heartbeat', { ...beat, pending: 0, oldest_at: null })).body).toEqual({
      success: true,
    })
    const rows = await server.db.query(
      sql`select pending, stuck, is_persisted from client_heartbeats where device_id = ${beat.device_id}`,
    )
    expect(rows).toEqual([{ pending: 0, stuck: 1, is_persisted: true }])
  })

  it('can be called without a session', async () => {
    expect((await server.client().get('/ping')).body).toMatchObject({ ok: true })
  })
})

describe('a database out of a dump', () => {
  it('is detected, gets a new epoch, and every device resyncs', async () => {
    const { owner } = await aFleet()
    const { next } = await pull(owner)
    expect(await adoptRestoredDatabase(server.db)).toBe(false)
    await server.db.query(sql`update sync_changes set xid = '9000000000'::xid8`)
    expect(await adoptRestoredDatabase(server.db)).toBe(true)
    expect((await owner.get(`/sync?cursor=${next}`)).status).toBe(410)
    expect(idsOf((await pull(owner)).changes, 'vehicle')).toHaveLength(2)
  })
})
