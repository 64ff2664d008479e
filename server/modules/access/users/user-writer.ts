import type { AuditAction } from '#contract/access/audit.ts'
import type { User, UserChange } from '#contract/access/users.ts'
import type { Brand } from '#contract/core/brand.ts'
import { can, isFmc, isFmcRole, type Role } from '#domain/access/permissions.ts'
import type * as rules from '#domain/access/user-rules.ts'
import { dayIn } from '#domain/core/days.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { Problem } from '#server/problem.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { UserFacts } from './user-checks.ts'
import { userDifferences } from './user-differences.ts'
import { readUsers } from './users.reads.ts'
import type { UserHead, UsersRepository } from './users.repository.ts'

/** The revision that the client edited; null if not given. */
export interface Precondition {
  ifMatch: number | null
}

/** Steps that all writes of users share. */
export function userWriter(deps: {
  users: UsersRepository
  audit: AuditService
  brands: readonly Brand[]
  now: () => Date
}) {
  const { users, audit, now } = deps
  const fuelCardBrands = deps.brands.filter(({ traits }) => traits.isFuelCard).map(({ key }) => key)

  async function whole(source: Queryable, actor: Actor, id: number): Promise<User> {
    const [user] = await readUsers(source, dayIn(actor.fleet.timeZone, now()), sql`u.id = ${id}`)
    if (!user) throw new Problem('not_found')
    return can(actor, 'payments.read') ? user : { ...user, fuel_card_account_number: null }
  }

  async function contextOf(
    source: Queryable,
    fleetId: number,
    roles: readonly Role[],
  ): Promise<rules.UserContext> {
    if (roles.some(isFmcRole)) return 'fmc'
    return fuelCardBrands.includes((await users.fleet(source, fleetId)).brand) ? 'fuel_card' : 'settings'
  }

  async function factsOf(tx: Transaction, user: UserHead): Promise<UserFacts> {
    return {
      context: await contextOf(tx, user.fleet_id, user.roles),
      fleetId: user.fleet_id,
      affiliationId: user.affiliation_id,
      country: user.country,
      held: user.roles,
    }
  }

  return {
    whole,
    contextOf,
    factsOf,

    /** Locks the user, after all concurrent changes of users there. 404 not visible; 412 changed since. */
    async lockUnchanged(tx: Transaction, actor: Actor, id: number, { ifMatch }: Precondition) {
      await users.lockUserChanges(tx, actor.fleet.id, isFmc(actor) ? actor.userId : null)
      const user = await users.lock(tx, actor, id)
      if (!user) throw new Problem('not_found')
      const before = await whole(tx, actor, id)
      rejectStale(user, ifMatch, before)
      return { user, before, facts: await factsOf(tx, user) }
    },

    /** Writes vehicles and approval fleets. */
    async assign(
      tx: Transaction,
      user: { id: number; fleetId: number },
      given: Pick<UserChange, 'vehicle_ids' | 'approvalFleetIds'>,
    ): Promise<void> {
      if (given.vehicle_ids) await users.setVehicles(tx, user, given.vehicle_ids)
      if (given.approvalFleetIds) await users.setApprovalFleets(tx, user.id, given.approvalFleetIds)
    },

    /** Records the changes of a user, if there are any. */
    async record(
      tx: Transaction,
      actor: Actor,
      act: AuditAction,
      before: User | null,
      after: User,
    ): Promise<void> {
      const changes = userDifferences(before, after)
      if (act === 'user.updated' && changes.length === 0) return
      await audit.note(tx, {
        ...{ fleetId: after.fleet_id, userId: actor.userId, act, subjectId: after.id },
        changes,
      })
    },
  }
}
export type UserWriter = ReturnType<typeof userWriter>

/** The acting user, as the rules require. */
export const userActorOf = (actor: Actor): rules.UserActor => ({ id: actor.userId, roles: actor.roles })

export const fieldProblem = (field: string, code: string) =>
  new Problem('validation', { fields: { [field]: [code] } })

/** Throws 412 if the user was changed since the revision that the client read. */
export function rejectStale({ rev }: UserHead, ifMatch: number | null, current: User): void {
  if (ifMatch !== null && ifMatch !== rev) throw new Problem('stale', { current, etag: `"${rev}"` })
}

/** A locked field may be sent unchanged. */
export function rejectLocked(
  locked: readonly ('email' | 'roles')[],
  user: UserHead,
  wanted: { email?: string | undefined; roles?: readonly Role[] | undefined },
): void {
  const isOther = {
    email: wanted.email !== undefined && wanted.email !== user.email.toLowerCase(),
    roles: wanted.roles !== undefined && [...wanted.roles].sort().join() !== [...user.roles].sort().join(),
  }
  for (const field of locked) if (isOther[field]) throw fieldProblem(field, 'locked')
}

/** Of two concurrent writes of one address, the second waits for the first and then fails. */
export async function withUniqueEmail<T>(
  tx: Transaction,
  write: () => Promise<T>,
  field = 'email',
): Promise<T> {
  try {
    return await tx.attempt(write)
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw fieldProblem(field, 'email_taken')
    throw error
  }
}
