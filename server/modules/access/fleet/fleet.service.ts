import type { Fleet, FleetName } from '#contract/access/fleet.ts'
import type { CurrentUser, FleetLink } from '#contract/access/session.ts'
import type { FleetChange } from '#contract/fmc/fleet-fields.ts'
import { isFmcRole, ROLES, type Role } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase, Ports } from '#server/use-case.ts'
import { changeFleet } from '../../fmc/fleets/fleet-admin.service.ts'
import { readCurrentFleet, readCurrentUser } from '../account/account.service.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { findFleetAccess, mayActFor } from '../fleet-access.ts'
import { moveSession } from '../session/session.service.ts'
import { findAccountFleets, findDetails } from './fleet.repository.ts'
import { assignTelematicsName } from './telematics-names.service.ts'

interface FleetUpdate {
  id: number
  databaseName?: string | undefined
  fleet?: FleetChange | undefined
}

/** A database or an open transaction, and the brands. */
interface Source {
  db: Queryable
  ports: Pick<Ports, 'brands'>
}

/** Returns a fleet with all its fields; its costs cover the vehicles that the actor sees. Errors: not_found. */
export async function readFleet(source: Source, actor: Actor, fleetId: number): Promise<Fleet> {
  const fleet = await readCurrentFleet(source, fleetId)
  const details = await findDetails(source.db, actor, fleetId)
  if (!details) throw new Problem('not_found')
  const { telematics_database: databaseName, ...rest } = details
  return { ...fleet, ...rest, databaseName }
}

/** Returns a fleet that the actor may act for (ruling 9). Errors: not_found. */
export async function getFleet(source: Source, actor: Actor, fleetId: number): Promise<Fleet> {
  await requireAccess(source.db, actor, fleetId)
  return readFleet(source, actor, fleetId)
}

/**
 * Sets the telematics database of the session's fleet ('' removes it), and changes the fields that the management company
 * maintains. Errors: not_found, stale, validation.
 */
export function updateFleet(
  { db, ports }: DatabaseUseCase<'brands'>,
  actor: Actor,
  { id, databaseName, fleet }: FleetUpdate,
  ifMatch: number | null,
): Promise<Fleet> {
  return db.system(async (tx) => {
    if (databaseName !== undefined) {
      if (id !== actor.fleet.id) throw new Problem('not_found')
      await assignTelematicsName(tx, id, databaseName || null)
    }
    if (fleet) await changeFleet({ tx, actor, ports }, id, fleet, ifMatch)
    return readFleet({ db: tx, ports }, actor, id)
  })
}

/** Returns the quick links of a fleet that the actor may act for. Errors: not_found. */
export async function listQuickLinks(source: Source, actor: Actor, fleetId: number): Promise<FleetLink[]> {
  await requireAccess(source.db, actor, fleetId)
  return (await readCurrentFleet(source, fleetId)).fleet_links
}

/** Returns the fleets of one of the actor's accounts. Errors: not_found. */
export async function listAccountFleets(
  db: Queryable,
  actor: Actor,
  accountId: number,
): Promise<FleetName[]> {
  const fleets = await findAccountFleets(db, actor.userId, accountId)
  if (!fleets) throw new Problem('not_found')
  return fleets
}

/** Returns the names of all roles, or only of those of management companies. */
export const listRoles = (onlyFmc: boolean): { name: Role }[] =>
  ROLES.filter((name) => !onlyFmc || isFmcRole(name)).map((name) => ({ name }))

/**
 * Switches the actor's session to another fleet, and records it in the audit logs of the entered and the left fleet,
 * unless it is the user's own. Errors: not_found, not_signed_in.
 */
export const impersonate = (
  { db, ports }: DatabaseUseCase<'brands'>,
  actor: Actor,
  sessionToken: string,
  fleetId: number,
): Promise<CurrentUser> =>
  db.system(async (tx) => {
    await requireAccess(tx, actor, fleetId)
    const former = await moveSession(tx, sessionToken, fleetId)
    const user = await readCurrentUser({ db: tx, ports }, actor.userId, fleetId)
    if (former === fleetId) return user
    const { userId } = actor
    if (former !== user.home_fleet_id) await recordAudit(tx, { fleetId: former, userId, act: 'fleet.left' })
    if (fleetId !== user.home_fleet_id) await recordAudit(tx, { fleetId, userId, act: 'fleet.entered' })
    return user
  })

/** Throws not_found unless the actor may act for the fleet. */
async function requireAccess(db: Queryable, actor: Actor, fleetId: number): Promise<void> {
  const access = await findFleetAccess(db, actor.userId, fleetId)
  if (!access || !mayActFor(actor.roles, access)) throw new Problem('not_found')
}
