import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { removeOrphanFiles } from '#server/jobs/file-janitor.ts'
import { workers } from '#server/jobs/workers.ts'
import { DELETED_VEHICLE_KEEP_DAYS } from '#server/limits.ts'
import { fleetDeletionRepository } from '#server/modules/fmc/fleets/fleet-deletion.repository.ts'
import { refreshVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import { aHistory, day, writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { aChargedOrder } from '#tests/support/paid-orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { settled } from '#tests/support/settled.ts'
import { aCompany, aFullVehicle, type Company } from '#tests/support/transfers.ts'
import { vinOf } from '#tests/support/vins.ts'

const DAY_MS = 86_400_000
let server: TestServer
let company: Company
let serviceId: number
let nowMs = Date.now()

beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs) })
  company = await aCompany(server)
  serviceId = (await server.build.service()).id
})
afterAll(() => server.stop())
beforeEach(() => {
  nowMs = Date.now()
})

const owner = () => company.old.asOwner
const remove = async (vehicle: { id: number }) => {
  const { rev } = (await owner().get(`/vehicles/${vehicle.id}`)).body
  const response = await owner().delete(`/vehicles/${vehicle.id}`, writeHeaders(randomUUID(), rev))
  expect([response.status, response.body]).toEqual([200, { success: true, id: vehicle.id }])
}
const restore = (vehicle: { id: number }, client = owner()) =>
  client.post(`/deleted_vehicles/${vehicle.id}/restore`, undefined, writeHeaders())
const listed = async (vehicle: { id: number }) =>
  (await owner().get(`/deleted_vehicles?vehicle_id=${vehicle.id}`)).body.deleted_vehicles

/** A vehicle with rows in every dependent table: `aFullVehicle`, and a canceled order. */
async function aVehicle() {
  const vehicle = await aFullVehicle(server, company, serviceId)
  const { old, user } = company
  const order = await anOpenOrder(server.db, vehicle, { status: 'cancel', serviceId })
  const inFleet = sql`${old.id}, ${order.id}`
  const [promotion] = await server.db.query<{ id: number }>(sql`
    insert into promotions (code, name_en, name_fr, description_en, description_fr, percent_off)
    values (${`P${order.id}`}, 'Ten', 'Dix', 'Off', 'De moins', 10) returning id`)
  for (const row of [
    sql`insert into order_notes (fleet_id, order_id, created_by, title, comment) values (${inFleet}, ${user.id}, 'a', 'b')`,
    sql`insert into shop_order_activity_items (fleet_id, order_id, acting_party, activity_type, total, told_at)
      values (${inFleet}, 'shop', 'complete', 5, now())`,
    sql`insert into customers_promotions (fleet_id, order_id, promotion_id, user_id)
      values (${inFleet}, ${promotion!.id}, ${user.id})`,
    sql`insert into shop_links (id, fleet_id, order_id, token_hash, created_by)
      values (gen_random_uuid(), ${inFleet}, ${Buffer.from(randomUUID())}, ${user.id})`,
    sql`insert into shop_idempotency_keys (fleet_id, order_id, key, route, fingerprint, status)
      values (${inFleet}, gen_random_uuid(), 'x', ${Buffer.from('x')}, 200)`,
  ])
    await server.db.query(row)
  return { ...vehicle, cancelledOrderId: order.id }
}

/** Every row of a vehicle by table, and the counts of its fleet. */
async function rowsOf(vehicle: { id: number; fleetId: number }) {
  const tables = await server.db.query<{ name: string; condition: string }>(
    sql`select table_name as name, condition from tables_of_a_vehicle() order by place`,
  )
  const rows: Record<string, unknown[]> = {}
  for (const { name, condition } of tables)
    rows[name] = await server.db.query({
      text: `select to_jsonb(t) as row from ${name} t where ${condition} order by 1`,
      values: [vehicle.id, vehicle.fleetId],
    })
  return rows
}
async function countsOf({ fleetId }: { fleetId: number }) {
  const [counts] = await server.db.query(sql`
    select (select sum(count) from vehicle_tallies where fleet_id = ${fleetId}) as vehicles,
      (select sum(transactions) from fleet_tallies where fleet_id = ${fleetId}) as transactions,
      (select sum(spend) from fleet_tallies where fleet_id = ${fleetId}) as spend,
      (select jsonb_agg(t order by t.day, t.status) from order_day_totals t where fleet_id = ${fleetId} and orders > 0) as days`)
  return counts
}
/** Without what a restore changes: revisions, and recalculated due dates. */
const comparable = (rows: Record<string, unknown[]>) =>
  JSON.parse(
    JSON.stringify(rows, (key, value) =>
      ['rev', 'updated_at', 'computed_on', 'fingerprint', 'reminders_planned_on'].includes(key)
        ? undefined
        : value,
    ),
  )

describe('restoring a deleted vehicle', () => {
  it('restores every deleted row and every count', async () => {
    const vehicle = await aVehicle()
    await server.db.query(sql`delete from reminders where vehicle_id = ${vehicle.id} and state = 'waiting'`)
    await server.db.tenant(vehicle.fleetId, (tx) => refreshVehicle(tx, vehicle.fleetId, vehicle.id, day()))
    const [before, counts] = [await rowsOf(vehicle), await countsOf(vehicle)]
    // Otherwise the comparison would not cover a table.
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])

    await remove(vehicle)
    const left = Object.entries(await rowsOf(vehicle)).filter(([, rows]) => rows.length > 0)
    expect(left).toEqual([])
    expect(await countsOf(vehicle)).not.toEqual(counts)
    expect(await listed(vehicle)).toEqual([
      {
        id: vehicle.id,
        name: expect.stringContaining('Van'),
        vin: expect.any(String),
        deleted_at: new Date(nowMs).toISOString(),
        deleted_by: expect.stringContaining('Ada'),
        restorable_until: new Date(nowMs + DELETED_VEHICLE_KEEP_DAYS * DAY_MS).toISOString(),
      },
    ])

    const response = await restore(vehicle)
    expect([response.status, response.body.missing_drivers]).toEqual([200, []])
    expect(comparable(await rowsOf(vehicle))).toEqual(comparable(before))
    expect(await countsOf(vehicle)).toEqual(counts)
    expect(await listed(vehicle)).toEqual([])
    expect((await restore(vehicle)).status).toBe(404)
    const [policy] = await server.db.query(
      sql`select vehicle_ids from maintenance_policies where fleet_id = ${vehicle.fleetId} and ${vehicle.id} = any(vehicle_ids)`,
    )
    expect(policy).toEqual({ vehicle_ids: [vehicle.id] })
    const file = await owner().get(`/maintenance_documents/${vehicle.fileId}`)
    expect(Buffer.from(file.body).equals(vehicle.file)).toBe(true)
  })

  it('covers every table that a deletion removes rows from', async () => {
    const taken = await server.db.query<{ name: string }>(sql`
      with recursive hanging as (
        select 'vehicles'::regclass::oid as id
        union select c.conrelid from pg_constraint c join hanging h on c.confrelid = h.id
        where c.contype = 'f' and c.confdeltype = 'c')
      select id::regclass::text as name from hanging
      except select table_name from tables_of_a_vehicle() order by 1`)
    expect(taken.map(({ name }) => name)).toEqual([
      // Recalculated.
      'interval_completions',
      'maintenance_intervals',
      // A vehicle with an open order cannot be deleted.
      'open_orders',
      // A shop opens its link again.
      'shop_sessions',
    ])
  })

  it('returns the vehicle with all its data to devices', async () => {
    const vehicle = await aVehicle()
    const pull = async (from = '') => {
      await settled(server.db)
      const { body } = await owner().get(`/sync?limit=2000${from && `&cursor=${from}`}`)
      const ofVehicle = body.changes.filter(
        ({ type, id, data }: { type: string; id: string; data?: { vehicle_id?: number } }) =>
          data?.vehicle_id === vehicle.id || (type === 'vehicle' && id === String(vehicle.id)),
      )
      const keys = ofVehicle.map(({ type, deleted }: { type: string; deleted?: true }) =>
        deleted ? `no ${type}` : type,
      )
      return { cursor: body.next as string, keys: [...new Set<string>(keys)].sort() }
    }
    const first = await pull()
    await remove(vehicle)
    const gone = await pull(first.cursor)
    expect(gone.keys).toEqual(['no vehicle'])
    await restore(vehicle)
    const back = await pull(gone.cursor)
    expect(back.keys).toEqual(first.keys.filter((type) => type !== 'interval' || back.keys.includes(type)))
    expect(back.keys).toEqual(
      expect.arrayContaining(['glovebox_item', 'manual_history', 'order_history', 'schedule', 'vehicle']),
    )
  })

  it('accepts entries that were queued on a device meanwhile', async () => {
    const vehicle = await server.build.vehicle(company.old)
    await remove(vehicle)
    const entry = aHistory({ vehicle_id: vehicle.id }, serviceId)
    const enter = () => owner().post('/manual_maintenance_histories', entry, writeHeaders())
    expect((await enter()).status).toBe(404)
    await restore(vehicle)
    expect((await enter()).status).toBe(201)
  })

  it('is rejected at the VIN while another vehicle has it, and loses nothing', async () => {
    const vin = vinOf()
    const vehicle = await server.build.vehicle(company.old, { vin })
    await remove(vehicle)
    const other = await server.build.vehicle(company.old, { vin })
    const response = await restore(vehicle)
    expect([response.status, response.body.fields]).toEqual([422, { vin: ['duplicate_vin'] }])
    await server.db.query(sql`update vehicles set vin = null where id = ${other.id}`)
    expect((await restore(vehicle)).status).toBe(200)
  })

  it('omits drivers who are no longer users, and entries that were created again for another vehicle', async () => {
    const vehicle = await aVehicle()
    const driver = await server.build.user(company.old, { roles: ['Driver'], firstName: 'Gone' })
    await server.db.query(sql`
      insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${vehicle.fleetId}, ${vehicle.id}, ${driver.id})`)
    await remove(vehicle)
    await server.db.query(sql`update users set deleted_at = now() where id = ${driver.id}`)
    const other = await server.build.vehicle(company.old)
    const again = aHistory({ id: vehicle.historyId, vehicle_id: other.id }, serviceId)
    expect((await owner().post('/manual_maintenance_histories', again, writeHeaders())).status).toBe(201)

    const response = await restore(vehicle)
    expect([response.status, response.body.missing_drivers]).toEqual([200, [expect.stringMatching(/^Gone /)]])
    expect(response.body.vehicle.drivers).toEqual([expect.objectContaining({ id: company.old.driver.id })])
    const rows = await rowsOf(vehicle)
    expect(rows.manual_maintenance_histories).toEqual([])
    const entries = await server.db.query(sql`
      select h.vehicle_id, count(s.id)::int as services from manual_maintenance_histories h
        left join history_services s on s.history_id = h.id where h.id = ${vehicle.historyId} group by h.id`)
    expect(entries).toEqual([{ vehicle_id: other.id, services: 1 }])
  })
})

describe('a paid order', () => {
  it('stays in the transactions and totals of its fleet, and belongs to the vehicle again afterwards', async () => {
    const vehicle = await server.build.vehicle(company.old, { name: 'Paid van' })
    const order = await aChargedOrder(server.db, vehicle, { amount: '75.00', invoice: `I-${vehicle.id}` })
    const moneyOf = async () =>
      server.db.query(
        sql`select fleet_id, order_id, amount from payment_activities where order_id = ${order.id}`,
      )
    const [money, { spend }] = [await moneyOf(), (await countsOf(vehicle)) as { spend: string }]
    await remove(vehicle)
    expect(await moneyOf()).toEqual(money)
    expect(await countsOf(vehicle)).toMatchObject({ spend })
    const seen = (await owner().get(`/orders/${order.id}`)).body
    expect(seen.vehicle ?? seen).toMatchObject({ name: 'Paid van', has_left: true })
    await restore(vehicle)
    expect((await owner().get(`/orders/${order.id}`)).body.vehicle).toMatchObject({ has_left: false })
    expect(await countsOf(vehicle)).toMatchObject({ spend })
  })
})

describe('30 days after the deletion', () => {
  it('the vehicle cannot be restored, and its rows and files are removed; its paid order stays', async () => {
    const vehicle = await aVehicle()
    await remove(vehicle)
    const deletedAt = nowMs
    const sweep = async () => {
      await workers(server.services as never)['clean-up']?.({} as never)
      return removeOrphanFiles(server.services, new Date(nowMs + 2 * DAY_MS))
    }
    nowMs = deletedAt + DELETED_VEHICLE_KEEP_DAYS * DAY_MS - 60_000
    // Rows that other tests left.
    await sweep()
    expect(await sweep()).toBe(0)
    expect(await listed(vehicle)).toHaveLength(1)
    nowMs = deletedAt + DELETED_VEHICLE_KEEP_DAYS * DAY_MS
    expect(await listed(vehicle)).toEqual([])
    expect((await restore(vehicle)).status).toBe(404)
    expect(await sweep()).toBe(1)
    const left = await server.db.query(sql`select from deleted_vehicle_rows where vehicle_id = ${vehicle.id}`)
    expect(left).toEqual([])
    expect((await owner().get(`/orders/${vehicle.orderId}`)).status).toBe(200)
    expect((await owner().get(`/orders/${vehicle.cancelledOrderId}`)).status).toBe(404)
  })

  it('and earlier with its fleet', async () => {
    const fleet = await server.build.fleet()
    const user = await server.build.user(fleet)
    const vehicle = await server.build.vehicle(fleet)
    const client = await server.as(user)
    const { rev } = (await client.get(`/vehicles/${vehicle.id}`)).body
    expect((await client.delete(`/vehicles/${vehicle.id}`, writeHeaders(randomUUID(), rev))).status).toBe(200)
    await server.db.system((tx) => fleetDeletionRepository.finishPurge(tx, fleet.id))
    const left = await server.db.query(sql`select from deleted_vehicles where fleet_id = ${fleet.id}`)
    expect(left).toEqual([])
  })
})
