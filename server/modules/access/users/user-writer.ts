import type { AuditAction } from '#contract/access/audit.ts'
import type { User, UserChange } from '#contract/access/users.ts'
import { can, isFmc, isFmcRole, type Role } from '#domain/access/permissions.ts'
import type * as rules from '#domain/access/user-rules.ts'
import { dayIn } from '#domain/core/days.ts'
import { USER_VEHICLES_MAX } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { sql } from '#server/db/sql.ts'
import { TAKEN_EMAILS_PER_HOUR } from '#server/limits.ts'
import { Problem } from '#server/problem.ts'
import type { Precondition, UseCase } from '#server/use-case.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { limitFailures } from '../session/attempts.ts'
import type { UserFacts } from './user-checks.ts'
import { userDifferences } from './user-differences.ts'
import { readUsers } from './users.reads.ts'
import { type UserHead, usersRepository } from './users.repository.ts'

// Steps that all writes of users share.

/** Returns a user with everything that the actor may see of them. Errors: not_found. */
export async function readWholeUser(
  { db, actor, clock }: { db: Queryable } & Pick<UseCase, 'actor' | 'clock'>,
  id: number,
): Promise<User> {
  const [user] = await readUsers(db, dayIn(actor.fleet.timeZone, clock()), sql`u.id = ${id}`)
  if (!user) throw new Problem('not_found')
  return can(actor, 'payments.read') ? user : { ...user, fuel_card_account_number: null }
}

/** Returns the list that contains users of a fleet with these roles. */
export async function contextOf(
  { tx, ports }: Pick<UseCase<'brands'>, 'tx' | 'ports'>,
  fleetId: number,
  roles: readonly Role[],
): Promise<rules.UserContext> {
  if (roles.some(isFmcRole)) return 'fmc'
  const { brand } = await usersRepository.fleet(tx, fleetId)
  const isFuelCard = ports.brands.some(({ key, traits }) => key === brand && traits.isFuelCard)
  return isFuelCard ? 'fuel_card' : 'settings'
}

export async function factsOf(
  useCase: Pick<UseCase<'brands'>, 'tx' | 'ports'>,
  user: UserHead,
): Promise<UserFacts> {
  return {
    context: await contextOf(useCase, user.fleet_id, user.roles),
    fleetId: user.fleet_id,
    affiliationId: user.affiliation_id,
    country: user.country,
    held: user.roles,
  }
}

/** Locks the user, after all concurrent changes of users there. 404 not visible; 412 changed since. */
export async function lockUnchanged(useCase: UseCase<'brands'>, id: number, { ifMatch }: Precondition) {
  const { tx, actor, clock } = useCase
  await usersRepository.lockUserChanges(tx, actor.fleet.id, isFmc(actor) ? actor.userId : null)
  const user = await usersRepository.lock(tx, actor, id)
  if (!user) throw new Problem('not_found')
  const before = await readWholeUser({ db: tx, actor, clock }, id)
  rejectStale(user, ifMatch, before)
  return { user, before, facts: await factsOf(useCase, user) }
}

type Assigned = Pick<
  UserChange,
  'vehicle_ids' | 'added_vehicle_ids' | 'removed_vehicle_ids' | 'approvalFleetIds'
>

type Renamed = Pick<UserChange, 'firstName' | 'lastName'>

/** Locks the vehicles that a change of a user writes. Call it before the first write. */
export async function lockVehiclesOf(
  tx: Transaction,
  user: { id: number; fleetId: number },
  before: User,
  { firstName = before.firstName, lastName = before.lastName, ...given }: Renamed & Assigned,
): Promise<void> {
  const { vehicle_ids, added_vehicle_ids, removed_vehicle_ids } = given
  const isRenamed = firstName !== before.firstName || lastName !== before.lastName
  if (isRenamed || vehicle_ids || added_vehicle_ids || removed_vehicle_ids)
    await usersRepository.lockVehicles(tx, user, [...(vehicle_ids ?? []), ...(added_vehicle_ids ?? [])])
}

/** Writes vehicles and approval fleets. Errors: validation. */
export async function assign(
  tx: Transaction,
  user: { id: number; fleetId: number },
  given: Assigned,
): Promise<void> {
  const { added_vehicle_ids: added, removed_vehicle_ids: removed } = given
  if (given.vehicle_ids) await usersRepository.setVehicles(tx, user, given.vehicle_ids)
  if (added || removed) await usersRepository.changeVehicles(tx, user, added ?? [], removed ?? [])
  // Each request may add as many as a user may have.
  if (added?.length && (await usersRepository.countAssigned(tx, user)) > USER_VEHICLES_MAX)
    throw fieldProblem('vehicle_ids', 'too_many')
  if (given.approvalFleetIds) await usersRepository.setApprovalFleets(tx, user.id, given.approvalFleetIds)
}

/** Records the changes of a user in the audit log, if there are any. */
export async function recordChanges(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  act: AuditAction,
  before: User | null,
  after: User,
): Promise<void> {
  const changes = userDifferences(before, after)
  if (act === 'user.updated' && changes.length === 0) return
  await recordAudit(tx, {
    fleetId: after.fleet_id,
    userId: actor.userId,
    act,
    subjectId: after.id,
    changes,
  })
}

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

/** If two concurrent writes set the same address, the second waits for the first and then fails with `email_taken`. */
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

/**
 * Runs a write of a user's email address, with its own transaction. After too many taken addresses within an hour, the actor
 * gets 429 `too_many` for every address. Counted outside the transaction, which a taken address rolls back.
 */
export async function limitTakenEmails<T>(
  { db, actor, email }: { db: Queryable; actor: Actor; email: string | undefined },
  write: () => Promise<T>,
): Promise<T> {
  if (email === undefined) return write()
  const countTaken = await limitFailures(db, `taken-emails:${actor.userId}`, TAKEN_EMAILS_PER_HOUR, 3600)
  try {
    return await write()
  } catch (error) {
    const fields = error instanceof Problem ? Object.values(error.details.fields ?? {}) : []
    if (fields.flat().includes('email_taken')) await countTaken()
    throw error
  }
}
