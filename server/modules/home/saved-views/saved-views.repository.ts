import type { SavedView } from '#contract/home/saved-views.ts'
import type { Role } from '#domain/access/permissions.ts'
import type { ViewList } from '#domain/home/saved-view-rules.ts'
import { countRows } from '#server/db/counts.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'

/** The fleet or the management company (its `affiliation_id`) that views belong to. */
export type ViewPlace = { fleetId: number; companyId?: never } | { companyId: number; fleetId?: never }

/** A user in a fleet or a company. Their views are stored under both. */
export interface ViewOwner {
  userId: number
  place: ViewPlace
}

const columns = sql`v.id, v.list, v.name, v.state, v.is_default`

/** Row-level security knows one fleet and no company, so every query names the place. */
const inPlace = ({ fleetId, companyId }: ViewPlace): Query =>
  fleetId === undefined ? sql`v.affiliation_id = ${companyId}` : sql`v.fleet_id = ${fleetId}`

const ownedBy = ({ userId, place }: ViewOwner): Query => sql`v.user_id = ${userId} and ${inPlace(place)}`

/** Returns the company of a user; null without one. Not that of the session's fleet, which may be another's. */
export async function findCompanyOf(db: Queryable, userId: number): Promise<number | null> {
  const [row] = await db.query<{ affiliation_id: number | null }>(
    sql`select affiliation_id from users where id = ${userId}`,
  )
  return row?.affiliation_id ?? null
}

/** By name. Indexes: saved_views_name, saved_views_company_name. */
export const listViews = (tx: Queryable, owner: ViewOwner): Promise<SavedView[]> =>
  tx.query<SavedView>(
    sql`select ${columns} from saved_views v where ${ownedBy(owner)} order by lower(v.name), v.id`,
  )

interface ViewWithOwner extends SavedView {
  owner_id: number
  owner_name: string
  owner_roles: Role[]
}

export async function findView(tx: Queryable, place: ViewPlace, id: string): Promise<ViewWithOwner | null> {
  const [view] = await tx.query<ViewWithOwner>(sql`
    select ${columns}, u.id as owner_id, concat_ws(' ', u.first_name, u.last_name) as owner_name, u.roles as owner_roles
    from saved_views v join users u on u.id = v.user_id where v.id = ${id} and ${inPlace(place)}`)
  return view ?? null
}

/** Makes concurrent saves of a user wait for each other, so that the limit holds. */
export function lockViews(tx: Queryable, { userId, place }: ViewOwner) {
  const name = place.fleetId === undefined ? `company:${place.companyId}` : `${place.fleetId}`
  return tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`saved_views:${name}:${userId}`}, 0))`)
}

export function countOtherViews(
  tx: Queryable,
  owner: ViewOwner,
  { id, list }: { id: string; list: ViewList },
): Promise<number> {
  return countRows(
    tx,
    sql`
    select count(*)::int as count from saved_views v where ${ownedBy(owner)} and v.list = ${list} and v.id <> ${id}`,
  )
}

export const clearDefault = (tx: Queryable, owner: ViewOwner, { id, list }: { id: string; list: ViewList }) =>
  tx.query(sql`
    update saved_views v set is_default = false
    where ${ownedBy(owner)} and v.list = ${list} and v.is_default and v.id <> ${id}`)

/** @returns the stored view; null: the id belongs to another user, fleet, company or list */
export async function upsertView(
  tx: Queryable,
  { userId, place }: ViewOwner,
  view: SavedView,
): Promise<SavedView | null> {
  const { fleetId = null, companyId = null } = place
  const [saved] = await tx.query<SavedView>(sql`
    insert into saved_views as v (id, fleet_id, affiliation_id, user_id, list, name, state, is_default)
    values (${view.id}, ${fleetId}, ${companyId}, ${userId}, ${view.list}, ${view.name},
      ${JSON.stringify(view.state)}::jsonb, ${view.is_default})
    on conflict (id) do update set name = excluded.name, state = excluded.state, is_default = excluded.is_default,
      updated_at = now()
    where ${ownedBy({ userId, place })} and v.list = excluded.list
    returning ${columns}`)
  return saved ?? null
}

export async function deleteView(tx: Queryable, owner: ViewOwner, id: string): Promise<boolean> {
  const deleted = await tx.query(
    sql`delete from saved_views v where v.id = ${id} and ${ownedBy(owner)} returning 1`,
  )
  return deleted.length > 0
}
