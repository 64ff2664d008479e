import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** One vehicle in this many has an open order, which blocks it. */
const BLOCKED_EACH = 50

/**
 * Creates vehicles with three history entries with a file, four readings, a glovebox item with a file, a schedule, a
 * mark and an order.
 */
export async function fillFleet(db: Database, fleetId: number, count: number): Promise<number[]> {
  await db.query(sql`
    insert into service_definitions (name_en, name_fr) values ('Oil change', 'Vidange')`)
  const vehicles = await db.query<{ id: number }>(sql`
    insert into vehicles (fleet_id, vin, year, make, model, name_of_vehicle, odometer, odometer_units)
    select ${fleetId}, '1FTFW1E5' || lpad(n::text, 9, '0'), 2022, 'Ford', 'Transit', 'Van ' || n, 50000, 'mi'
    from generate_series(1, ${count}) n returning id`)
  await db.query(sql`
    insert into manual_maintenance_histories (id, fleet_id, vehicle_id, custom_shop_name, odometer, odometer_units,
      date_of_completion, content_hash)
    select gen_random_uuid(), v.fleet_id, v.id, 'Corner Garage', 40000 + n * 1000, 'mi', current_date - n * 30, ''
    from vehicles v, generate_series(1, 3) n`)
  await db.query(sql`
    insert into history_services (fleet_id, history_id, row_number, service_definition_id, price)
    select h.fleet_id, h.id, 0, (select min(id) from service_definitions), 49.90 from manual_maintenance_histories h`)
  await db.query(sql`
    insert into glovebox_items (id, fleet_id, vehicle_id, document_type, content_hash)
    select gen_random_uuid(), v.fleet_id, v.id, 'registration', '' from vehicles v`)
  await db.query(sql`
    insert into documents (id, fleet_id, history_id, glovebox_item_id, file_name, content_type, byte_size, sha256, state, storage_key)
    select x.id, x.fleet_id, x.history_id, x.glovebox_item_id, 'invoice.pdf', 'application/pdf', 1000, repeat('a', 64), 'stored', x.id::text
    from (select gen_random_uuid() as id, fleet_id, id as history_id, null::uuid as glovebox_item_id
        from manual_maintenance_histories
      union all select gen_random_uuid(), fleet_id, null, id from glovebox_items) x`)
  await db.query(sql`
    insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
    select v.fleet_id, v.id, 46000 + n * 1000, 'mi', current_date - (5 - n) * 10, 'import'
    from vehicles v, generate_series(1, 4) n`)
  await db.query(sql`
    insert into vehicle_schedules (vehicle_id, fleet_id, miles_per_month, reminder_date)
    select id, fleet_id, 1200, current_date + 30 from vehicles`)
  await db.query(sql`
    insert into service_marks (fleet_id, vehicle_id, act_id, service_definition_id, day, unit)
    select fleet_id, id, gen_random_uuid(), (select min(id) from service_definitions), current_date - 3, 'mi' from vehicles`)
  await db.query(sql`
    insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer, odometer_units, total)
    select fleet_id, id, 'Main Street Service', 'paid', now() - interval '90 days', 45000, 'mi', 80 from vehicles`)
  await db.query(sql`
    insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
    select fleet_id, id, (select min(id) from service_definitions), 'Oil change', 'paid', 80, 80 from shop_orders`)
  await db.query(sql`
    insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer_units)
    select fleet_id, id, 'Main Street Service', 'active', now() + interval '1 day', 'mi' from vehicles
    where id % ${BLOCKED_EACH} = 0`)
  return vehicles.map(({ id }) => id)
}

/** Returns a digest of all rows of each vehicle, whatever its fleet. Excludes carried orders. */
export async function filesOf(db: Database): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; file: string }>(sql`
    select v.id, md5(concat_ws('|', v.vin, v.name_of_vehicle,
      (select string_agg(concat_ws(',', h.id, h.odometer, h.date_of_completion, s.id, s.price, d.id, d.storage_key), ';' order by h.id)
        from manual_maintenance_histories h join history_services s on s.history_id = h.id
          join documents d on d.history_id = h.id where h.vehicle_id = v.id and h.source_order_id is null),
      (select string_agg(concat_ws(',', g.id, d.id, d.storage_key), ';') from glovebox_items g
        join documents d on d.glovebox_item_id = g.id where g.vehicle_id = v.id),
      (select string_agg(concat_ws(',', r.id, r.value, r.read_on), ';' order by r.id) from odometer_readings r where r.vehicle_id = v.id),
      (select concat_ws(',', s.miles_per_month, s.reminder_date) from vehicle_schedules s where s.vehicle_id = v.id),
      (select string_agg(m.id::text, ';' order by m.id) from service_marks m where m.vehicle_id = v.id),
      (select string_agg(o.id::text || o.total, ';' order by o.id) from shop_orders o where o.vehicle_id = v.id))) as file
    from vehicles v`)
  return new Map(rows.map(({ id, file }) => [id, file]))
}

/** Counts rows whose fleet differs from that of their parent. */
export async function countMisplacedRows(db: Database): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select (select count(*) from manual_maintenance_histories h join vehicles v on v.id = h.vehicle_id and v.fleet_id <> h.fleet_id)
      + (select count(*) from history_services s join manual_maintenance_histories h on h.id = s.history_id and h.fleet_id <> s.fleet_id)
      + (select count(*) from documents d join manual_maintenance_histories h on h.id = d.history_id and h.fleet_id <> d.fleet_id)
      + (select count(*) from documents d join glovebox_items g on g.id = d.glovebox_item_id and g.fleet_id <> d.fleet_id)
      + (select count(*) from glovebox_items g join vehicles v on v.id = g.vehicle_id and v.fleet_id <> g.fleet_id)
      + (select count(*) from odometer_readings r join vehicles v on v.id = r.vehicle_id and v.fleet_id <> r.fleet_id)
      + (select count(*) from vehicle_schedules s join vehicles v on v.id = s.vehicle_id and v.fleet_id <> s.fleet_id)
      + (select count(*) from service_marks m join vehicles v on v.id = m.vehicle_id and v.fleet_id <> m.fleet_id)
      + (select count(*) from maintenance_intervals i join vehicles v on v.id = i.vehicle_id and v.fleet_id <> i.fleet_id) as n`)
  return row?.n ?? 0
}
