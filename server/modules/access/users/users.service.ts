import type { ListedUser, NewUser, User, UserChange } from '#contract/access/users.ts'
import { type Page, pageOf } from '#contract/core/paging.ts'
import type { Role } from '#domain/access/permissions.ts'
import * as rules from '#domain/access/user-rules.ts'
import { dayIn } from '#domain/core/days.ts'
import type { Actor } from '#server/actor.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import { brandedEmail } from '#server/integrations/mail/branded-email.ts'
import { INVITATIONS_PER_HOUR } from '#server/limits.ts'
import { Problem } from '#server/problem.ts'
import { translateGroup } from '#server/texts/translate.ts'
import type { DatabaseUseCase, Precondition, UseCase } from '#server/use-case.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { limitEmailChanges } from '../passwords/limits.ts'
import { deleteMailedSecrets } from '../passwords/passwords.service.ts'
import { limitAttempts } from '../session/attempts.ts'
import { requireInvitationQuota, sendInvitation } from './invitations.ts'
import { validateUserFields } from './user-checks.ts'
import {
  assign,
  contextOf,
  fieldProblem,
  lockUnchanged,
  lockVehiclesOf,
  readWholeUser,
  recordChanges,
  rejectLocked,
  userActorOf,
  withUniqueEmail,
} from './user-writer.ts'
import { findListed, readListedById, readVisible, type UserListQuery } from './users.reads.ts'
import { type UserHead, usersRepository } from './users.repository.ts'

// Users of a fleet and of a management company. Who may do what to whom: `domain/access/user-rules.ts`.

type InvitationPorts = 'mail' | 'brands' | 'originOf'

const HOUR = 3600

/** Returns one page of the users of the actor's fleet, or with the context `fmc` of their management company. */
export async function listUsers(
  { db, clock }: DatabaseUseCase,
  actor: Actor,
  context: rules.UserContext,
  query: UserListQuery,
): Promise<{ users: ListedUser[] } & Page> {
  const { ids, total } = await findListed(db, { actor, context }, query)
  const today = dayIn(actor.fleet.timeZone, clock())
  const users = await readListedById(db, today, ids, query.sort)
  return { users, ...pageOf(query, total) }
}

/** Returns one user. 404 for users outside the actor's lists, and if the fleet is not theirs. */
export async function getUser(
  { db, clock }: DatabaseUseCase,
  actor: Actor,
  fleetId: number,
  id: number,
): Promise<User> {
  const today = dayIn(actor.fleet.timeZone, clock())
  const user = await readVisible(db, actor, today, { id, fleetId })
  if (!user) throw new Problem('not_found')
  return user
}

/** Adds a user and invites them: 201. 403 if the actor may not add users there; 422 `validation`. */
export async function createUser(useCase: UseCase<InvitationPorts>, input: NewUser) {
  const { tx, actor, clock } = useCase
  const context = await contextOf(useCase, actor.fleet.id, input.roles)
  const home = context === 'fmc' ? await usersRepository.home(tx, actor.userId) : null
  // An FMC user without a company would not be listed anywhere.
  if (!rules.canAddUser(actor, context) || (home && home.affiliation_id === null))
    throw new Problem('not_allowed')
  const fleet = await usersRepository.fleet(tx, home?.fleet_id ?? actor.fleet.id)
  const facts = {
    context,
    fleetId: fleet.id,
    country: fleet.country,
    held: [],
    affiliationId: home?.affiliation_id ?? null,
  }
  await validateUserFields(tx, actor, input, facts)
  await requireInvitationQuota(tx, actor.fleet.id)
  const id = await withUniqueEmail(tx, () =>
    usersRepository.insert(tx, { ...facts, language: actor.language }, input),
  )
  await assign(tx, { id, fleetId: fleet.id }, input)
  await sendInvitation(useCase, id)
  const body = await readWholeUser({ db: tx, actor, clock }, id)
  await recordChanges(useCase, 'user.created', null, body)
  return { body, status: 201 } as const
}

/** Changes another user; fields that are left out stay unchanged. Errors: see the contract. */
export async function updateUser(
  useCase: UseCase<InvitationPorts>,
  input: UserChange,
  precondition: Precondition,
) {
  const { tx, actor, clock } = useCase
  const { id, zip, vehiclesTotal, currentPassword, newPassword, ...given } = input
  const { user, before, facts } = await lockUnchanged(useCase, id, precondition)
  const isOwnAlone = [zip, vehiclesTotal, currentPassword, newPassword].some((value) => value !== undefined)
  if (isOwnAlone || !rules.canEditUser(userActorOf(actor), user, facts.context))
    throw new Problem('not_allowed')
  rejectLocked(rules.lockedFields(userActorOf(actor), user, facts.context), user, given)
  await validateUserFields(tx, actor, given, facts)
  if (given.roles && losesOwnerRole(user, given.roles) && !(await usersRepository.hasOtherOwner(tx, user)))
    throw fieldProblem('roles', 'last_owner')
  const email = given.email === user.email.toLowerCase() ? undefined : given.email
  // Before the address is looked up, as for `createUser`.
  if (email !== undefined) await limitEmailChanges(tx, id)
  if (email !== undefined && !user.has_password) await requireInvitationQuota(tx, actor.fleet.id)
  await lockVehiclesOf(tx, { id, fleetId: user.fleet_id }, before, given)
  await withUniqueEmail(tx, () => usersRepository.update(tx, id, given))
  await assign(tx, { id, fleetId: user.fleet_id }, given)
  await usersRepository.bumpRevision(tx, id)
  if (email !== undefined) await announceNewEmail(useCase, user, email)
  const body = await readWholeUser({ db: tx, actor, clock }, id)
  await recordChanges(useCase, 'user.updated', before, body)
  return { body }
}

/** Deletes a user; their name remains on what they did. 409 `last_owner`. */
export async function deleteUser(useCase: UseCase<'brands'>, id: number, precondition: Precondition) {
  const { tx, actor } = useCase
  const { user, before, facts } = await lockUnchanged(useCase, id, precondition)
  if (!rules.canDeleteUser(userActorOf(actor), user, facts.context)) throw new Problem('not_allowed')
  if (losesOwnerRole(user, []) && !(await usersRepository.hasOtherOwner(tx, user)))
    throw new Problem('last_owner')
  await usersRepository.signOutEverywhere(tx, id)
  await usersRepository.setVehicles(tx, { id, fleetId: user.fleet_id }, [])
  await usersRepository.erase(tx, user)
  await recordAudit(tx, {
    fleetId: user.fleet_id,
    userId: actor.userId,
    act: 'user.deleted',
    subjectId: id,
    changes: [{ field: 'roles', from: before.roles, to: null }],
  })
  return { body: { success: true, id } as const }
}

/** Deactivates a user and ends their sessions, or activates them again (USR-036). */
export async function deactivateUser(
  useCase: UseCase<'brands'>,
  input: { id: number; is_active?: boolean | undefined },
  precondition: Precondition,
) {
  const { tx, actor, clock } = useCase
  const { user, facts } = await lockUnchanged(useCase, input.id, precondition)
  if (!rules.canDeactivateUser(userActorOf(actor), user, facts.context)) throw new Problem('not_allowed')
  const isActive = input.is_active ?? !user.is_active
  if (isActive !== user.is_active) {
    await usersRepository.setActive(tx, user.id, isActive)
    if (!isActive) await usersRepository.signOutEverywhere(tx, user.id)
    await usersRepository.bumpRevision(tx, user.id)
    const act = isActive ? 'user.activated' : 'user.deactivated'
    await recordAudit(tx, { fleetId: user.fleet_id, userId: actor.userId, act, subjectId: user.id })
  }
  return { body: await readWholeUser({ db: tx, actor, clock }, user.id) }
}

/** Emails a new link for the first password. 403 if the user has a password. */
export async function inviteUser(useCase: UseCase<InvitationPorts>, id: number) {
  const { tx, actor, clock } = useCase
  const { user, facts } = await lockUnchanged(useCase, id, { ifMatch: null })
  const target = { ...user, invitation: user.has_password ? null : 'pending' }
  if (!rules.canInviteUser(userActorOf(actor), target, facts.context)) throw new Problem('not_allowed')
  await limitAttempts(tx, `invite:${id}`, INVITATIONS_PER_HOUR, HOUR)
  await sendInvitation(useCase, id)
  await recordAudit(tx, {
    fleetId: user.fleet_id,
    userId: actor.userId,
    act: 'user.invited',
    subjectId: id,
  })
  return { body: await readWholeUser({ db: tx, actor, clock }, id) }
}

/** Emails the previous address, in case its owner did not request the change. Links to that address stop working. */
async function announceNewEmail(useCase: UseCase<InvitationPorts>, user: UserHead, email: string) {
  const { tx, ports } = useCase
  await deleteMailedSecrets(tx, user.id)
  if (!user.has_password) return sendInvitation(useCase, user.id)
  const fleet = await usersRepository.fleet(tx, user.fleet_id)
  const { brands, mail } = ports
  const brand = brandOrDefault(brands, fleet.brand)
  const texts = translateGroup(user.language, 'server/users:emailMail', {
    brand: brand.name,
    name: user.first_name,
    email,
  })
  await mail.queue(tx, { recipient: user.email, ...brandedEmail(brand, user.language, texts) })
}

/** Whether the change would remove the user's owner role of a fleet or company. */
function losesOwnerRole({ roles, is_active }: UserHead, next: readonly Role[]): boolean {
  const requiredRoles: readonly Role[] = roles.includes('FMC') ? ['FMC'] : rules.OWNER_ROLES
  return (
    is_active &&
    roles.some((role) => requiredRoles.includes(role)) &&
    !next.some((role) => requiredRoles.includes(role))
  )
}
