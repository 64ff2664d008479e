import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Copies a fleet's vehicles up to this number, with different names and VINs. */
export async function copyVehicles(tx: Transaction, fleetId: number, count: number): Promise<void> {
  await tx.query(sql`
    with models as (select *, row_number() over (order by id) - 1 as nth, count(*) over () as all_of
      from vehicles where fleet_id = ${fleetId})
    insert into vehicles (fleet_id, vin, year, make, model, license_plate_number, department_number, name_of_vehicle, odometer,
      odometer_units, vehicle_type_id)
    select fleet_id, left(vin, 9) || lpad((n * all_of + nth)::text, 8, '0'), year, make, model,
      case when license_plate_number is null then null else 'B' || n || 'K' || nth end,
      department_number, 'Unit ' || n || '-' || nth, odometer + n, odometer_units, vehicle_type_id
    from models, generate_series(1, (${count}::int - all_of::int) / all_of::int) n`)
}

/** Inserts this number of intervals for each vehicle of a fleet, in all states. */
export async function addIntervals(tx: Transaction, fleetId: number, perVehicle: number): Promise<void> {
  await tx.query(sql`
    insert into maintenance_intervals (fleet_id, vehicle_id, name, tag, due_status, due_at, due_date, unit, service_definition_ids)
    select v.fleet_id, v.id, 'Every ' || n, (array['Past Due', 'Currently Due', 'Upcoming', 'Upcoming'])[1 + (v.id + n) % 4],
      (array['past_due', 'due_soon'])[1 + (v.id + n) % 4], 50000 + v.id % 9000, current_date + (v.id % 400)::int,
      v.odometer_units, array[1 + (v.id + n) % 20]
    from vehicles v, generate_series(1, ${perVehicle}::int) n where v.fleet_id = ${fleetId}`)
}

/** Inserts paid orders of a fleet's vehicles, at a few hundred shops. */
export async function addPastOrders(tx: Transaction, fleetId: number, count: number): Promise<void> {
  await tx.query(sql`set local statement_timeout = 0`)
  await tx.query(sql`
    with numbered as (select id, odometer_units, row_number() over (order by id) - 1 as nth from vehicles where fleet_id = ${fleetId})
    insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer, odometer_units,
      pre_tax_sub_total, total, po_number)
    select ${fleetId}, v.id, 'Main Street Auto ' || n % 300, 'paid', now() - n * interval '7 minutes', 1000, v.odometer_units,
      80, 80, 'PO-' || n
    from generate_series(0, ${count}::int - 1) n
      -- A divisor from each row of v would compare each order with each vehicle, for minutes.
      join numbered v on v.nth = n % (select count(*) from numbered)`)
}
