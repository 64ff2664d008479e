import type { Reading } from '#domain/vehicles/odometer-rules.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { newUuid } from '../../core/documents/attributes.ts'

export interface StoredReading extends Reading {
  id: string
  is_doubtful: boolean
}

/** A reading of a file: `sourceId` names its file and row, so that none is written twice. */
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

export const odometerRepository = {
  /** Writes the reading of a source, or corrects it where the source has one already. */
  async upsert(tx: Transaction, r: NewReading): Promise<void> {
    await tx.query(sql`
      insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source, source_id, user_id)
      values (${r.fleetId}, ${r.vehicleId}, ${r.value}, ${r.unit}, ${r.read_on}, ${r.source}, ${r.sourceId}, ${r.userId})
      on conflict (source, source_id) where source_id is not null do update
        set vehicle_id = excluded.vehicle_id, value = excluded.value, unit = excluded.unit, read_on = excluded.read_on`)
  },

  /** Writes a reading that a person entered; false when the id is taken, by whomever. */
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

  /** The act that took a reading out of use; null: not known. */
  async voidedBy(db: Queryable, fleetId: number, id: string): Promise<string | null> {
    const [row] = await db.query<{ act: string | null }>(
      sql`select void_act_id as act from odometer_readings where fleet_id = ${fleetId} and id = ${id}`,
    )
    return row?.act ?? null
  },

  async count(db: Queryable, fleetId: number, vehicleId: number): Promise<number> {
    const [row] = await db.query<{ count: number }>(
      sql`select count(*) from odometer_readings where fleet_id = ${fleetId} and vehicle_id = ${vehicleId}`,
    )
    return row?.count ?? 0
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

  /** All readings of a vehicle that are not void, in the order in which they were entered. */
  log(tx: Transaction, fleetId: number, vehicleId: number): Promise<StoredReading[]> {
    return tx.query<StoredReading>(sql`
      select id, value, unit, read_on, is_doubtful from odometer_readings
      where fleet_id = ${fleetId} and vehicle_id = ${vehicleId} and voided_at is null order by created_at, read_on, id`)
  },

  /** The logs of some vehicles as far as they are not void, in the order in which they were entered. */
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

  /** Writes readings that came in a file; a row that was written before is left as it is. */
  async insertMany(
    tx: Transaction,
    fleetId: number,
    many: readonly (BatchReading & { isDoubtful: boolean })[],
  ): Promise<void> {
    const all = <K extends keyof (typeof many)[number]>(key: K) => many.map((one) => one[key])
    // Ids that grow stand side by side in their index; those of the database are spread over all of it.
    const ids = many.map(() => newUuid())
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
export type OdometerRepository = typeof odometerRepository
