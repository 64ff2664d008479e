import type {
  TransferCandidate,
  TransferFinding,
  TransferRow,
  VehicleTransfer,
} from '#contract/fmc/transfers.ts'
import type { Role } from '#domain/access/permissions.ts'
import { searchedWords } from '#domain/vehicles/vehicle-search.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { isOpenOrder } from '#server/modules/orders/orders/orders.reads.ts'
import { mentionsWord } from '../../vehicles/vehicles/vehicle-search.reads.ts'

/** Number of refused vehicles in the transfer itself. */
const REJECTED_ITEMS_SHOWN = 50
/** Upper bound of a search count; with more matches, users refine the search. */
const FOUND_MAX = 1000

export interface TransferJob {
  id: string
  affiliation_id: number
  user_id: number
  new_fleet_id: number
  new_fleet_name: string
  attempts: number
}
interface CandidateFilter {
  fleet_id?: number | undefined
  query?: string | undefined
}
export interface WaitingRow {
  position: number
  vehicle_id: number
  old_fleet_id: number | null
}
export type Outcome =
  | { state: 'moved'; warnings: readonly string[] }
  | { state: 'refused'; reason: string; orderId: number | null }

const ROW = sql`r.vehicle_id, r.vehicle_name,
  case when r.old_fleet_id is not null then json_build_object('id', r.old_fleet_id, 'name', r.old_fleet_name) end as old_fleet,
  r.state, r.reason, r.order_id, r.warnings`

const transfersWhere = (db: Queryable, rest: Query) =>
  db.query<VehicleTransfer>(sql`
    select t.id, t.status, json_build_object('id', t.new_fleet_id, 'name', t.new_fleet_name) as new_fleet,
      t.vehicles_total, n.moved, n.refused, t.created_at, t.finished_at,
      (select coalesce(json_agg(to_json(x)), '[]') from (select ${ROW} from vehicle_transfer_rows r
        where r.transfer_id = t.id and r.state = 'refused' order by r.position limit ${REJECTED_ITEMS_SHOWN}) x) as refused_vehicles
    from vehicle_transfers t cross join lateral (
      select count(*) filter (where r.state = 'moved') as moved, count(*) filter (where r.state = 'refused') as refused
      from vehicle_transfer_rows r where r.transfer_id = t.id) n
    where ${rest}`)

/** Ids of vehicles in the company's fleets: of one fleet, of a search, or of a search in one fleet. */
function candidatesOf(userId: number, { fleet_id: fleetId, query }: CandidateFilter): Query {
  const ofFleet = fleetId === undefined ? sql`` : sql`and f.id = ${fleetId}`
  const fleets = sql`fleets f where f.deleted_at is null ${ofFleet}
    and f.affiliation_id = (select u.affiliation_id from users u where u.id = ${userId})`
  if (query === undefined)
    return sql`select v.id from vehicles v where v.fleet_id in (select f.id from ${fleets})`
  let where = sql`t.fleet_id in (select f.id from ${fleets})`
  for (const word of searchedWords(query)) where = sql`${where} and ${mentionsWord(sql`t.text`, word)}`
  return sql`select t.vehicle_id as id from vehicle_texts t where ${where}`
}

/** Transfers and their rows. They span fleets, so every query runs as the owner and names the user or company. */
export const transfersRepository = {
  /** Returns the actor's company and the destination; undefined if the fleet is not in the company. */
  async destination(db: Queryable, userId: number, fleetId: number) {
    const [row] = await db.query<{ affiliation_id: number; id: number; name: string }>(sql`
      select f.affiliation_id, f.id, f.name from fleets f join users u on u.affiliation_id = f.affiliation_id
      where u.id = ${userId} and f.id = ${fleetId} and f.deleted_at is null`)
    return row
  },

  /** Counts how many of these fleets belong to the company. */
  async countFleets(db: Queryable, affiliationId: number, ids: readonly number[]): Promise<number> {
    const [row] = await db.query<{ n: number }>(sql`
      select count(*) as n from fleets where affiliation_id = ${affiliationId} and deleted_at is null and id = any(${ids}::bigint[])`)
    return row?.n ?? 0
  },

  /** Inserts a transfer with one row per vehicle. */
  async insert(
    tx: Transaction,
    transfer: { id: string; affiliationId: number; userId: number; fleet: { id: number; name: string } },
    vehicles: readonly TransferFinding[],
  ): Promise<void> {
    await tx.query(sql`
      insert into vehicle_transfers (id, affiliation_id, user_id, new_fleet_id, new_fleet_name, vehicles_total)
      values (${transfer.id}, ${transfer.affiliationId}, ${transfer.userId}, ${transfer.fleet.id}, ${transfer.fleet.name}, ${vehicles.length})`)
    const rows = vehicles.map(({ vehicle_id, vehicle_name, old_fleet }, position) => ({
      position,
      vehicle_id,
      vehicle_name,
      old_fleet_id: old_fleet?.id ?? null,
      old_fleet_name: old_fleet?.name ?? null,
    }))
    await tx.query(sql`
      insert into vehicle_transfer_rows (transfer_id, position, vehicle_id, vehicle_name, old_fleet_id, old_fleet_name)
      select ${transfer.id}, r.* from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (position int, vehicle_id bigint, vehicle_name text, old_fleet_id bigint, old_fleet_name text)`)
  },

  /** Finds one of the user's own transfers. */
  async find(db: Queryable, userId: number, id: string): Promise<VehicleTransfer | undefined> {
    return (await transfersWhere(db, sql`t.user_id = ${userId} and t.id = ${id}`))[0]
  },

  /** Lists the user's transfers, newest first. Index: vehicle_transfers_of_user. */
  list: (db: Queryable, userId: number, page: { page: number; per_page: number }) =>
    transfersWhere(
      db,
      sql`t.user_id = ${userId} order by t.created_at desc, t.id
        limit ${page.per_page} offset ${(page.page - 1) * page.per_page}`,
    ),

  async count(db: Queryable, userId: number): Promise<number> {
    const [row] = await db.query<{ n: number }>(
      sql`select count(*) as n from vehicle_transfers where user_id = ${userId}`,
    )
    return row?.n ?? 0
  },

  rows(
    db: Queryable,
    id: string,
    query: { state?: string | undefined; page: number; per_page: number },
  ): Promise<TransferRow[]> {
    const ofState = query.state === undefined ? sql`` : sql`and r.state = ${query.state}`
    return db.query<TransferRow>(sql`
      select ${ROW} from vehicle_transfer_rows r where r.transfer_id = ${id} ${ofState}
      order by r.state <> 'refused', r.position limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`)
  },

  /**
   * Returns vehicles of the company's fleets and their count: of one fleet by name (index vehicles_by_name), or of all
   * fleets by a search (index vehicle_texts_words), up to the first thousand.
   */
  async candidates(
    db: Queryable,
    userId: number,
    filter: CandidateFilter & { page: number; per_page: number },
  ): Promise<{ vehicles: TransferCandidate[]; count: number; hasMore: boolean }> {
    const source = candidatesOf(userId, filter)
    const isSearch = filter.query !== undefined
    const counted = isSearch ? sql`${source} limit ${FOUND_MAX + 1}` : source
    const [total] = await db.query<{ n: number }>(sql`select count(*) as n from (${counted}) x`)
    const found = total?.n ?? 0
    const count = isSearch ? Math.min(found, FOUND_MAX) : found
    // In one order, so that all pages are of the same vehicles; after the search, or the planner walks every vehicle.
    const shown = isSearch
      ? sql`with x as materialized (${source}) select id from x order by id limit ${FOUND_MAX}`
      : source
    const vehicles = await db.query<TransferCandidate>(sql`
      select v.id, v.display_name as name, v.vin, v.license_plate_number, v.other_id, v.is_active,
        json_build_object('id', f.id, 'name', f.name) as fleet, o.id as open_order_id
      from (select v.id, v.display_name from (${shown}) x join vehicles v on v.id = x.id order by v.display_name, v.id
          limit ${filter.per_page} offset ${(filter.page - 1) * filter.per_page}) p
        join vehicles v on v.id = p.id join fleets f on f.id = v.fleet_id
        left join shop_orders o on o.vehicle_id = v.id and ${isOpenOrder}
      order by p.display_name, p.id`)
    return { vehicles, count, hasMore: found > count }
  },

  /** Lists ids of unfinished transfers, oldest first. Jobs only. */
  async openIds(db: Queryable): Promise<string[]> {
    const rows = await db.query<{ id: string }>(
      sql`select id from vehicle_transfers where finished_at is null order by created_at`,
    )
    return rows.map(({ id }) => id)
  },

  /** Starts or continues a transfer; undefined if it has ended. Jobs only. */
  async begin(db: Database, id: string): Promise<TransferJob | undefined> {
    const [row] = await db.query<TransferJob>(sql`
      update vehicle_transfers set status = 'running', attempts = attempts + 1
      where id = ${id} and finished_at is null
      returning id, affiliation_id, user_id, new_fleet_id, new_fleet_name, attempts`)
    return row
  },

  /** Returns the roles of the transfer's user; none if the user is inactive or left the company. */
  async rolesOfUser(tx: Transaction, job: TransferJob): Promise<readonly Role[]> {
    const [user] = await tx.query<{ roles: Role[] }>(sql`
      select roles from users where id = ${job.user_id} and affiliation_id = ${job.affiliation_id} and is_active`)
    return user?.roles ?? []
  },

  /**
   * Locks the next waiting vehicle that no other server is moving, until the transaction ends. Index:
   * vehicle_transfer_rows_waiting.
   */
  async takeWaiting(tx: Transaction, id: string): Promise<WaitingRow | undefined> {
    const [row] = await tx.query<WaitingRow>(sql`
      select position, vehicle_id, old_fleet_id from vehicle_transfer_rows
      where transfer_id = ${id} and state = 'waiting' order by position limit 1 for update skip locked`)
    return row
  },

  /**
   * Blocks bookings, edits, deletions and other transfers of the vehicle until the transaction ends, and the deletion
   * of either fleet: a deleted fleet is purged with its vehicles.
   */
  async lock(tx: Transaction, row: WaitingRow, newFleetId: number): Promise<void> {
    await tx.query(sql`
      select from fleets where id in (${row.old_fleet_id}, ${newFleetId}) order by id for share`)
    await tx.query(sql`select from vehicles where id = ${row.vehicle_id} for update`)
  },

  async saveOutcome(tx: Queryable, id: string, position: number, outcome: Outcome): Promise<void> {
    const refused = outcome.state === 'refused' ? outcome : null
    await tx.query(sql`
      update vehicle_transfer_rows set state = ${outcome.state}, reason = ${refused?.reason ?? null},
        order_id = ${refused?.orderId ?? null}, warnings = ${outcome.state === 'moved' ? outcome.warnings : []}::text[],
        decided_at = now()
      where transfer_id = ${id} and position = ${position} and state = 'waiting'`)
  },

  /**
   * Sets the day of arrival that a server of a version before migration 0178 left out, during an upgrade or after a
   * return to that version. A day apart is a change of the fleet's time zone, not an omission.
   */
  async repairArrivals(db: Queryable): Promise<void> {
    await db.query(sql`
      update vehicles v set arrived_on = m.day
      from (
        select distinct on (r.vehicle_id) r.vehicle_id, f.id as fleet_id, (r.decided_at at time zone f.time_zone)::date as day
        from vehicle_transfers t join vehicle_transfer_rows r on r.transfer_id = t.id and r.state = 'moved'
          join fleets f on f.id = t.new_fleet_id
        where t.created_at > now() - interval '7 days'
        order by r.vehicle_id, r.decided_at desc) m
      where v.id = m.vehicle_id and v.fleet_id = m.fleet_id and (v.arrived_on is null or v.arrived_on < m.day - 1)`)
  },

  /** Ends a transfer if no vehicle is waiting. @returns whether it has ended */
  async finish(db: Queryable, id: string): Promise<boolean> {
    const ended = await db.query(sql`
      update vehicle_transfers t set finished_at = now(), status = case
        when exists (select from vehicle_transfer_rows r where r.transfer_id = t.id and r.state = 'refused')
        then 'completed_with_errors' else 'completed' end
      where t.id = ${id} and t.finished_at is null
        and not exists (select from vehicle_transfer_rows r where r.transfer_id = t.id and r.state = 'waiting') returning 1`)
    return ended.length > 0
  },

  /**
   * Adds audit trail entries to both fleets. They name the vehicle but never the other fleet, which may be another
   * customer's.
   */
  async audit(
    tx: Transaction,
    move: { userId: number; vehicle: string; oldFleetId: number; newFleetId: number },
  ): Promise<void> {
    const changes = JSON.stringify([{ field: 'vehicle', from: null, to: move.vehicle }])
    await tx.query(sql`
      insert into audit_trail (fleet_id, user_id, act, changes)
      values (${move.oldFleetId}, ${move.userId}, 'vehicle.left', ${changes}::jsonb),
        (${move.newFleetId}, ${move.userId}, 'vehicle.arrived', ${changes}::jsonb)`)
  },

  async timeZone(tx: Transaction, fleetId: number): Promise<string> {
    const [row] = await tx.query<{ time_zone: string }>(
      sql`select time_zone from fleets where id = ${fleetId}`,
    )
    return row?.time_zone ?? 'UTC'
  },
}
