import { ROLES, type Role } from '#domain/access/permissions.ts'
import { toRoles } from '#domain/access/user-rules.ts'
import { plainText } from '#domain/core/plain-text.ts'
import { searchedWords } from '#domain/vehicles/vehicle-search.ts'
import type { Actor } from '#server/actor.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { containing } from '#server/modules/vehicles/vehicles/vehicle-scope.ts'
import { plainTextOf, plainTextOfLower } from '#server/texts/plain-text-of.ts'
import rolesEn from '../../../../locales/en/roles.json' with { type: 'json' }
import rolesFr from '../../../../locales/fr/roles.json' with { type: 'json' }

type RoleKey = keyof typeof rolesEn.name
/** Converts 'FMC Fleet Admin' to the locale key 'fmcFleetAdmin'. */
const keyOf = (role: Role): RoleKey =>
  role
    .split(' ')
    .map((word, at) => (at === 0 ? word.toLowerCase() : word))
    .join('') as RoleKey

/** Name of a role in a language (USR-027). */
export const roleName = (role: Role, language: 'en' | 'fr'): string =>
  (language === 'fr' ? rolesFr : rolesEn).name[keyOf(role)]

/** Roles whose name contains the word, in either language: a French list can be searched by 'Admin'. */
const rolesMatching = (word: string): Role[] =>
  toRoles(ROLES.filter((role) => [role, roleName(role, 'fr')].some((name) => plainText(name).includes(word))))

/**
 * Condition on `users u`: each word of the search occurs in a text of the user or in the name of their role. It may
 * also occur in the name of a fuel-card-enrolled vehicle that they drive (USR-016 to USR-019). Most fleets have no such
 * vehicle; index vehicles_enrolled detects that quickly.
 */
export function matchesUserSearch(actor: Actor, search: string): Query {
  let where = sql`true`
  for (const word of searchedWords(search)) {
    const like = containing(word)
    const roles = rolesMatching(word)
    // Most words match no role. Comparing the roles of each user takes a tenth of a search.
    const hasRole = roles.length > 0 ? sql`or u.roles && ${roles}::text[]` : sql``
    where = sql`${where} and (${plainTextOfLower(sql`u.search_text`)} like ${like} ${hasRole} or u.id in (
      select d.user_id from vehicles v join vehicle_drivers d on d.vehicle_id = v.id
      where v.fleet_id = ${actor.fleet.id} and v.fleetcor_enrolled and ${plainTextOf(sql`v.display_name`)} like ${like}))`
  }
  return where
}
