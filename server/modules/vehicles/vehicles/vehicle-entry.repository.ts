import type { AddressInput, VehicleFields } from '#contract/vehicles/vehicle-entry.ts'
import { OPEN_STATUSES } from '#domain/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { plainTextOf } from '#server/texts/plain-text-of.ts'
import { EDITED_COLUMNS, EDITED_COLUMNS_OF_ROW, editedColumnsOf } from './vehicle-columns.ts'
import { containing, visibleVehicle } from './vehicle-scope.ts'

/** The fields that decide whether a vehicle may be changed. */
interface VehicleHead {
  rev: number
  is_active: boolean
}
export interface Person {
  id: number
  name: string
}

/** Writes vehicles. */
export const vehicleEntryRepository = {
  /** Locks a vehicle that the actor may see until the transaction ends, so that no order is booked on it. */
  async lock(tx: Transaction, actor: Actor, id: number): Promise<VehicleHead | undefined> {
    const [head] = await tx.query<VehicleHead>(sql`
      select v.rev, v.is_active from vehicles v where ${visibleVehicle(actor)} and v.id = ${id} for update`)
    return head
  },

  async insert(tx: Transaction, actor: Actor, fields: VehicleFields): Promise<number> {
    const row = editedColumnsOf({ ...fields, vehicle_type_id: fields.vehicle_type_id ?? 'light' })
    const [inserted] = await tx.query<{ id: number }>(sql`
      insert into vehicles (fleet_id, odometer_units, vehicle_type_id, ${EDITED_COLUMNS})
      select ${actor.fleet.id}, ${actor.fleet.unit}, r.vehicle_type_id, ${EDITED_COLUMNS_OF_ROW}
      from json_populate_record(null::vehicles, ${row}) r returning id`)
    if (!inserted) throw new Error('A vehicle was not inserted.')
    return inserted.id
  },

  /** Writes all editable columns. */
  async update(tx: Transaction, fleetId: number, id: number, fields: VehicleFields): Promise<void> {
    await tx.query(sql`
      update vehicles v set (${EDITED_COLUMNS}) = row (${EDITED_COLUMNS_OF_ROW}),
        vehicle_type_id = coalesce(r.vehicle_type_id, v.vehicle_type_id)
      from json_populate_record(null::vehicles, ${editedColumnsOf(fields)}) r
      where v.fleet_id = ${fleetId} and v.id = ${id}`)
  },

  /** Increments the revision once per call, however much it changes. */
  async revise(tx: Transaction, fleetId: number, id: number): Promise<void> {
    await tx.query(sql`
      update vehicles set rev = rev + 1, updated_at = now() where fleet_id = ${fleetId} and id = ${id}`)
  },

  async setActive(tx: Transaction, fleetId: number, id: number, isActive: boolean): Promise<void> {
    await tx.query(
      sql`update vehicles set is_active = ${isActive} where fleet_id = ${fleetId} and id = ${id}`,
    )
  },

  async setDepartment(
    tx: Transaction,
    fleetId: number,
    id: number,
    department: string | null,
  ): Promise<void> {
    await tx.query(
      sql`update vehicles set department_number = ${department} where fleet_id = ${fleetId} and id = ${id}`,
    )
  },

  async setEnrolled(tx: Transaction, fleetId: number, id: number, isEnrolled: boolean): Promise<void> {
    await tx.query(
      sql`update vehicles set fleetcor_enrolled = ${isEnrolled} where fleet_id = ${fleetId} and id = ${id}`,
    )
  },

  /** Sets the vehicle's address. Vehicles with the same address share its row. */
  async setAddress(
    tx: Transaction,
    fleetId: number,
    id: number,
    address: AddressInput | null,
  ): Promise<void> {
    if (address)
      await tx.query(sql`
        insert into addresses (fleet_id, address_line1, city, state, zip)
        values (${fleetId}, ${address.address_line1}, ${address.city}, ${address.state}, ${address.zip})
        on conflict do nothing`)
    await tx.query(sql`
      update vehicles set address_id = (select a.id from addresses a where a.fleet_id = ${fleetId}
        and (a.address_line1, a.city, a.state, a.zip)
          = (${address?.address_line1 ?? null}, ${address?.city ?? null}, ${address?.state ?? null}, ${address?.zip ?? null}))
      where fleet_id = ${fleetId} and id = ${id}`)
  },

  /** Locks users of the fleet before the vehicle that they will drive, as the form of a user does, to avoid deadlocks. */
  async lockDrivers(tx: Transaction, userIds: readonly number[]): Promise<void> {
    await tx.query(sql`select lock_drivers(${userIds}::bigint[])`)
  },

  /** Replaces the vehicle's drivers. */
  async setDrivers(tx: Transaction, fleetId: number, id: number, userIds: readonly number[]): Promise<void> {
    await tx.query(sql`
      delete from vehicle_drivers where fleet_id = ${fleetId} and vehicle_id = ${id}
        and user_id <> all(${userIds}::bigint[])`)
    await tx.query(sql`
      insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
      select ${fleetId}, ${id}, u from unnest(${userIds}::bigint[]) u on conflict do nothing`)
  },

  /** Counts the users of the fleet among these who may drive the vehicle. Deactivated users may only keep it. */
  async countPeople(
    db: Queryable,
    fleetId: number,
    vehicleId: number | null,
    userIds: readonly number[],
  ): Promise<number> {
    const rows = await db.query(sql`
      select from users u where u.fleet_id = ${fleetId} and u.id = any(${userIds}::bigint[])
        and (u.is_active or exists (select from vehicle_drivers d where d.vehicle_id = ${vehicleId} and d.user_id = u.id))`)
    return rows.length
  },

  /** Returns the users of the fleet among these, active or not, by id. Deleted users are left out. */
  async usersOfFleet(db: Queryable, fleetId: number, userIds: readonly number[]): Promise<number[]> {
    const rows = await db.query<{ id: number }>(sql`
      select id from users
      where fleet_id = ${fleetId} and deleted_at is null and id = any(${userIds}::bigint[]) order by id`)
    return rows.map(({ id }) => id)
  },

  /** Lists active users of the fleet by name, whose name contains every word, in plain text, `without` some roles. */
  people(
    db: Queryable,
    fleetId: number,
    { words, without }: { words: readonly string[]; without: readonly string[] },
    limit: number,
  ): Promise<Person[]> {
    return db.query<Person>(sql`
      select u.id, u.first_name || ' ' || u.last_name as name from users u
      where u.fleet_id = ${fleetId} and u.is_active and not u.roles && ${without}::text[]
        and ${plainTextOf(sql`u.name`)} like all(${words.map(containing)}::text[])
      order by u.first_name, u.last_name, u.id limit ${limit}`)
  },

  /** Index: shop_orders_one_open. */
  async hasOpenOrder(db: Queryable, id: number): Promise<boolean> {
    const rows = await db.query(sql`
      select from shop_orders where vehicle_id = ${id} and status = any(${OPEN_STATUSES}) limit 1`)
    return rows.length > 0
  },

  async isOfBrands(db: Queryable, fleetId: number, brands: readonly string[]): Promise<boolean> {
    const rows = await db.query(sql`select from fleets where id = ${fleetId} and brand = any(${brands})`)
    return rows.length > 0
  },
}
