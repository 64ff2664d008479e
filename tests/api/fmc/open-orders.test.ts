import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let van: { id: number; fleetId: number }

beforeAll(async () => {
  server = await startTestServer()
  van = await server.build.vehicle(await server.build.fleet(), { name: 'Van 1' })
})
afterAll(() => server.stop())

/** Rows that are in open_orders but not in the orders themselves, or the other way round. */
const differences = () =>
  server.db.query(sql`
    with wanted as (
      select o.id, o.fleet_id, o.vehicle_id, o.shop_id, o.status, o.appointment_datetime, o.total, o.po_number,
        o.invoice_number, o.custom_shop_name, v.display_name, v.vin, v.other_id, v.department_number, t.text,
        lower(concat(o.po_number, chr(10), o.invoice_number, chr(10), o.custom_shop_name)) as order_text
      from shop_orders o join vehicles v on v.id = o.vehicle_id
        join vehicle_texts t on t.vehicle_id = v.id and t.fleet_id = v.fleet_id
      where o.status not in ('complete', 'paid', 'paid_in_shop', 'paid_deferred', 'cancel'))
    (select 'missing' as what, * from (table wanted except table open_orders) a)
    union all (select 'too many', * from (table open_orders except table wanted) b)`)
const openOnes = async () =>
  (await server.db.query<{ id: number }>(sql`select id from open_orders`)).map(({ id }) => id)

describe('open orders in lists across fleets', () => {
  it('follow orders and their vehicles through every change', async () => {
    const { db } = server
    const order = await anOpenOrder(db, van, { poNumber: 'PO-1' })
    expect(await openOnes()).toEqual([order.id])
    const changes = [
      sql`update shop_orders set status = 'awaiting_approval', total = 99, invoice_number = 'I-1' where id = ${order.id}`,
      sql`update vehicles set name_of_vehicle = 'Van 2', other_id = 'X-9' where id = ${van.id}`,
      sql`update vehicles set name_of_vehicle = null, vin = '1FTFW1E59LFA12345' where id = ${van.id}`,
      sql`update vehicles set odometer = 5000 where id = ${van.id}`,
      sql`update shop_orders set appointment_datetime = now(), po_number = null where id = ${order.id}`,
      sql`update shop_orders set status = 'complete' where id = ${order.id}`,
      sql`update vehicles set name_of_vehicle = 'Van 3' where id = ${van.id}`,
      sql`update shop_orders set status = 'active' where id = ${order.id}`,
    ]
    for (const change of changes) {
      await db.query(change)
      expect(await differences()).toEqual([])
    }
    expect(await openOnes()).toEqual([order.id])
    await db.query(sql`delete from shop_orders where id = ${order.id}`)
    expect(await openOnes()).toEqual([])
  })
})
