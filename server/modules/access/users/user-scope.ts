import { can } from '#domain/access/permissions.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { HIDDEN_ROLE } from '#domain/access/user-rules.ts'
import type { Actor } from '#server/actor.ts'
import { type Query, sql } from '#server/db/sql.ts'

/** Literals, so that the planner can use the partial indexes users_fmc and users_in_settings. */
export const fmcRoles = sql`array['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager']`
/** Roles whose users are not listed in a fleet. */
export const notInSettings = sql`array['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager', 'Super Admin']`

/**
 * Condition on `users u`: those in the actor's list of the context. Every query of this module includes it: users of a
 * management company belong to many fleets, and row-level security knows only one, so these reads bypass it.
 */
export function listedUser(actor: Actor, context: UserContext): Query {
  if (context !== 'fmc')
    return sql`u.fleet_id = ${actor.fleet.id} and u.deleted_at is null and not u.roles && ${notInSettings}`
  return sql`u.affiliation_id = (select me.affiliation_id from users me where me.id = ${actor.userId})
    and u.deleted_at is null and u.roles && ${fmcRoles} and not u.roles && ${[HIDDEN_ROLE]}::text[]`
}

/** Condition on `users u`: in a list that the actor may see. */
export function visibleUser(actor: Actor): Query {
  const ofFleet = can(actor, 'users.read') ? sql`(${listedUser(actor, 'settings')})` : sql`false`
  return can(actor, 'fmcUsers.read') ? sql`(${ofFleet} or (${listedUser(actor, 'fmc')}))` : ofFleet
}
