import type { Database } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'

const DONE = ['complete', 'paid', 'paid_in_shop', 'paid_deferred']
export const REPORT_DAYS = { from: '2025-11-20', to: '2026-11-12' }

/**
 * Generates fleets with random vehicles, orders, entries and lines, some at the edges of days and of the range, then
 * changes some of them: statuses, dates, departments, deletions, and vehicles that move to the previous fleet.
 */
export async function generateFleets(db: Database, fleets: number): Promise<number[]> {
  return db.system(async (tx) => {
    await tx.query(sql`select setseed(0.5)`)
    // Changes for devices are not needed here, and each row would record one.
    await changesForDevices(tx, sql`disable`)
    await tx.query(
      sql`insert into service_definitions (name_en, name_fr) select 'Service ' || n, 'Travail ' || n from generate_series(1, 5) n`,
    )
    await tx.query(sql`
      insert into shops (name, address_line1, city, state, zip, country, latitude, longitude, main_phone_number, time_zone)
      select 'Shop ' || n, '1 Road', 'Town', 'OH', '43004', 'US', 40, -83, '5555550100', 'UTC' from generate_series(1, 4) n`)
    const made = await tx.query<{ id: number }>(sql`
      insert into fleets (name, country, brand, time_zone)
      select 'Generated ' || n, 'US', 'wheelbook',
        (array['UTC', 'America/New_York', 'America/Vancouver', 'Pacific/Kiritimati', 'America/St_Johns'])[1 + n % 5]
      from generate_series(1, ${fleets}::int) n returning id`)
    const ids = made.map(({ id }) => id)
    await tx.query(sql`
      insert into vehicles (fleet_id, odometer_units, name_of_vehicle, department_number, vehicle_type_id)
      select f, 'mi', 'Van ' || n, (array['North', 'South', null])[1 + floor(random() * 3)::int],
        case when random() < 0.7 then 'light' else 'medium_heavy' end
      from unnest(${ids}::bigint[]) f, generate_series(1, 3) n`)
    await tx.query(sql`
      insert into shop_orders (fleet_id, vehicle_id, shop_id, custom_shop_name, status, appointment_datetime, completed_at,
        odometer_units, total)
      select fleet_id, id, case when random() < 0.8 then (select min(id) from shops) + floor(random() * 4)::int end, name,
        case when n = 1 and random() < 0.5 then 'approved' else
          (array['complete', 'paid', 'paid_in_shop', 'paid_deferred', 'cancel'])[1 + floor(random() * 5)::int] end,
        at, case when random() < 0.5 then at + make_interval(hours => floor(random() * 60)::int) end, 'mi',
        floor(random() * 100000)::int / 100.0
      from (select v.fleet_id, v.id, n, (array['Corner Garage', 'Al''s', null])[1 + floor(random() * 3)::int] as name,
          timestamptz '2025-11-19 00:30Z' + make_interval(hours => floor(random() * 24 * 365)::int) as at
        from vehicles v, generate_series(1, 5) n where v.fleet_id = any(${ids})) o`)
    await tx.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      select o.fleet_id, o.id, (select min(id) from service_definitions) + floor(random() * 5)::int, 'Line',
        (array['complete', 'paid', 'rejected', 'deleted', 'complete'])[1 + floor(random() * 5)::int], 1,
        floor(random() * 20000)::int / 100.0
      from shop_orders o, generate_series(1, 3) n where o.fleet_id = any(${ids}) and random() < 0.6`)
    await tx.query(sql`
      insert into manual_maintenance_histories (id, fleet_id, vehicle_id, shop_id, custom_shop_name, odometer, odometer_units,
        date_of_completion, content_hash, deleted_at)
      select gen_random_uuid(), v.fleet_id, v.id, case when random() < 0.5 then (select min(id) from shops) end, 'Corner Garage',
        1000, 'mi', date '2025-11-19' + floor(random() * 360)::int, '', case when random() < 0.2 then now() end
      from vehicles v, generate_series(1, 3) n where v.fleet_id = any(${ids})`)
    await tx.query(sql`
      insert into history_services (fleet_id, history_id, row_number, service_definition_id, price)
      select h.fleet_id, h.id, n, (select min(id) from service_definitions) + floor(random() * 5)::int,
        floor(random() * 50000)::int / 100.0
      from manual_maintenance_histories h, generate_series(1, 3) n where h.fleet_id = any(${ids}) and random() < 0.6`)
    await change(tx, ids)
    await changesForDevices(tx, sql`enable`)
    return ids
  })
}

async function changesForDevices(tx: Pick<Database, 'query'>, be: Query): Promise<void> {
  await tx.query(sql`alter table shop_orders ${be} trigger sync`)
  await tx.query(sql`alter table manual_maintenance_histories ${be} trigger sync`)
}

async function change(tx: Pick<Database, 'query'>, ids: number[]): Promise<void> {
  const some = sql`fleet_id = any(${ids}) and random() < 0.1`
  await tx.query(
    sql`update shop_orders set status = 'paid', completed_at = appointment_datetime + interval '1 day' where status = 'approved' and ${some}`,
  )
  await tx.query(sql`update shop_orders set status = 'cancel' where status = 'complete' and ${some}`)
  await tx.query(
    sql`update shop_orders set completed_at = appointment_datetime + interval '40 days' where status = any(${DONE}) and ${some}`,
  )
  await tx.query(sql`update order_services set status = 'deleted' where ${some}`)
  await tx.query(sql`delete from order_services where ${some}`)
  await tx.query(sql`delete from shop_orders where ${some}`)
  await tx.query(sql`update manual_maintenance_histories set deleted_at = now() where ${some}`)
  await tx.query(
    sql`update manual_maintenance_histories set deleted_at = null where deleted_at is not null and ${some}`,
  )
  await tx.query(
    sql`update manual_maintenance_histories set date_of_completion = date_of_completion + 30 where ${some}`,
  )
  await tx.query(sql`delete from history_services where ${some}`)
  await tx.query(sql`update vehicles set department_number = 'East' where ${some}`)
  await tx.query(sql`delete from vehicles where fleet_id = any(${ids}) and random() < 0.02`)
  // As a transfer does: past orders stay, entries leave with the vehicle.
  const moved = await tx.query<{ id: number }>(sql`
    select id from vehicles v where fleet_id = any(${ids.slice(1)}) and random() < 0.05
      and not exists (select from shop_orders o where o.vehicle_id = v.id and o.status = 'approved')`)
  const vehicles = moved.map(({ id }) => id)
  await tx.query(sql`
    insert into former_vehicles (fleet_id, vehicle_id, display_name, department_number, vehicle_type_id)
    select fleet_id, id, display_name, department_number, vehicle_type_id from vehicles where id = any(${vehicles})`)
  await tx.query(sql`update shop_orders set vehicle_has_left = true where vehicle_id = any(${vehicles})`)
  await tx.query(sql`update vehicles set fleet_id = fleet_id - 1 where id = any(${vehicles})`)
}

/** Gives a vehicle of each fleet a driver. */
export async function assignDrivers(
  db: Database,
  ids: number[],
): Promise<Map<number, { user_id: number; vehicle: string }>> {
  await db.query(sql`
    insert into users (fleet_id, email, first_name, last_name, roles)
    select f, 'driver' || f || '@generated.example', 'Dana', 'Driver', array['Driver'] from unnest(${ids}::bigint[]) f`)
  const rows = await db.query<{ fleet_id: number; user_id: number; vehicle: string }>(sql`
    insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
    select u.fleet_id, v.id, u.id from users u
      join lateral (select min(id) as id from vehicles v where v.fleet_id = u.fleet_id) v on v.id is not null
    where u.fleet_id = any(${ids}) returning fleet_id, user_id, vehicle_id::text as vehicle`)
  return new Map(rows.map(({ fleet_id, ...driver }) => [fleet_id, driver]))
}

export interface Work {
  fleet_id: number
  kind: 'order' | 'entry'
  id: string
  day: string
  vehicle: string
  department: string
  class: string
  shop: string
  cents: number
  lines: { service: string; cents: number }[]
}
export type Groups = Record<string, { count: number | null; cents: number }>

/** Reads every row of all fleets, without any sum, for the reference. */
export async function readWork(db: Database, ids: number[]): Promise<Map<number, Work[]>> {
  const rows = await db.query<Work>(sql`
    select o.fleet_id, 'order' as kind, o.id::text, to_char(coalesce(o.completed_at, o.appointment_datetime) at time zone f.time_zone, 'YYYY-MM-DD') as day,
      o.vehicle_id::text as vehicle, '~' || coalesce(v.department_number, '') as department, v.vehicle_type_id as class,
      coalesce(o.shop_id::text, '~' || coalesce(o.custom_shop_name, '')) as shop, (o.total * 100)::int as cents,
      (select coalesce(json_agg(json_build_object('service', r.service_definition_id::text, 'cents', (r.total * 100)::int)), '[]')
        from order_services r where r.order_id = o.id and r.status not in ('rejected', 'deleted')) as lines
    from shop_orders o join fleets f on f.id = o.fleet_id
      join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id
    where o.fleet_id = any(${ids}) and o.status = any(${DONE})
    union all
    select h.fleet_id, 'entry', h.id::text, h.date_of_completion::text, h.vehicle_id::text, '~' || coalesce(v.department_number, ''),
      v.vehicle_type_id, coalesce(h.shop_id::text, '~' || coalesce(h.custom_shop_name, '')), (h.total * 100)::int,
      (select coalesce(json_agg(json_build_object('service', r.service_definition_id::text, 'cents', (r.price * 100)::int)), '[]')
        from history_services r where r.history_id = h.id)
    from manual_maintenance_histories h join vehicles v on v.id = h.vehicle_id
    where h.fleet_id = any(${ids}) and h.deleted_at is null`)
  return Map.groupBy(rows, ({ fleet_id }) => fleet_id)
}

/** The slow reference: adds up one row after the other. */
export function groupWork(work: readonly Work[], by: string, { from, to }: typeof REPORT_DAYS): Groups {
  const groups: Groups = {}
  const add = (key: string, cents: number, count: number | null = 1) => {
    const group = groups[key] ?? { count: count === null ? null : 0, cents: 0 }
    groups[key] = group
    if (group.count !== null) group.count += count ?? 0
    group.cents += cents
  }
  for (const row of work) {
    if (row.day < from || row.day > to) continue
    if (by === 'service') {
      for (const { service, cents } of row.lines) add(service, cents)
      const rest = row.cents - row.lines.reduce((sum, { cents }) => sum + cents, 0)
      add('other', rest, null)
    } else if (by === 'month') add(row.day.slice(0, 7), row.cents)
    else if (by === 'vehicle' || by === 'department' || by === 'class' || by === 'shop')
      add(row[by], row.cents)
  }
  if (groups.other?.cents === 0) delete groups.other
  return groups
}
