import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { isKnownTimeZone } from '#server/db/time-zones.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

const cluster = inject('cluster')
const MIGRATION = new URL('../../../server/db/migrations/0172_known_time_zones.sql', import.meta.url)
let url: string
let db: Database
beforeAll(async () => {
  url = await createTestDatabase(cluster, cluster.template)
  db = openDatabase(url)
})
afterAll(async () => {
  await db.close()
  await dropTestDatabase(cluster, url)
})

const insertFleet = (zone: string) =>
  db.query(
    sql`insert into fleets (name, country, brand, time_zone) values (${zone}, 'US', 'wheelbook', ${zone})`,
  )

describe('the time zone of a fleet', () => {
  it('is known to the database, in any case of letters', async () => {
    for (const name of ['America/Toronto', 'america/toronto', 'Etc/GMT+5'])
      expect(await isKnownTimeZone(db, name)).toBe(true)
    for (const name of ['Mars/Olympus', 'FOO+5', '-05:00'])
      expect(await isKnownTimeZone(db, name)).toBe(false)
  })

  it('cannot be stored as an offset', async () => {
    for (const zone of ['-05:00', '+0300'])
      await expect(insertFleet(zone)).rejects.toThrow('fleets_time_zone_check')
  })

  it('is repaired by the migration if PostgreSQL does not know it', async () => {
    for (const table of ['fleets', 'shops', 'users'])
      await db.executeSql(`alter table ${table} drop constraint ${table}_time_zone_check`, [])
    for (const zone of ['-05:00', 'Mars/Olympus', 'America/Halifax']) await insertFleet(zone)
    const [fleet] = await db.query<{ id: number }>(sql`select id from fleets where name = 'America/Halifax'`)
    await db.query(sql`
      insert into users (fleet_id, email, first_name, last_name, roles, password_hash, time_zone)
      values (${fleet!.id}, 'zone@example.com', 'X', 'Y', '{Owner}', '', '+0300')`)
    const [offset] = await db.query<{ id: number }>(sql`select id from fleets where name = '-05:00'`)
    const [{ id: vehicleId } = { id: 0 }] = await db.query<{ id: number }>(sql`
      insert into vehicles (fleet_id, year, make, model, odometer_units)
      values (${offset!.id}, 2022, 'Ram', 'ProMaster', 'mi') returning id`)
    // 22:00 of the day before in New York, 08:00 in what PostgreSQL takes '-05:00' for.
    await db.query(sql`
      insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer,
        odometer_units, pre_tax_sub_total, total)
      values (${offset!.id}, ${vehicleId}, 'Corner Garage', 'complete', '2026-01-16T03:00:00Z', 1000, 'mi', 90, 90)`)
    const totals = () =>
      db.query(sql`
      select day::text, status, orders from order_day_totals where fleet_id = ${offset!.id} and orders <> 0`)
    expect(await totals()).toEqual([{ day: '2026-01-16', status: 'complete', orders: 1 }])
    const text = await readFile(MIGRATION, 'utf8')
    await db.system((tx) => tx.executeSql(text, []))
    expect(await db.query(sql`select name, time_zone from fleets order by id`)).toEqual([
      { name: '-05:00', time_zone: 'America/New_York' },
      { name: 'Mars/Olympus', time_zone: 'America/New_York' },
      { name: 'America/Halifax', time_zone: 'America/Halifax' },
    ])
    expect(await db.query(sql`select time_zone from users`)).toEqual([{ time_zone: null }])
    expect(await totals()).toEqual([{ day: '2026-01-15', status: 'complete', orders: 1 }])
    await db.query(sql`update shop_orders set status = 'paid' where fleet_id = ${offset!.id}`)
    expect(await totals()).toEqual([{ day: '2026-01-15', status: 'paid', orders: 1 }])
  })
})
