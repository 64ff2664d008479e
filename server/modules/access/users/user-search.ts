import { toRoles, type UserContext } from '#contract/access/user-rules.ts'
import { ROLES, type Role } from '#contract/core/permissions.ts'
import type { Actor } from '#server/actor.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { containing } from '#server/modules/vehicles/vehicles/vehicle-scope.ts'
import rolesEn from '../../../../locales/en/roles.json' with { type: 'json' }
import rolesFr from '../../../../locales/fr/roles.json' with { type: 'json' }
import { listedUser } from './user-scope.ts'

type RoleKey = keyof typeof rolesEn.name
/** 'FMC Fleet Admin' is 'fmcFleetAdmin' in the locale files. */
const keyOf = (role: Role): RoleKey =>
  role
    .split(' ')
    .map((word, at) => (at === 0 ? word.toLowerCase() : word))
    .join('') as RoleKey

/** Name of a role in a language (USR-027). */
export const roleName = (role: Role, language: 'en' | 'fr'): string =>
  (language === 'fr' ? rolesFr : rolesEn).name[keyOf(role)]

/** Roles whose name holds the word, in either language: a list in French is still searched by 'Admin'. */
const rolesNamed = (word: string): Role[] =>
  toRoles(
    ROLES.filter((role) => [role, roleName(role, 'fr')].some((name) => name.toLowerCase().includes(word))),
  )

/**
 * Condition on `users u` of a list of the actor's: each word of the search stands in a text of the user, in the name of a
 * fuel-card-enrolled vehicle that they drive, or in the name of their role (USR-016 to USR-019). Each of the three is read
 * from its index (users_search, users_by_name, vehicles_search); joined by 'or' they would be asked of every user.
 */
export function mentions(actor: Actor, context: UserContext, search: string): Query {
  const words = search
    .toLowerCase()
    .split(/[\s\p{Cc}\p{Cs}]+/u)
    .filter(Boolean)
  let where = sql`true`
  for (const word of words.slice(0, 8)) where = sql`${where} and u.id in (${usersWith(actor, context, word)})`
  return where
}

function usersWith(actor: Actor, context: UserContext, word: string): Query {
  const like = containing(word)
  const listed = sql`select u.id from users u where ${listedUser(actor, context)}`
  let found = sql`${listed} and u.search_text like ${like}`
  const roles = rolesNamed(word)
  if (roles.length > 0) found = sql`${found} union all ${listed} and u.roles && ${roles}::text[]`
  if (context === 'fmc') return found
  // A vehicle's name is a part of its own text for searches, which has an index.
  return sql`${found} union all
    select d.user_id from vehicles v join vehicle_drivers d on d.vehicle_id = v.id
    where v.fleet_id = ${actor.fleet.id} and v.search_text like ${like} and lower(v.display_name) like ${like} and v.fleetcor_enrolled`
}
