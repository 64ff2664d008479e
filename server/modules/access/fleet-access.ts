import { can, type Role } from '#domain/access/permissions.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** How a fleet is a user's (ruling 9). */
export interface FleetAccess {
  is_own: boolean
  /** Of the same affiliation as the user: opens it for FMC users only. */
  is_in_affiliation: boolean
  /** Of an active fuel-card account that the user was given. */
  is_in_accounts: boolean
}

/** The same of fleet `f` and user `u` in a query; a deleted fleet is nobody's. */
export const fleetAccess = sql`jsonb_build_object(
  'is_own', f.deleted_at is null and f.id is not distinct from u.fleet_id,
  'is_in_affiliation', f.deleted_at is null and coalesce(f.affiliation_id = u.affiliation_id, false),
  'is_in_accounts', f.deleted_at is null and f.account_id is not null and exists (
    select 1 from user_accounts ua join accounts a on a.id = ua.account_id and a.is_active
    where ua.user_id = u.id and ua.account_id = f.account_id))`

/** Whether a session of the user may stand in the fleet: asked when it moves there, and with every request after. */
export function mayActFor(roles: readonly Role[], access: FleetAccess): boolean {
  if (access.is_own || access.is_in_accounts) return true
  return access.is_in_affiliation && can({ roles }, 'fleets.impersonate')
}

/** How a fleet is a user's; null when there is no such fleet. */
export async function findFleetAccess(
  db: Queryable,
  userId: number,
  fleetId: number,
): Promise<FleetAccess | null> {
  const [row] = await db.query<{ access: FleetAccess }>(
    sql`select ${fleetAccess} as access from users u, fleets f where u.id = ${userId} and f.id = ${fleetId}
      and f.deleted_at is null`,
  )
  return row?.access ?? null
}
