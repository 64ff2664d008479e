import { can, type Role } from '#domain/access/permissions.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** How a user may access a fleet (ruling 9). */
export interface FleetAccess {
  is_own: boolean
  /** Same affiliation as the user's; grants access to FMC users only. */
  is_in_affiliation: boolean
  /** In an active fuel-card account that was assigned to the user. */
  is_in_accounts: boolean
}

/** SQL for the access of user `u` to fleet `f`; a deleted fleet grants none. */
export const fleetAccess = sql`jsonb_build_object(
  'is_own', f.deleted_at is null and f.id is not distinct from u.fleet_id,
  'is_in_affiliation', f.deleted_at is null and coalesce(f.affiliation_id = u.affiliation_id, false),
  'is_in_accounts', f.deleted_at is null and f.account_id is not null and exists (
    select 1 from user_accounts ua join accounts a on a.id = ua.account_id and a.is_active
    where ua.user_id = u.id and ua.account_id = f.account_id))`

/** Returns whether a session of the user may act for the fleet. Checked when it switches, and for every request. */
export function mayActFor(roles: readonly Role[], access: FleetAccess): boolean {
  if (access.is_own || access.is_in_accounts) return true
  return access.is_in_affiliation && can({ roles }, 'fleets.impersonate')
}

/** What a user may do in a fleet now, which may be less than at the start of a request or job. */
export interface Standing {
  roles: readonly Role[]
  /** Key of the fleet's brand, which decides the features that it has. */
  brand: string
}

/** Returns a user's rights in a fleet; null if they are inactive or may not act for it. */
export async function findStanding(db: Queryable, userId: number, fleetId: number): Promise<Standing | null> {
  const [user] = await db.query<{ roles: Role[]; brand: string; access: FleetAccess }>(
    sql`select u.roles, f.brand, ${fleetAccess} as access from users u, fleets f
      where u.id = ${userId} and u.is_active and f.id = ${fleetId}`,
  )
  return user !== undefined && mayActFor(user.roles, user.access) ? user : null
}

/** Returns how a user may access a fleet; null if the fleet does not exist. */
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
