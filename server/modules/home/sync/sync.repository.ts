import type { SyncType, UnsentDevice } from '#contract/home/sync.ts'
import { countRows } from '#server/db/counts.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { HEARTBEAT_DEVICES_MAX } from '#server/limits.ts'
import type { Position } from './cursor.ts'

/** Scope of the changes: the fleet, the user's own, and for drivers only these vehicles. */
export interface Scope {
  fleetId: number
  userId: number
  /** null: every vehicle of the fleet. */
  vehicleIds: readonly number[] | null
}

export interface ChangeRow {
  xid: string
  type: SyncType
  entity_id: string
  is_deleted: boolean
}

export interface Horizon {
  epoch: string
  /** All earlier transactions are complete: their changes are visible, and no more will be added. */
  xmin: string
  /** Not assigned to a transaction yet. */
  xmax: string
}

export interface Heartbeat {
  lost?: number | undefined
  lost_files?: number | undefined
  device_id: string
  pending: number
  pending_files?: number | undefined
  oldest_at: string | null
  stuck: number
  stuck_files?: number | undefined
  app_version: string
  persisted: boolean
  installed: boolean
}

/** Older contacts and losses are not reported. */
interface UnsentSince {
  seen: Date
  lost: Date
}

const isUnsent = (fleetId: number, since: UnsentSince): Query => sql`c.fleet_id = ${fleetId}
  and (c.pending > 0 or c.stuck > 0 or c.lost > 0) and c.seen_at >= ${since.seen}
  and (c.pending > 0 or c.stuck > 0 or c.lost_at >= ${since.lost})`

export const syncRepository = {
  async horizon(db: Queryable): Promise<Horizon> {
    const [row] = await db.query<Horizon>(sql`
      select epoch, pg_snapshot_xmin(s)::text as xmin, pg_snapshot_xmax(s)::text as xmax
      from server_meta, pg_current_snapshot() s`)
    if (!row) throw new Error('The database has no server_meta.')
    return row
  },

  /** Changes after a position and before a transaction, in commit order; index sync_changes_order. */
  changes(
    db: Queryable,
    scope: Scope,
    range: { after: Position | null; before: string; sinceXid: string; limit: number },
  ): Promise<ChangeRow[]> {
    const { after } = range
    const behind = after
      ? sql`and (c.xid, c.type, c.entity_id) > (${after.xid}::xid8, ${after.type}, ${after.entityId})`
      : sql``
    return db.query<ChangeRow>(sql`
      select c.xid::text, c.type, c.entity_id, c.is_deleted from sync_changes c
      where ${inScope(scope)} and c.xid < ${range.before}::xid8 ${behind}
        and (not c.is_deleted or c.xid >= ${range.sinceXid}::xid8)
      order by c.xid, c.type, c.entity_id limit ${range.limit}`)
  },

  /** Whether the scope has changes of transaction `xid` or a later one; index sync_changes_order. */
  async hasSince(db: Queryable, scope: Scope, xid: string): Promise<boolean> {
    const found = await db.query(sql`
      select from sync_changes c where ${inScope(scope)} and c.xid >= ${xid}::xid8 order by c.xid limit 1`)
    return found.length > 0
  },

  /** Entities of one type after an id, for an initial sync; index sync_changes_first. */
  firstOfType(
    db: Queryable,
    scope: Scope,
    range: { type: SyncType; afterId: string; before: string; limit: number },
  ): Promise<ChangeRow[]> {
    return db.query<ChangeRow>(sql`
      select c.xid::text, c.type, c.entity_id, c.is_deleted from sync_changes c
      where ${inScope(scope)} and c.type = ${range.type} and c.entity_id > ${range.afterId}
        and c.xid < ${range.before}::xid8 and not c.is_deleted
      order by c.entity_id limit ${range.limit}`)
  },

  /** Number of entities of an initial sync. */
  count(db: Queryable, scope: Scope, before: string): Promise<number> {
    return countRows(
      db,
      sql`
      select count(*) from sync_changes c
      where ${inScope(scope)} and c.xid < ${before}::xid8 and not c.is_deleted`,
    )
  },

  /** Returns those keys whose operation took effect. Stored errors have keys too, but do not count. */
  async knownKeys(db: Queryable, userId: number, keys: readonly string[]): Promise<Set<string>> {
    const rows = await db.query<{ key: string }>(
      sql`select key from idempotency_keys
        where user_id = ${userId} and key = any(${keys}::uuid[]) and status < 400`,
    )
    return new Set(rows.map((row) => row.key))
  },

  async putHeartbeat(
    tx: Transaction,
    user: { fleetId: number; userId: number },
    heartbeat: Heartbeat,
    now: Date,
  ): Promise<void> {
    const lost = heartbeat.lost ?? 0
    await tx.query(sql`
      insert into client_heartbeats (device_id, user_id, fleet_id, pending, oldest_at, stuck, app_version, is_persisted,
        is_installed, lost, lost_at, seen_at, pending_files, stuck_files, lost_files)
      values (${heartbeat.device_id}, ${user.userId}, ${user.fleetId}, ${heartbeat.pending}, ${heartbeat.oldest_at}, ${heartbeat.stuck},
        ${heartbeat.app_version}, ${heartbeat.persisted}, ${heartbeat.installed}, ${lost}, ${lost > 0 ? now : null}, ${now},
        ${heartbeat.pending_files ?? 0}, ${heartbeat.stuck_files ?? 0}, ${heartbeat.lost_files ?? 0})
      on conflict (user_id, fleet_id, device_id) do update set pending = excluded.pending,
        oldest_at = excluded.oldest_at, stuck = excluded.stuck, app_version = excluded.app_version,
        pending_files = excluded.pending_files, stuck_files = excluded.stuck_files,
        lost_files = case when excluded.lost > 0 then excluded.lost_files else client_heartbeats.lost_files end,
        is_persisted = excluded.is_persisted, is_installed = excluded.is_installed, seen_at = excluded.seen_at,
        lost = case when excluded.lost > 0 then excluded.lost else client_heartbeats.lost end,
        lost_at = coalesce(excluded.lost_at, client_heartbeats.lost_at)`)
  },

  /** Deletes the least recently seen devices, so that a user cannot fill the table with invented ones. */
  async forgetSurplusDevices(tx: Transaction, user: { fleetId: number; userId: number }): Promise<void> {
    await tx.query(sql`
      delete from client_heartbeats where user_id = ${user.userId} and fleet_id = ${user.fleetId} and device_id in (
        select device_id from client_heartbeats where user_id = ${user.userId} and fleet_id = ${user.fleetId}
        order by seen_at desc, device_id offset ${HEARTBEAT_DEVICES_MAX})`)
  },

  /** Longest waiting first; index client_heartbeats_unsent. */
  unsent(
    db: Queryable,
    fleetId: number,
    since: UnsentSince,
    page: { page: number; per_page: number },
  ): Promise<UnsentDevice[]> {
    return db.query<UnsentDevice>(sql`
      select c.device_id, c.user_id, u.first_name || ' ' || u.last_name as user_name, c.pending, c.stuck, c.oldest_at,
        c.pending_files, c.stuck_files, case when c.lost_at >= ${since.lost} then c.lost_files else 0 end as lost_files,
        c.seen_at, c.app_version, c.is_persisted as persisted, c.is_installed as installed,
        case when c.lost_at >= ${since.lost} then c.lost else 0 end as lost,
        case when c.lost_at >= ${since.lost} then c.lost_at end as lost_at
      from client_heartbeats c left join users u on u.id = c.user_id
      where ${isUnsent(fleetId, since)}
      order by coalesce(c.oldest_at, c.lost_at, c.seen_at), c.user_id, c.device_id
      limit ${page.per_page} offset ${(page.page - 1) * page.per_page}`)
  },

  countUnsent(db: Queryable, fleetId: number, since: UnsentSince): Promise<number> {
    return countRows(db, sql`select count(*) from client_heartbeats c where ${isUnsent(fleetId, since)}`)
  },
}

/**
 * Detects a database that was restored from a dump: its changes have transaction ids that this PostgreSQL has not
 * reached, so devices would never receive them. Assigns new ids and starts a new epoch, so that every device syncs from
 * the start and checks its receipts (docs/offline.md row 33). Returns whether it was restored. Call it before serving.
 */
export function adoptRestoredDatabase(db: Database): Promise<boolean> {
  return db.system(async (tx) => {
    const ahead = await tx.query(sql`
      select from sync_changes where xid >= pg_snapshot_xmax(pg_current_snapshot()) limit 1`)
    if (ahead.length === 0) return false
    await tx.query(sql`update sync_changes set xid = pg_current_xact_id()`)
    await tx.query(sql`update server_meta set epoch = gen_random_uuid()`)
    return true
  })
}

function inScope({ fleetId, userId, vehicleIds }: Scope): Query {
  const own = sql`c.fleet_id = ${fleetId} and (c.user_id is null or c.user_id = ${userId})`
  // Rows '<id>@<vehicle>' record that an entry left a vehicle; relevant only to users who cannot see its new vehicle.
  if (vehicleIds === null) return sql`${own} and c.entity_id not like '%@%'`
  return sql`${own} and (c.vehicle_id is null or c.vehicle_id = any(${vehicleIds}::bigint[]))
    and (c.entity_id not like '%@%' or not exists (select from sync_changes n where n.fleet_id = c.fleet_id
      and n.type = c.type and n.entity_id = split_part(c.entity_id, '@', 1)
      and n.vehicle_id = any(${vehicleIds}::bigint[])))`
}
