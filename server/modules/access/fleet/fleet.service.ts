import type { Fleet, FleetName } from '#contract/access/fleet.ts'
import type { CurrentUser, FleetLink } from '#contract/access/session.ts'
import type { FleetChange } from '#contract/fmc/fleet-fields.ts'
import { isFmcRole, ROLES, type Role } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { FleetAdminService } from '../../fmc/fleets/fleet-admin.service.ts'
import type { AccountService } from '../account/account.service.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { findFleetAccess, mayActFor } from '../fleet-access.ts'
import type { SessionService } from '../session/session.service.ts'
import { findAccountFleets, findDetails } from './fleet.repository.ts'
import type { TelematicsNames } from './telematics-names.service.ts'

interface Dependencies {
  db: Database
  account: AccountService
  session: SessionService
  audit: AuditService
  telematicsNames: TelematicsNames
  admin: Pick<FleetAdminService, 'update'>
}

interface FleetUpdate {
  id: number
  databaseName?: string | undefined
  fleet?: FleetChange | undefined
}

/** Fleets that a user may act for, and switching between them (ruling 9). */
export function fleetService({ db, account, session, audit, telematicsNames, admin }: Dependencies) {
  /** Throws not_found for any other fleet. */
  async function checkAccess(source: Queryable, actor: Actor, fleetId: number): Promise<void> {
    const access = await findFleetAccess(source, actor.userId, fleetId)
    if (!access || !mayActFor(actor.roles, access)) throw new Problem('not_found')
  }

  async function record(source: Queryable, fleetId: number): Promise<Fleet> {
    const fleet = await account.currentFleet(fleetId, source)
    const details = await findDetails(source, fleetId)
    if (!details) throw new Problem('not_found')
    const { telematics_database: databaseName, ...rest } = details
    return { ...fleet, ...rest, databaseName }
  }

  return {
    me: (actor: Actor): Promise<Fleet> => record(db, actor.fleet.id),

    async show(actor: Actor, fleetId: number): Promise<Fleet> {
      await checkAccess(db, actor, fleetId)
      return record(db, fleetId)
    },

    /** A fleet as sent to clients. */
    record,

    /**
     * Sets the telematics database of the session's fleet ('' removes it), and changes the fields that the management
     * company maintains. Errors: not_found, stale, validation.
     */
    update(actor: Actor, input: FleetUpdate, ifMatch: number | null): Promise<Fleet> {
      const { id, databaseName, fleet } = input
      return db.system(async (tx) => {
        if (databaseName !== undefined) {
          if (id !== actor.fleet.id) throw new Problem('not_found')
          await telematicsNames.assign(tx, id, databaseName || null)
        }
        if (fleet) await admin.update(tx, actor, id, fleet, ifMatch)
        return record(tx, id)
      })
    },

    async quickLinks(actor: Actor, fleetId: number): Promise<FleetLink[]> {
      await checkAccess(db, actor, fleetId)
      return (await account.currentFleet(fleetId)).fleet_links
    },

    async accountFleets(actor: Actor, accountId: number): Promise<FleetName[]> {
      const fleets = await findAccountFleets(db, actor.userId, accountId)
      if (!fleets) throw new Problem('not_found')
      return fleets
    },

    async affiliation(actor: Actor) {
      return (await account.currentFleet(actor.fleet.id)).affiliation
    },

    roles: (onlyFmc: boolean): { name: Role }[] =>
      ROLES.filter((name) => !onlyFmc || isFmcRole(name)).map((name) => ({ name })),

    /**
     * Switches the actor's session to another fleet, and records it in the audit logs of the entered and the left
     * fleet, unless it is the user's own. Errors: not_found, not_signed_in.
     */
    impersonate: (actor: Actor, sessionToken: string, fleetId: number): Promise<CurrentUser> =>
      db.system(async (tx) => {
        await checkAccess(tx, actor, fleetId)
        const former = await session.moveTo(tx, sessionToken, fleetId)
        const user = await account.currentUser(tx, actor.userId, fleetId)
        if (former === fleetId) return user
        const { userId } = actor
        if (former !== user.home_fleet_id)
          await audit.note(tx, { fleetId: former, userId, act: 'fleet.left' })
        if (fleetId !== user.home_fleet_id) await audit.note(tx, { fleetId, userId, act: 'fleet.entered' })
        return user
      }),
  }
}
export type FleetService = ReturnType<typeof fleetService>
