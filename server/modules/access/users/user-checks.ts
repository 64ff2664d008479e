import type { UserChange } from '#contract/access/users.ts'
import type { Role } from '#domain/access/permissions.ts'
import { rolesOffered, type UserContext } from '#domain/access/user-rules.ts'
import { isStateOf } from '#domain/catalog/state-list.ts'
import { addCode, type FieldCodes } from '#domain/core/file-rules.ts'
import { isZipFor } from '#domain/core/zip.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { usersRepository } from './users.repository.ts'

/** Facts about a new or existing user in addition to the form fields. */
export interface UserFacts {
  context: UserContext
  fleetId: number
  affiliationId: number | null
  country: 'US' | 'CA'
  /** Current roles. */
  held: readonly Role[]
}

type Given = Pick<
  UserChange,
  | 'roles'
  | 'vehicle_ids'
  | 'added_vehicle_ids'
  | 'removed_vehicle_ids'
  | 'approvalFleetIds'
  | 'state'
  | 'garaging_zip'
>

/**
 * Rejects fields that the schema cannot check: roles that the actor may not assign, ids outside the fleet, and vehicles
 * that are both added and removed. Errors: validation.
 */
export async function validateUserFields(
  tx: Transaction,
  actor: Actor,
  given: Given,
  facts: UserFacts,
): Promise<void> {
  const codes: FieldCodes = {}
  const offered = rolesOffered(actor, facts.context, facts.held)
  if (given.roles?.some((role) => !offered.includes(role))) addCode(codes, 'roles', 'role')
  if (given.state && !isStateOf(facts.country, given.state)) addCode(codes, 'state', 'state_id')
  if (given.garaging_zip && !isZipFor(facts.country, given.garaging_zip))
    addCode(codes, 'garaging_zip', facts.country === 'CA' ? 'postal_code' : 'zip')
  const assigned = [...(given.vehicle_ids ?? []), ...(given.added_vehicle_ids ?? [])]
  const added = new Set(given.added_vehicle_ids)
  const isContradictory = given.removed_vehicle_ids?.some((id) => added.has(id)) ?? false
  if (isContradictory || !(await areVehicles(tx, assigned, facts))) addCode(codes, 'vehicle_ids', 'id')
  if (!(await areFleets(tx, given.approvalFleetIds, facts))) addCode(codes, 'approvalFleetIds', 'id')
  if (Object.keys(codes).length > 0) throw new Problem('validation', { fields: codes })
}

/** Vehicles must belong to the fleet; FMC users have none (USR-045). */
async function areVehicles(
  tx: Transaction,
  ids: readonly number[],
  { context, fleetId }: UserFacts,
): Promise<boolean> {
  const distinct = new Set(ids).size
  if (distinct === 0) return true
  return context !== 'fmc' && (await usersRepository.countVehicles(tx, fleetId, ids)) === distinct
}

/** Approval fleets must belong to the affiliation, and only FMC users have them. */
async function areFleets(
  tx: Transaction,
  ids: readonly number[] = [],
  { context, affiliationId }: UserFacts,
): Promise<boolean> {
  const distinct = new Set(ids).size
  if (distinct === 0) return true
  return context === 'fmc' && (await usersRepository.countFleets(tx, affiliationId, ids)) === distinct
}
