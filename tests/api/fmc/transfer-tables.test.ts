import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** The effect of a transfer on each table that refers to a vehicle. Add new tables here and in moveVehicle. */
const DECISIONS: Record<string, 'moves' | 'stays' | 'ends' | 'record' | 'derived'> = {
  glovebox_items: 'moves',
  manual_maintenance_histories: 'moves',
  odometer_readings: 'moves',
  schedule_items: 'moves',
  service_marks: 'moves',
  telematics_snapshots: 'moves',
  vehicle_schedules: 'moves',
  shop_orders: 'stays',
  open_orders: 'stays',
  reminders: 'stays',
  maintenance_intervals: 'ends',
  interval_completions: 'ends',
  maintenance_policies: 'ends',
  vehicle_drivers: 'ends',
  deleted_vehicles: 'record',
  deleted_vehicle_rows: 'record',
  former_vehicles: 'record',
  sync_changes: 'record',
  vehicle_transfer_rows: 'record',
  bulk_action_items: 'record',
  // Its triggers follow the vehicle.
  vehicle_texts: 'derived',
}

it('is defined for every table that refers to a vehicle', async () => {
  const rows = await server.db.query<{ table_name: string }>(sql`
    select distinct c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('vehicle_id', 'vehicle_ids')`)
  expect(rows.map((row) => row.table_name).sort()).toEqual(Object.keys(DECISIONS).sort())
})

it('follows every foreign key to a vehicle, or to its data, except those that stay', async () => {
  const keys = await server.db.query<{ name: string; referenced: string; follows: boolean }>(sql`
    with recursive hanging as (
      select 'vehicles'::regclass as of
      union
      select c.conrelid from pg_constraint c join hanging h on c.confrelid = h.of
      where c.contype = 'f' and c.conrelid not in ('shop_orders'::regclass, 'reminders'::regclass))
    select c.conrelid::regclass::text as name, c.confrelid::regclass::text as referenced, c.confupdtype = 'c' as follows
    from pg_constraint c join hanging h on c.confrelid = h.of where c.contype = 'f'`)
  const staying = keys.filter(({ follows }) => !follows)
  expect(staying.map(({ name, referenced }) => `${name} -> ${referenced}`).sort()).toEqual([
    // By the item's id alone, which no transfer changes.
    'maintenance_intervals -> schedule_items',
    'reminders -> vehicles',
    'shop_orders -> vehicles',
  ])
})

it('moves a vehicle’s data through its fleet: each of those tables has the fleet in its key to the vehicle', async () => {
  const moving = Object.keys(DECISIONS).filter((table) => DECISIONS[table] === 'moves')
  const keys = await server.db.query<{ name: string }>(sql`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'vehicles'::regclass and confupdtype = 'c' and array_length(conkey, 1) = 2`)
  expect(keys.map(({ name }) => name)).toEqual(expect.arrayContaining(moving))
})
