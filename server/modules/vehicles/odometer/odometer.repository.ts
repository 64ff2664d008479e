import { v7 as uuidv7 } from 'uuid'
import type { Reading } from '#domain/vehicles/odometer-rules.ts'
import { countRows } from '#server/db/counts.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

export interface StoredReading extends Reading {
  id: string
  is_doubtful: boolean
}

/** A reading from a file. `sourceId` identifies file and row, so that no row is written twice. */
export interface BatchReading extends Reading {
  vehicleId: number
  sourceId: string
  userId: number
}

export interface NewReading extends Reading {
  fleetId: number
  vehicleId: number
  source: 'history' | 'order' | 'driver' | 'telematics'
  sourceId: string
  userId: number | null
}

const isSameReading = sql`(r.value, r.unit, r.read_on) = (excluded.value, excluded.unit, excluded.read_on)`

export const odometerRepository = {
  /** Inserts the reading of a source, or corrects the existing one. A corrected reading is no longer ignored. */
  async upsert(tx: Transaction, r: NewReading): Promise<void> {
    await tx.query(sql`
      insert into odometer_readings as r (fleet_id, vehicle_id, value, unit, read_on, source, source_id, user_id)
      values (${r.fleetId}, ${r.vehicleId}, ${r.value}, ${r.unit}, ${r.read_on}, ${r.source}, ${r.sourceId}, ${r.userId})
      on conflict (source, source_id) where source_id is not null do update
        set vehicle_id = excluded.vehicle_id, value = excluded.value, unit = excluded.unit, read_on = excluded.read_on,
          void_reason = case when ${isSameReading} then r.void_reason end,
          voided_by = case when ${isSameReading} then r.voided_by end,
          voided_at = case when ${isSameReading} then r.voided_at end,
          void_act_id = case when ${isSameReading} then r.void_act_id end`)
  },

  /** Inserts a reading that a user entered. Returns false if the id is in use, in any fleet. */
  async insert(
    tx: Transaction,
    r: Omit<NewReading, 'source' | 'sourceId'> & { id: string },
  ): Promise<boolean> {
    const inserted = await tx.query(sql`
      insert into odometer_readings (id, fleet_id, vehicle_id, value, unit, read_on, source, user_id)
      values (${r.id}, ${r.fleetId}, ${r.vehicleId}, ${r.value}, ${r.unit}, ${r.read_on}, 'driver', ${r.userId})
      on conflict (id) do nothing returning id`)
    return inserted.length > 0
  },

  async void(
    tx: Transaction,
    fleetId: number,
    id: string,
    by: { reason: string; userId: number; actId: string | null },
  ): Promise<void> {
    await tx.query(sql`
      update odometer_readings set void_reason = ${by.reason}, voided_by = ${by.userId}, voided_at = now(),
        void_act_id = ${by.actId}
      where fleet_id = ${fleetId} and id = ${id} and voided_at is null`)
  },

  /** Returns the id of the action that voided a reading; null: unknown. */
  async voidedBy(db: Queryable, fleetId: number, id: string): Promise<string | null> {
    const [row] = await db.query<{ act: string | null }>(
      sql`select void_act_id as act from odometer_readings where fleet_id = ${fleetId} and id = ${id}`,
    )
    return row?.act ?? null
  },

  count(db: Queryable, fleetId: number, vehicleId: number): Promise<number> {
    return countRows(
      db,
      sql`select count(*) from odometer_readings where fleet_id = ${fleetId} and vehicle_id = ${vehicleId}`,
    )
  },

  async remove(
    tx: Transaction,
    fleetId: number,
    source: NewReading['source'],
    sourceId: string,
  ): Promise<void> {
    await tx.query(
      sql`delete from odometer_readings where fleet_id = ${fleetId} and source = ${source} and source_id = ${sourceId}`,
    )
  },

  /** Lists the readings of a vehicle that are not void, in order of entry. */
  log(tx: Transaction, fleetId: number, vehicleId: number): Promise<StoredReading[]> {
    return tx.query<StoredReading>(sql`
      select id, value, unit, read_on, is_doubtful from odometer_readings
      where fleet_id = ${fleetId} and vehicle_id = ${vehicleId} and voided_at is null order by created_at, read_on, id`)
  },

  /** Lists the readings of several vehicles that are not void, in order of entry. */
  logs(
    tx: Transaction,
    fleetId: number,
    vehicleIds: readonly number[],
  ): Promise<(StoredReading & { vehicle_id: number })[]> {
    return tx.query(sql`
      select vehicle_id, id, value, unit, read_on, is_doubtful from odometer_readings
      where fleet_id = ${fleetId} and vehicle_id = any(${vehicleIds}::bigint[]) and voided_at is null
      order by vehicle_id, created_at, read_on, id`)
  },

  /** Inserts readings from a file. Rows that were written before stay unchanged. */
  async insertMany(
    tx: Transaction,
    fleetId: number,
    many: readonly (BatchReading & { isDoubtful: boolean })[],
  ): Promise<void> {
    const all = <K extends keyof (typeof many)[number]>(key: K) => many.map((reading) => reading[key])
    // Ascending ids are adjacent in the index; ids that the database generates are scattered.
    const ids = many.map(() => uuidv7())
    await tx.query(sql`
      insert into odometer_readings (fleet_id, source, id, vehicle_id, value, unit, read_on, source_id, user_id, is_doubtful)
      select ${fleetId}, 'import', r.* from unnest(${ids}::uuid[], ${all('vehicleId')}::bigint[], ${all('value')}::int[],
        ${all('unit')}::text[], ${all('read_on')}::date[], ${all('sourceId')}::text[], ${all('userId')}::bigint[],
        ${all('isDoubtful')}::boolean[]) as r
      on conflict (source, source_id) where source_id is not null do nothing`)
  },

  async setDoubtful(
    tx: Transaction,
    fleetId: number,
    ids: readonly string[],
    isDoubtful: boolean,
  ): Promise<void> {
    await tx.query(sql`
      update odometer_readings set is_doubtful = ${isDoubtful}
      where fleet_id = ${fleetId} and id = any(${ids}::uuid[])`)
  },
}
