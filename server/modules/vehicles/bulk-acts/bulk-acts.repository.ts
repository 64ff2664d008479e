import { pageOf } from '#contract/core/paging.ts'
import type { BulkAct, BulkActItem, BulkRefusal } from '#contract/vehicles/bulk-acts.ts'
import type { Role } from '#domain/access/permissions.ts'
import { BULK_ACT_KEEP_DAYS } from '#domain/core/limits.ts'
import type { BulkActName } from '#domain/vehicles/bulk-act-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type FleetAccess, fleetAccess } from '../../access/fleet-access.ts'
import { visibleVehicle } from '../vehicles/vehicle-scope.ts'

/** What an act sets, or what a vehicle had. */
export interface ActValue {
  department_number?: string | null | undefined
  driver_ids?: number[] | undefined
  is_active?: boolean | undefined
  weeks?: number | undefined
  reminder_date?: string | null | undefined
}

/** A vehicle as the acts see it. */
export interface VehicleNow extends Required<Omit<ActValue, 'weeks'>> {
  id: number
  name: string
}

export interface ActJob {
  id: string
  fleet_id: number
  user_id: number
  act: BulkActName
  value: ActValue | null
  undoes: string | null
}

export interface WaitingItem {
  position: number
  vehicle_id: number
  before: ActValue | null
  after: ActValue | null
}

export type Outcome =
  | { state: 'done'; before: ActValue; after: ActValue }
  | { state: 'refused'; reason: BulkRefusal }

/** The vehicles among these that the actor may see. */
export const vehiclesNow = (tx: Queryable, actor: Actor, ids: readonly number[]): Promise<VehicleNow[]> =>
  tx.query<VehicleNow>(sql`
    select v.id, v.is_active, v.department_number, s.reminder_date,
      coalesce(v.name_of_vehicle, nullif(concat_ws(' ', v.year, v.make, v.model), ''), '#' || v.id) as name,
      array(select d.user_id from vehicle_drivers d where d.vehicle_id = v.id and d.fleet_id = v.fleet_id
        order by d.user_id) as driver_ids
    from vehicles v left join vehicle_schedules s on s.vehicle_id = v.id
    where ${visibleVehicle(actor)} and v.id = any(${ids}::bigint[])`)

export async function insertAct(
  tx: Transaction,
  actor: Actor,
  { act, value, undoes = null }: { act: BulkActName; value: ActValue | null; undoes?: string | null },
  vehicles: readonly { id: number; name: string | null; before?: unknown; after?: unknown }[],
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(sql`
    insert into bulk_acts (fleet_id, user_id, act, value, undoes, vehicles_total)
    values (${actor.fleet.id}, ${actor.userId}, ${act}, ${JSON.stringify(value)}::jsonb, ${undoes}, ${vehicles.length})
    returning id`)
  if (!row) throw new Error('An act on many was not inserted.')
  await tx.query(sql`
    insert into bulk_act_items (act_id, fleet_id, position, vehicle_id, vehicle_name, before, after)
    select ${row.id}, ${actor.fleet.id}, (i.n)::int, (i.o ->> 'id')::bigint, i.o ->> 'name', i.o -> 'before', i.o -> 'after'
    from jsonb_array_elements(${JSON.stringify(vehicles)}::jsonb) with ordinality i (o, n)`)
  return row.id
}

/** How many vehicles that were left as they are an act names itself. */
export const REFUSED_SHOWN = 50

/** Only the user who started it sees an act. */
export async function findAct(tx: Queryable, actor: Actor, id: string): Promise<BulkAct | null> {
  const [row] = await tx.query<BulkAct>(sql`
    select a.id, a.act, a.undoes, a.status, a.vehicles_total, a.created_at, a.finished_at,
      (select u.id from bulk_acts u where u.undoes = a.id) as undone_by, c.done, c.refused,
      coalesce((select jsonb_agg(to_jsonb(r)) from (
        select i.vehicle_id, i.vehicle_name, i.state, i.reason from bulk_act_items i
        where i.act_id = a.id and i.state = 'refused' order by i.position limit ${REFUSED_SHOWN}) r), '[]') as refused_items,
      coalesce((select jsonb_agg(to_jsonb(r)) from (
        select i.reason, count(*)::int as count from bulk_act_items i
        where i.act_id = a.id and i.state = 'refused' group by i.reason order by 2 desc) r), '[]') as reasons
    from bulk_acts a cross join lateral (
      select (count(*) filter (where i.state = 'done'))::int as done,
        (count(*) filter (where i.state = 'refused'))::int as refused
      from bulk_act_items i where i.act_id = a.id) c
    where a.id = ${id} and a.fleet_id = ${actor.fleet.id} and a.user_id = ${actor.userId}`)
  return row ?? null
}

export async function pageOfItems(
  tx: Queryable,
  id: string,
  query: { state?: BulkActItem['state'] | undefined; page: number; per_page: number },
) {
  const state = query.state ?? null
  const items = await tx.query<BulkActItem & { total: number }>(sql`
    select vehicle_id, vehicle_name, state, reason, (count(*) over ())::int as total from bulk_act_items
    where act_id = ${id} and (${state}::text is null or state = ${state}) order by position
    limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`)
  return { items: items.map(({ total: _, ...item }) => item), ...pageOf(query, items[0]?.total ?? 0) }
}

/** What an undo needs. */
export const doneItems = (tx: Queryable, id: string) =>
  tx.query<{ id: number; name: string | null; before: ActValue; after: ActValue }>(sql`
    select vehicle_id as id, vehicle_name as name, before, after from bulk_act_items
    where act_id = ${id} and state = 'done' order by position`)

/** Ends an unfinished act: at once, or after the chunk that holds its lock. */
export const cancelAct = (tx: Queryable, id: string) =>
  tx.query(sql`
    update bulk_acts set status = 'cancelled', finished_at = now() where id = ${id} and finished_at is null`)

/** The act and its user; null: it is finished. */
export async function beginAct(db: Database, id: string) {
  const [row] = await db.query<
    ActJob & {
      roles: Role[]
      language: 'en' | 'fr'
      user_is_active: boolean
      country: 'US' | 'CA'
      time_zone: string
      affiliation_id: number | null
      access: FleetAccess
    }
  >(sql`
    with begun as (update bulk_acts set status = 'running' where id = ${id} and finished_at is null returning *)
    select a.id, a.fleet_id, a.user_id, a.act, a.value, a.undoes, u.roles, u.language, u.is_active as user_is_active,
      f.country, f.time_zone, f.affiliation_id, ${fleetAccess} as access
    from begun a join users u on u.id = a.user_id join fleets f on f.id = a.fleet_id`)
  return row ?? null
}

/** Locks the act, so that a second server or a cancellation waits for the chunk. @returns null: it is finished */
export async function takeItems(tx: Transaction, id: string, limit: number): Promise<WaitingItem[] | null> {
  const [act] = await tx.query(sql`select from bulk_acts where id = ${id} and finished_at is null for update`)
  if (!act) return null
  return tx.query<WaitingItem>(sql`
    select position, vehicle_id, before, after from bulk_act_items where act_id = ${id} and state = 'waiting'
    order by position limit ${limit}`)
}

/** Locks the vehicles in the order of their ids, so that two acts wait for each other instead of deadlocking. */
export const lockVehicles = (tx: Transaction, fleetId: number, ids: readonly number[]) =>
  tx.query(sql`
    select from vehicles where fleet_id = ${fleetId} and id = any(${ids}::bigint[]) order by id for update`)

export const saveOutcomes = (
  tx: Transaction,
  id: string,
  outcomes: readonly (Outcome & { position: number })[],
) =>
  tx.query(sql`
    update bulk_act_items i set state = o.state, reason = o.reason, before = coalesce(o.before, i.before),
      after = coalesce(o.after, i.after)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) o (position int, state text, reason text, before jsonb, after jsonb)
    where i.act_id = ${id} and i.position = o.position`)

export const finishAct = (tx: Transaction, id: string) =>
  tx.query(
    sql`update bulk_acts set status = 'completed', finished_at = now() where id = ${id} and finished_at is null`,
  )

/** Deletes the records of acts that are too old to be undone. */
export const deleteOldActs = (db: Queryable) =>
  db.query(sql`
    delete from bulk_acts where created_at < now() - make_interval(days => ${BULK_ACT_KEEP_DAYS})`)

export const openActs = async (db: Queryable): Promise<string[]> =>
  (await db.query<{ id: string }>(sql`select id from bulk_acts where finished_at is null`)).map(
    ({ id }) => id,
  )
