import { pageOf } from '#contract/core/paging.ts'
import type { BulkAction, BulkActionItem } from '#contract/vehicles/bulk-actions.ts'
import type { Role } from '#domain/access/permissions.ts'
import { CANCELABLE_STATUSES } from '#domain/orders/order-rules.ts'
import type { BulkActionName } from '#domain/vehicles/bulk-action-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { BULK_ACTION_KEEP_DAYS } from '#server/limits.ts'
import { type FleetAccess, fleetAccess } from '../../access/fleet-access.ts'
import { isOpenOrder } from '../../orders/orders/orders.reads.ts'
import { visibleVehicle } from '../vehicles/vehicle-scope.ts'
import type {
  ActionJob,
  ActionTarget,
  ActionValue,
  Outcome,
  VehicleNow,
  WaitingItem,
} from './bulk-action-types.ts'

/** The vehicles among these that the actor may see. */
export const vehiclesNow = (tx: Queryable, actor: Actor, ids: readonly number[]): Promise<VehicleNow[]> =>
  tx.query<VehicleNow>(sql`
    select v.id, v.is_active, v.department_number, s.reminder_date,
      coalesce(nullif(v.display_name, ''), '#' || v.id) as name,
      array(select d.user_id from vehicle_drivers d where d.vehicle_id = v.id and d.fleet_id = v.fleet_id
        order by d.user_id) as driver_ids
    from vehicles v left join vehicle_schedules s on s.vehicle_id = v.id
    where ${visibleVehicle(actor)} and v.id = any(${ids}::bigint[])`)

/** Counts the vehicles among these that have an open order. */
export async function countOpenOrders(tx: Queryable, actor: Actor, ids: readonly number[]): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(distinct o.vehicle_id)::int as count from shop_orders o
    where o.fleet_id = ${actor.fleet.id} and o.vehicle_id = any(${ids}::bigint[]) and ${isOpenOrder}`)
  return row?.count ?? 0
}

interface NewAction {
  id: string
  action: BulkActionName
  value: ActionValue | null
  undoes?: string | null
}

/** Returns whether the action is new; otherwise one with its id exists, in any fleet. */
export async function insertAction(
  tx: Transaction,
  actor: Actor,
  { id, action, value, undoes = null }: NewAction,
  targets: readonly ActionTarget[],
): Promise<boolean> {
  const [row] = await tx.query(sql`
    insert into bulk_actions (id, fleet_id, user_id, action, value, undoes, vehicles_total)
    values (${id}, ${actor.fleet.id}, ${actor.userId}, ${action}, ${JSON.stringify(value)}::jsonb, ${undoes}, ${targets.length})
    on conflict (id) do nothing returning 1`)
  if (!row) return false
  await tx.query(sql`
    insert into bulk_action_items (action_id, fleet_id, position, vehicle_id, order_id, vehicle_name, before, after)
    select ${id}::uuid, ${actor.fleet.id}, (i.n)::int, (i.o ->> 'vehicle_id')::bigint, (i.o ->> 'order_id')::bigint,
      i.o ->> 'name', i.o -> 'before', i.o -> 'after'
    from jsonb_array_elements(${JSON.stringify(targets)}::jsonb) with ordinality i (o, n)`)
  return true
}

/** Returns whether the id is that of the same action of this user. @param ids vehicles or orders, ascending */
export async function isSameAction(
  tx: Queryable,
  actor: Actor,
  { id, action, value }: NewAction,
  ids: readonly number[],
): Promise<boolean> {
  const found = await tx.query(sql`
    select from bulk_actions a where id = ${id} and fleet_id = ${actor.fleet.id} and user_id = ${actor.userId}
      and action = ${action} and value = ${JSON.stringify(value)}::jsonb and array(
        select coalesce(i.order_id, i.vehicle_id) from bulk_action_items i where i.action_id = a.id
        order by 1) = ${ids}::bigint[]`)
  return found.length > 0
}

/** Maximum number of unchanged rows that an action lists by name. */
export const REJECTED_ITEMS_SHOWN = 50
/** How many of the orders that it booked. */
const BOOKED_SHOWN = 50

/** Only the user who started it sees an action. */
export async function findAction(tx: Queryable, actor: Actor, id: string): Promise<BulkAction | null> {
  const [row] = await tx.query<BulkAction>(sql`
    select a.id, a.action, a.undoes, a.status, a.vehicles_total, a.created_at, a.finished_at,
      (select u.id from bulk_actions u where u.undoes = a.id) as undone_by, c.done, c.refused,
      coalesce((select jsonb_agg(to_jsonb(r)) from (
        select i.vehicle_id, i.order_id, i.vehicle_name, i.state, i.reason from bulk_action_items i
        where i.action_id = a.id and i.state = 'refused' order by i.position limit ${REJECTED_ITEMS_SHOWN}) r), '[]') as refused_items,
      coalesce((select jsonb_agg(to_jsonb(r)) from (
        select (i.after ->> 'order_id')::bigint as order_id, i.vehicle_name from bulk_action_items i
        where i.action_id = a.id and i.state = 'done' and a.action = 'book' and i.after ->> 'order_id' is not null
        order by i.position limit ${BOOKED_SHOWN}) r), '[]') as booked,
      a.action <> 'book' or exists (select from bulk_action_items i
        join shop_orders o on o.id = (i.after ->> 'order_id')::bigint and o.fleet_id = a.fleet_id
        where i.action_id = a.id and i.state = 'done' and o.status = any(${CANCELABLE_STATUSES}::text[])) as can_undo,
      coalesce((select jsonb_agg(to_jsonb(r)) from (
        select i.reason, count(*)::int as count from bulk_action_items i
        where i.action_id = a.id and i.state = 'refused' group by i.reason order by 2 desc) r), '[]') as reasons
    from bulk_actions a cross join lateral (
      select (count(*) filter (where i.state = 'done'))::int as done,
        (count(*) filter (where i.state = 'refused'))::int as refused
      from bulk_action_items i where i.action_id = a.id) c
    where a.id = ${id} and a.fleet_id = ${actor.fleet.id} and a.user_id = ${actor.userId}`)
  return row ?? null
}

export async function pageOfItems(
  tx: Queryable,
  id: string,
  query: { state?: BulkActionItem['state'] | undefined; page: number; per_page: number },
) {
  const state = query.state ?? null
  const items = await tx.query<BulkActionItem & { total: number }>(sql`
    select vehicle_id, order_id, vehicle_name, state, reason, (count(*) over ())::int as total from bulk_action_items
    where action_id = ${id} and (${state}::text is null or state = ${state}) order by position
    limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`)
  return { items: items.map(({ total: _, ...item }) => item), ...pageOf(query, items[0]?.total ?? 0) }
}

/** What an undo needs. */
export const doneItems = (tx: Queryable, id: string) =>
  tx.query<ActionTarget>(sql`
    select vehicle_id, order_id, vehicle_name as name, before, after from bulk_action_items
    where action_id = ${id} and state = 'done' order by position`)

/** Ends an unfinished action: at once, or after the chunk that holds its lock. */
export const cancelAction = (tx: Queryable, id: string) =>
  tx.query(sql`
    update bulk_actions set status = 'cancelled', finished_at = now() where id = ${id} and finished_at is null`)

/** The action and its user; null: it is finished. */
export async function beginAction(db: Database, id: string) {
  const [row] = await db.query<
    ActionJob & {
      roles: Role[]
      language: 'en' | 'fr'
      user_is_active: boolean
      country: 'US' | 'CA'
      time_zone: string
      affiliation_id: number | null
      brand: string
      access: FleetAccess
    }
  >(sql`
    with begun as (update bulk_actions set status = 'running' where id = ${id} and finished_at is null returning *)
    select a.id, a.fleet_id, a.user_id, a.action, a.value, a.undoes, u.roles, u.language, u.is_active as user_is_active,
      f.country, f.time_zone, f.affiliation_id, f.brand, ${fleetAccess} as access
    from begun a join users u on u.id = a.user_id join fleets f on f.id = a.fleet_id`)
  return row ?? null
}

/** Locks the action, so that a second server or a cancellation waits for the chunk. @returns null: it is finished */
export async function takeItems(tx: Transaction, id: string, limit: number): Promise<WaitingItem[] | null> {
  const [action] = await tx.query(
    sql`select from bulk_actions where id = ${id} and finished_at is null for update`,
  )
  if (!action) return null
  return tx.query<WaitingItem>(sql`
    select position, vehicle_id, order_id, before, after from bulk_action_items where action_id = ${id} and state = 'waiting'
    order by position limit ${limit}`)
}

/** Locks the vehicles in the order of their ids, so that two actions wait for each other instead of deadlocking. */
export const lockVehicles = (tx: Transaction, fleetId: number, ids: readonly number[]) =>
  tx.query(sql`
    select from vehicles where fleet_id = ${fleetId} and id = any(${ids}::bigint[]) order by id for update`)

export const saveOutcomes = (
  tx: Transaction,
  id: string,
  outcomes: readonly (Outcome & { position: number })[],
) =>
  tx.query(sql`
    update bulk_action_items i set state = o.state, reason = o.reason, before = coalesce(o.before, i.before),
      after = coalesce(o.after, i.after)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) o (position int, state text, reason text, before jsonb, after jsonb)
    where i.action_id = ${id} and i.position = o.position`)

export const finishAction = (tx: Transaction, id: string) =>
  tx.query(
    sql`update bulk_actions set status = 'completed', finished_at = now() where id = ${id} and finished_at is null`,
  )

/**
 * Deletes the records of actions that are too old to be undone. An unfinished action still has work to do. The undo of an
 * action is deleted with it, so an action whose undo is unfinished or not yet old stays (VEH-121).
 */
export function deleteOldActions(db: Queryable) {
  const limit = sql`now() - make_interval(days => ${BULK_ACTION_KEEP_DAYS})`
  return db.query(sql`
    delete from bulk_actions a where a.created_at < ${limit} and a.finished_at is not null
      and not exists (select from bulk_actions u where u.undoes = a.id
        and (u.finished_at is null or u.created_at >= ${limit}))`)
}

export const openActions = (db: Queryable): Promise<{ id: string; fleet_id: number }[]> =>
  db.query(sql`select id, fleet_id from bulk_actions where finished_at is null`)
