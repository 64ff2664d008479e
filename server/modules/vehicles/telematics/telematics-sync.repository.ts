import type { SyncEvent, TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { countRows } from '#server/db/counts.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'

/** A synchronization with the fleet data that its run needs. */
export interface SyncTask {
  id: number
  fleet_id: number
  database_name: string
  time_zone: string
  cursor: string | null
  /** Identifies the run: a synchronization that was interrupted may be run again. */
  started_at: string
}

/** The fields of a vehicle that its device depends on. */
export interface EquippedVehicle {
  id: number
  vin: string | null
  geotab_device_id: string | null
  odometer: number | null
  odometer_units: 'mi' | 'km'
  /** Day of the reading that the odometer shows; null: unknown. */
  read_on: string | null
  has_engine_oil: boolean
  is_active: boolean
}

const FIELDS = sql`e.id, e.created_at, e.status, e.cause, e.failure, e.finished_at, e.vehicles_total`
/** A run that takes longer counts as interrupted. */
const LOST_AFTER = sql`interval '2 hours'`
/** A synchronization that waits longer has no job: the queue may be long, and the server may have been down. */
const FORGOTTEN_AFTER = sql`interval '1 day'`
/** Whether a run of a synchronization `e` has neither ended nor been replaced. */
const isCurrent = ({ id, started_at }: SyncTask): Query =>
  sql`e.id = ${id} and e.status = 'running' and e.started_at = ${started_at}::timestamptz`

export const telematicsSyncRepository = {
  /** Lists events, newest first. Index: telematics_sync_events_fleet. */
  events(db: Queryable, fleetId: number, page: { page: number; per_page: number }): Promise<SyncEvent[]> {
    return db.query<SyncEvent>(sql`
      select ${FIELDS} from telematics_sync_events e where e.fleet_id = ${fleetId} order by e.id desc
      limit ${page.per_page} offset ${(page.page - 1) * page.per_page}`)
  },

  count(db: Queryable, fleetId: number): Promise<number> {
    return countRows(db, sql`select count(*) from telematics_sync_events where fleet_id = ${fleetId}`)
  },

  /** Returns the queued or running synchronization. */
  async open(db: Queryable, fleetId: number): Promise<SyncEvent | undefined> {
    const [event] = await db.query<SyncEvent>(sql`
      select ${FIELDS} from telematics_sync_events e
      where e.fleet_id = ${fleetId} and e.status in ('queued', 'running')`)
    return event
  },

  /**
   * Adds a synchronization for a fleet with a telematics database. Returns undefined if one is already open, or if the
   * fleet has no database.
   */
  async insertByHand(tx: Transaction, fleetId: number): Promise<SyncEvent | undefined> {
    const [event] = await tx.query<SyncEvent>(sql`
      insert into telematics_sync_events as e (fleet_id, database_name, cause, day)
      select id, telematics_database, 'by_hand', (now() at time zone time_zone)::date
      from fleets where id = ${fleetId} and telematics_database is not null
      on conflict do nothing returning ${FIELDS}`)
    return event
  },

  /**
   * Adds this morning's synchronizations, for all fleets whose local time is within the hours and that had none today.
   */
  insertDaily(
    tx: Transaction,
    hours: { from: number; before: number },
    now: Date,
  ): Promise<{ id: number }[]> {
    return tx.query<{ id: number }>(sql`
      insert into telematics_sync_events (fleet_id, database_name, cause, day)
      select f.id, f.telematics_database, 'daily', local.at::date
      from fleets f cross join lateral (select ${now}::timestamptz at time zone f.time_zone as at) local
      where f.telematics_database is not null and extract(hour from local.at) >= ${hours.from}
        and extract(hour from local.at) < ${hours.before}
      on conflict do nothing returning id`)
  },

  /**
   * Lists this morning's failed synchronizations to be repeated: not those that need a user first (TEL-033), or that a
   * later one replaces, which is open or has succeeded.
   */
  failedDaily(
    tx: Transaction,
    hours: { from: number; before: number },
    now: Date,
  ): Promise<{ id: number }[]> {
    return tx.query<{ id: number }>(sql`
      select e.id from telematics_sync_events e join fleets f on f.id = e.fleet_id
        cross join lateral (select ${now}::timestamptz at time zone f.time_zone as at) local
      where f.telematics_database is not null and extract(hour from local.at) >= ${hours.from}
        and extract(hour from local.at) < ${hours.before}
        and e.cause = 'daily' and e.day = local.at::date and e.failure not in ('refused', 'not_configured')
        and not exists (select from telematics_sync_events o
          where o.fleet_id = e.fleet_id and o.id > e.id and o.status <> 'failed')
      order by e.id for update of e`)
  },

  /** Queues a failed synchronization again. Violates the index telematics_sync_events_open while another one is open. */
  async requeue(tx: Transaction, id: number): Promise<void> {
    await tx.query(sql`
      update telematics_sync_events e set status = 'queued', failure = null, started_at = null, finished_at = null,
        database_name = f.telematics_database
      from fleets f where e.id = ${id} and f.id = e.fleet_id`)
  },

  /** Marks a synchronization as running. Returns undefined if it has ended, also by a change of the fleet's database. */
  async take(db: Queryable, id: number): Promise<SyncTask | undefined> {
    const [task] = await db.query<SyncTask>(sql`
      update telematics_sync_events e set status = 'running', started_at = now() from fleets f
      left join telematics_feeds c on c.fleet_id = f.id and c.database_name = f.telematics_database
      where e.id = ${id} and f.id = e.fleet_id and e.status in ('queued', 'running')
      returning e.id, e.fleet_id, e.database_name, f.time_zone, c.cursor,
        e.started_at::text`)
    return task
  },

  /** Changes nothing if the run is no longer the current one. */
  async finish(
    db: Queryable,
    task: SyncTask,
    end: { failure: SyncEvent['failure']; vehiclesTotal: number },
  ): Promise<void> {
    await db.query(sql`
      update telematics_sync_events e set status = ${end.failure === null ? 'complete' : 'failed'},
        failure = ${end.failure}, vehicles_total = ${end.vehiclesTotal}, finished_at = now()
      where ${isCurrent(task)}`)
  },

  /**
   * Fails synchronizations whose server was lost and whose job was not retried, so that the fleet can start another.
   */
  async failLost(db: Queryable): Promise<void> {
    await db.query(sql`
      update telematics_sync_events set status = 'failed', failure = 'interrupted', finished_at = now()
      where (status = 'running' and coalesce(started_at, created_at) < now() - ${LOST_AFTER})
        or (status = 'queued' and created_at < now() - ${FORGOTTEN_AFTER})`)
  },

  /** Returns whether the run is still the current one; otherwise it stores nothing. */
  async putCursor(db: Queryable, task: SyncTask, cursor: string): Promise<boolean> {
    const rows = await db.query(sql`
      insert into telematics_feeds (fleet_id, database_name, cursor)
      select e.fleet_id, e.database_name, ${cursor}::text from telematics_sync_events e
        join fleets f on f.id = e.fleet_id and lower(f.telematics_database) = lower(e.database_name)
      where ${isCurrent(task)}
      on conflict (fleet_id) do update set database_name = excluded.database_name, cursor = excluded.cursor
      returning fleet_id`)
    return rows.length > 0
  },

  /** Lists the fleet's vehicles that have a device, also inactive ones, and active ones that could have one. */
  vehicles(db: Queryable, fleetId: number): Promise<EquippedVehicle[]> {
    return db.query<EquippedVehicle>(sql`
      select v.id, upper(v.vin) as vin, v.geotab_device_id, v.odometer, v.odometer_units, r.read_on,
        v.is_active, not (coalesce(v.engine, '') ~* '\\melectric\\M' and v.engine !~* 'hybrid') as has_engine_oil
      from vehicles v left join lateral (select read_on from odometer_readings
        where vehicle_id = v.id and not is_doubtful and voided_at is null
        order by read_on desc limit 1) r on true
      where v.fleet_id = ${fleetId} and (v.geotab_device_id is not null or (v.is_active and v.vin is not null))
      order by v.id`)
  },

  /** Whether another fleet has the same database. Index: fleets_telematics. */
  async isShared(db: Queryable, { fleet_id, database_name }: SyncTask): Promise<boolean> {
    const rows = await db.query(sql`
      select from fleets f where lower(f.telematics_database) = lower(${database_name}::text)
        and f.id <> ${fleet_id} limit 1`)
    return rows.length > 0
  },

  /**
   * Returns the vehicles that have these devices of this database; one may have been deleted or lost its device since,
   * and the fleet may have named another database.
   */
  async equippedIds(
    tx: Transaction,
    { fleetId, databaseName }: { fleetId: number; databaseName: string },
    devices: readonly { vehicleId: number; deviceId: string }[],
  ): Promise<Set<number>> {
    const rows = await tx.query<{ id: number }>(sql`
      select v.id from vehicles v join unnest(${devices.map(({ vehicleId }) => vehicleId)}::bigint[],
          ${devices.map(({ deviceId }) => deviceId)}::text[]) as d (vehicle_id, device_id)
        on d.vehicle_id = v.id and d.device_id = v.geotab_device_id
      join fleets f on f.id = v.fleet_id and lower(f.telematics_database) = lower(${databaseName}::text)
      where v.fleet_id = ${fleetId}`)
    return new Set(rows.map(({ id }) => id))
  },

  /** Also deletes the data of the former device. Changes nothing if the fleet has named another database since: its devices have other ids. */
  async setDevice(
    tx: Transaction,
    { fleet_id, database_name }: SyncTask,
    vehicleId: number,
    deviceId: string | null,
  ): Promise<void> {
    await tx.query(sql`
      with changed as (
        update vehicles set geotab_device_id = ${deviceId}, rev = rev + 1, updated_at = now()
        where fleet_id = ${fleet_id} and id = ${vehicleId} and geotab_device_id is distinct from ${deviceId}::text
          and exists (select from fleets f where f.id = ${fleet_id}
            and lower(f.telematics_database) = lower(${database_name}::text))
        returning id)
      delete from telematics_snapshots t using changed c where t.fleet_id = ${fleet_id} and t.vehicle_id = c.id`)
  },

  /** Stores when the odometer was read. False: a later value of the same day is stored already. */
  async advanceOdometer(
    tx: Transaction,
    { fleetId, timeZone }: { fleetId: number; timeZone: string },
    vehicleId: number,
    at: string,
  ): Promise<boolean> {
    const rows = await tx.query(sql`
      update telematics_snapshots set odometer_at = greatest(odometer_at, ${at}::timestamptz)
      where fleet_id = ${fleetId} and vehicle_id = ${vehicleId} and (odometer_at is null
        or odometer_at <= ${at}::timestamptz
        or (odometer_at at time zone ${timeZone})::date <> (${at}::timestamptz at time zone ${timeZone})::date)
      returning vehicle_id`)
    return rows.length > 0
  },

  async putSnapshot(tx: Transaction, fleetId: number, snapshot: TelematicsSnapshot): Promise<void> {
    const json = (value: object): Query => sql`${JSON.stringify(value)}::jsonb`
    await tx.query(sql`
      insert into telematics_snapshots (vehicle_id, fleet_id, engine_oil, battery_life, tires, fault_codes, read_at,
        is_simulated)
      values (${snapshot.vehicle_id}, ${fleetId}, ${json(snapshot.engine_oil)}, ${json(snapshot.battery_life)},
        ${json(snapshot.tires)}, ${json(snapshot.fault_codes)}, ${snapshot.read_at}, ${snapshot.is_simulated ?? false})
      on conflict (vehicle_id) do update set engine_oil = excluded.engine_oil, battery_life = excluded.battery_life,
        tires = excluded.tires, fault_codes = excluded.fault_codes, read_at = excluded.read_at,
        is_simulated = excluded.is_simulated`)
  },
}
