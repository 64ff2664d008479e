import type { SavedView } from '#contract/home/saved-views.ts'
import type { Role } from '#domain/access/permissions.ts'
import type { ViewList } from '#domain/home/saved-view-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

const columns = sql`v.id, v.list, v.name, v.state, v.is_default`

/** By name. Index: saved_views_name. */
export const listViews = (tx: Queryable, actor: Actor): Promise<SavedView[]> =>
  tx.query<SavedView>(sql`
    select ${columns} from saved_views v where v.user_id = ${actor.userId} and v.fleet_id = ${actor.fleet.id}
    order by lower(v.name), v.id`)

interface ViewWithOwner extends SavedView {
  owner_id: number
  owner_name: string
  owner_roles: Role[]
}

export async function findView(tx: Queryable, fleetId: number, id: string): Promise<ViewWithOwner | null> {
  const [view] = await tx.query<ViewWithOwner>(sql`
    select ${columns}, u.id as owner_id, concat_ws(' ', u.first_name, u.last_name) as owner_name, u.roles as owner_roles
    from saved_views v join users u on u.id = v.user_id where v.id = ${id} and v.fleet_id = ${fleetId}`)
  return view ?? null
}

/** Makes concurrent saves of a user wait for each other, so that the limit holds. */
export const lockViews = (tx: Queryable, { userId, fleet }: Actor) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`saved_views:${fleet.id}:${userId}`}, 0))`)

export async function countOtherViews(
  tx: Queryable,
  actor: Actor,
  { id, list }: { id: string; list: ViewList },
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from saved_views
    where user_id = ${actor.userId} and fleet_id = ${actor.fleet.id} and list = ${list} and id <> ${id}`)
  return row?.count ?? 0
}

export const clearDefault = (tx: Queryable, actor: Actor, { id, list }: { id: string; list: ViewList }) =>
  tx.query(sql`
    update saved_views set is_default = false
    where user_id = ${actor.userId} and fleet_id = ${actor.fleet.id} and list = ${list} and is_default and id <> ${id}`)

/** @returns the stored view; null: the id belongs to another user, fleet or list */
export async function upsertView(tx: Queryable, actor: Actor, view: SavedView): Promise<SavedView | null> {
  const [saved] = await tx.query<SavedView>(sql`
    insert into saved_views as v (id, fleet_id, user_id, list, name, state, is_default)
    values (${view.id}, ${actor.fleet.id}, ${actor.userId}, ${view.list}, ${view.name}, ${JSON.stringify(view.state)}::jsonb,
      ${view.is_default})
    on conflict (id) do update set name = excluded.name, state = excluded.state, is_default = excluded.is_default,
      updated_at = now()
    where v.user_id = excluded.user_id and v.fleet_id = excluded.fleet_id and v.list = excluded.list
    returning ${columns}`)
  return saved ?? null
}

export async function deleteView(tx: Queryable, actor: Actor, id: string): Promise<boolean> {
  const deleted = await tx.query(sql`
    delete from saved_views where id = ${id} and user_id = ${actor.userId} and fleet_id = ${actor.fleet.id} returning 1`)
  return deleted.length > 0
}
