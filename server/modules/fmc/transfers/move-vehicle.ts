import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** The move of one vehicle between two fleets of the same country. */
export interface Move {
  vehicleId: number
  oldFleetId: number
  newFleetId: number
}

/**
 * Moves one vehicle with its history, documents, readings, schedule, marks and telematics link (decision 54). The
 * caller locks the vehicle's row and checks that nothing blocks the move. Runs as the database's owner, because it
 * writes two fleets.
 */
export async function moveVehicle(tx: Transaction, move: Move): Promise<void> {
  await leaveOldFleet(tx, move)
  await changeFleet(tx, move)
  await restoreOwnOrders(tx, move)
  await carryOrders(tx, move)
  await copyRecalls(tx, move)
}

/**
 * Detaches the vehicle from the old fleet. Past orders and sent reminders stay there and refer to the vehicle as it
 * was; drivers and waiting reminders are removed.
 */
async function leaveOldFleet(tx: Transaction, { vehicleId, oldFleetId }: Move): Promise<void> {
  await tx.query(sql`
    insert into former_vehicles (fleet_id, vehicle_id, display_name, name_of_vehicle, vin, year, make, model,
      license_plate_number, license_plate_state, other_id, department_number, vehicle_type_id)
    select fleet_id, id, display_name, name_of_vehicle, vin, year, make, model, license_plate_number,
      license_plate_state, other_id, department_number, vehicle_type_id
    from vehicles where fleet_id = ${oldFleetId} and id = ${vehicleId}`)
  await tx.query(sql`
    update shop_orders set vehicle_has_left = true where fleet_id = ${oldFleetId} and vehicle_id = ${vehicleId}`)
  await tx.query(sql`
    delete from reminders where fleet_id = ${oldFleetId} and vehicle_id = ${vehicleId} and state = 'waiting'`)
  await tx.query(sql`
    update reminders set vehicle_has_left = true where fleet_id = ${oldFleetId} and vehicle_id = ${vehicleId}`)
  await tx.query(
    sql`delete from vehicle_drivers where fleet_id = ${oldFleetId} and vehicle_id = ${vehicleId}`,
  )
  // Calculated from templates of the old fleet; those of the new fleet apply from now on.
  await tx.query(
    sql`delete from maintenance_intervals where fleet_id = ${oldFleetId} and vehicle_id = ${vehicleId}`,
  )
  await tx.query(
    sql`delete from interval_completions where fleet_id = ${oldFleetId} and vehicle_id = ${vehicleId}`,
  )
}

/**
 * Changes the vehicle's fleet in one update. Foreign keys cascade the new fleet; triggers remove the vehicle from
 * policies, update the counts and notify the devices of both fleets. The department is cleared, because it belongs to
 * the old fleet; the telematics device with its data too, unless both fleets have the same database.
 */
async function changeFleet(tx: Transaction, { vehicleId, oldFleetId, newFleetId }: Move): Promise<void> {
  await tx.query(sql`
    insert into addresses (fleet_id, address_line1, city, state, zip)
    select ${newFleetId}, a.address_line1, a.city, a.state, a.zip
    from vehicles v join addresses a on a.fleet_id = v.fleet_id and a.id = v.address_id
    where v.fleet_id = ${oldFleetId} and v.id = ${vehicleId} on conflict do nothing`)
  await tx.query(sql`
    update vehicles v set fleet_id = ${newFleetId}, department_number = null, rev = v.rev + 1, updated_at = now(),
      geotab_device_id = (select v.geotab_device_id from fleets o join fleets n on n.id = ${newFleetId}
        where o.id = v.fleet_id
          and lower(o.telematics_database) is not distinct from lower(n.telematics_database)),
      arrived_on = (select (now() at time zone f.time_zone)::date from fleets f where f.id = ${newFleetId}),
      address_id = (select n.id from addresses o join addresses n on n.fleet_id = ${newFleetId}
        and (n.address_line1, n.city, n.state, n.zip) = (o.address_line1, o.city, o.state, o.zip)
        where o.fleet_id = v.fleet_id and o.id = v.address_id)
    where v.fleet_id = ${oldFleetId} and v.id = ${vehicleId}`)
  await tx.query(sql`
    delete from telematics_snapshots t using vehicles v where t.fleet_id = ${newFleetId} and t.vehicle_id = ${vehicleId}
      and v.fleet_id = ${newFleetId} and v.id = ${vehicleId} and v.geotab_device_id is null`)
  await tx.query(sql`
    update vehicle_schedules set computed_on = null, fingerprint = null, reminders_planned_on = null
    where fleet_id = ${newFleetId} and vehicle_id = ${vehicleId}`)
}

/** Restores the own orders of a vehicle that returns, and removes the entries that represented them. */
async function restoreOwnOrders(tx: Transaction, { vehicleId, newFleetId }: Move): Promise<void> {
  const returned = await tx.query(
    sql`select from former_vehicles where fleet_id = ${newFleetId} and vehicle_id = ${vehicleId}`,
  )
  if (returned.length === 0) return
  // An entry has a reading if it was edited in the other fleet.
  await tx.query(sql`
    with copies as (
      delete from manual_maintenance_histories h using shop_orders o
      where h.fleet_id = ${newFleetId} and h.vehicle_id = ${vehicleId} and o.id = h.source_order_id
        and o.fleet_id = ${newFleetId}
      returning h.id)
    delete from odometer_readings r using copies c
    where r.source = 'history' and r.source_id = c.id::text and r.fleet_id = ${newFleetId}`)
  await tx.query(sql`
    update shop_orders set vehicle_has_left = false where fleet_id = ${newFleetId} and vehicle_id = ${vehicleId}`)
  await tx.query(sql`
    update reminders set vehicle_has_left = false where fleet_id = ${newFleetId} and vehicle_id = ${vehicleId}`)
  await tx.query(
    sql`delete from former_vehicles where fleet_id = ${newFleetId} and vehicle_id = ${vehicleId}`,
  )
}

/**
 * Copies finished orders of the old fleet as history entries: what was done, when and where. Prices, comments and
 * invoices stay with the old fleet. An order without an odometer, or with an ignored one
 * (APR-070), gets the nearest earlier reading.
 */
async function carryOrders(tx: Transaction, { vehicleId, oldFleetId, newFleetId }: Move): Promise<void> {
  await tx.query(sql`
    with carried as (
      insert into manual_maintenance_histories (id, fleet_id, vehicle_id, shop_id, custom_shop_name, odometer,
        odometer_units, date_of_completion, content_hash, source_order_id)
      select gen_random_uuid(), ${newFleetId}, o.vehicle_id, o.shop_id,
        case when o.shop_id is null then coalesce(o.custom_shop_name, '–') end,
        coalesce(case when own.voided_at is null then o.odometer end, (select r.value from odometer_readings r
          where r.vehicle_id = o.vehicle_id and r.unit = o.odometer_units and not r.is_doubtful and r.voided_at is null
          order by r.read_on > (o.effective_at at time zone f.time_zone)::date,
            abs(r.read_on - (o.effective_at at time zone f.time_zone)::date), r.value desc limit 1), 0),
        o.odometer_units, (o.effective_at at time zone f.time_zone)::date,
        sha256(convert_to('order ' || o.id, 'UTF8')), o.id
      from shop_orders o join fleets f on f.id = o.fleet_id
        left join odometer_readings own on own.source = 'order' and own.source_id = o.id::text
      where o.fleet_id = ${oldFleetId} and o.vehicle_id = ${vehicleId}
        and o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred')
        and exists (select from order_services s where s.order_id = o.id and s.status not in ('rejected', 'deleted'))
      returning id, source_order_id)
    insert into history_services (fleet_id, history_id, row_number, service_definition_id, price, position, service_distance)
    select ${newFleetId}, c.id, row_number() over (partition by c.id order by s.id) - 1, s.service_definition_id, 0,
      s.position, s.service_distance
    from carried c join order_services s on s.order_id = c.source_order_id and s.status not in ('rejected', 'deleted')`)
}

/** Copies the recalls of its model, until the next look-up covers the new fleet. */
async function copyRecalls(tx: Transaction, { vehicleId, oldFleetId, newFleetId }: Move): Promise<void> {
  await tx.query(sql`
    insert into model_recalls (fleet_id, year, make, model, recalls)
    select ${newFleetId}, r.year, r.make, r.model, r.recalls
    from vehicles v join model_recalls r on r.fleet_id = ${oldFleetId} and r.year = v.year
      and lower(r.make) = lower(v.make) and lower(r.model) = lower(v.model)
    where v.fleet_id = ${newFleetId} and v.id = ${vehicleId} on conflict do nothing`)
}
