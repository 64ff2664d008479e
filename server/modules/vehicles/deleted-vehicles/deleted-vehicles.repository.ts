import type { DeletedVehicle } from '#contract/vehicles/deleted-vehicles.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { DELETED_VEHICLE_KEEP_DAYS } from '#server/limits.ts'

/** Vehicles that were deleted before this time are removed permanently. */
const expiry = (now: Date) => sql`${now}::timestamptz - make_interval(days => ${DELETED_VEHICLE_KEEP_DAYS})`

/** Condition on `deleted_vehicles d`: can still be restored. */
const restorable = (fleetId: number, now: Date): Query =>
  sql`d.fleet_id = ${fleetId} and d.deleted_at > ${expiry(now)}`

/** Deleted vehicles that can be restored (decision 58). */
export const deletedVehiclesRepository = {
  /**
   * Deletes a vehicle with all related rows, and stores them for 30 days.
   * @returns its name; undefined if the fleet has no such vehicle
   */
  async delete(tx: Transaction, actor: Actor, id: number, now: Date): Promise<string | undefined> {
    await tx.query(sql`select delete_vehicle(${id}, ${actor.userId}, ${now})`)
    const [row] = await tx.query<{ name: string }>(
      sql`select name from deleted_vehicles where vehicle_id = ${id} and fleet_id = ${actor.fleet.id}`,
    )
    return row?.name
  },

  /** @returns its name, and the names of drivers who have left the fleet; undefined if it cannot be restored */
  async restore(
    tx: Transaction,
    fleetId: number,
    id: number,
    now: Date,
  ): Promise<{ name: string; missing: string[] } | undefined> {
    const [row] = await tx.query<{ name: string; missing: string[] | null }>(sql`
      select d.name, restore_vehicle(d.vehicle_id) as missing from deleted_vehicles d
      where d.vehicle_id = ${id} and ${restorable(fleetId, now)}`)
    return row?.missing ? { name: row.name, missing: row.missing } : undefined
  },

  /** Index: deleted_vehicles_fleet. */
  list(
    db: Queryable,
    fleetId: number,
    now: Date,
    query: { vehicle_id?: number | undefined; page: number; per_page: number },
  ): Promise<DeletedVehicle[]> {
    return db.query<DeletedVehicle>(sql`
      select d.vehicle_id as id, d.name, d.vin, d.deleted_at, d.deleted_by_name as deleted_by,
        d.deleted_at + make_interval(days => ${DELETED_VEHICLE_KEEP_DAYS}) as restorable_until
      from deleted_vehicles d
      where ${restorable(fleetId, now)} and ${ofVehicle(query)}
      order by d.deleted_at desc, d.vehicle_id limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`)
  },

  async count(
    db: Queryable,
    fleetId: number,
    now: Date,
    query: { vehicle_id?: number | undefined },
  ): Promise<number> {
    const [row] = await db.query<{ n: number }>(sql`
      select count(*) as n from deleted_vehicles d where ${restorable(fleetId, now)} and ${ofVehicle(query)}`)
    return row?.n ?? 0
  },

  /**
   * Deletes vehicles that can no longer be restored. The cleanup of orphaned files then deletes their files. Jobs only.
   */
  async purge(db: Queryable, now: Date): Promise<void> {
    await db.query(sql`delete from deleted_vehicles where deleted_at <= ${expiry(now)}`)
  },
}

const ofVehicle = ({ vehicle_id }: { vehicle_id?: number | undefined }): Query =>
  vehicle_id === undefined ? sql`true` : sql`d.vehicle_id = ${vehicle_id}`
