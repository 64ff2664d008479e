import type { ListedUser, NewUser, USER_SORTS, User, UserChange } from '#contract/access/users.ts'
import type { Brand } from '#contract/core/brand.ts'
import { type Page, pageOf } from '#contract/core/paging.ts'
import type { Role } from '#domain/access/permissions.ts'
import * as rules from '#domain/access/user-rules.ts'
import { dayIn } from '#domain/core/days.ts'
import { INVITATIONS_PER_HOUR } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { brandedEmail } from '#server/integrations/mail/branded-email.ts'
import type { MailQueue } from '#server/integrations/mail/mail-queue.ts'
import { Problem } from '#server/problem.ts'
import { texts } from '#server/texts/texts.ts'
import type { AuditService } from '../audit/audit.service.ts'
import { limitEmailChanges } from '../passwords/limits.ts'
import type { PasswordsService } from '../passwords/passwords.service.ts'
import { limitAttempts } from '../session/attempts.ts'
import type { Invitations } from './invitations.ts'
import { validateUserFields } from './user-checks.ts'
import { listedUser, visibleUser } from './user-scope.ts'
import { matchesUserSearch } from './user-search.ts'
import {
  fieldProblem,
  type Precondition,
  rejectLocked,
  type UserWriter,
  userActorOf,
  withUniqueEmail,
} from './user-writer.ts'
import { findPage, ORDER, readListed, readPage, readUsers } from './users.reads.ts'
import type { UserHead, UsersRepository } from './users.repository.ts'

export interface UsersDeps {
  db: Database
  users: UsersRepository
  invitations: Invitations
  passwords: Pick<PasswordsService, 'deleteMailedSecrets'>
  writing: UserWriter
  audit: AuditService
  mail: MailQueue
  brands: readonly Brand[]
  now: () => Date
}
interface ListQuery {
  search?: string | undefined
  is_active?: boolean | undefined
  sort: (typeof USER_SORTS)[number]
  page: number
  per_page: number
}

const HOUR = 3600

/** Users of a fleet and of a management company. Who may do what to whom: `domain/access/user-rules.ts`. */
export function usersService(deps: UsersDeps) {
  const { db, users, invitations, passwords, audit, mail, brands, now } = deps
  const { whole, contextOf, lockUnchanged: demandUnchanged, assign, record } = deps.writing
  const todayOf = (actor: Actor) => dayIn(actor.fleet.timeZone, now())

  async function list(
    actor: Actor,
    context: rules.UserContext,
    query: ListQuery,
  ): Promise<{ users: ListedUser[] } & Page> {
    let where = listedUser(actor, context)
    if (query.is_active !== undefined) where = sql`${where} and u.is_active = ${query.is_active}`
    if (query.search) where = sql`${where} and ${matchesUserSearch(actor, query.search)}`
    const page = { sort: query.sort, per_page: query.per_page, offset: (query.page - 1) * query.per_page }
    // A search runs once for page and total; without one, the page comes from an index.
    const { ids, total } = query.search ? await findPage(db, where, page) : await readPage(db, where, page)
    const found = await readListed(
      db,
      todayOf(actor),
      sql`u.id = any(${ids}::bigint[]) order by ${ORDER[query.sort]}`,
    )
    return { users: found, ...pageOf(query, total) }
  }

  /** Emails the previous address, in case its owner did not request the change. Links to that address stop working. */
  async function changeEmail(tx: Transaction, actor: Actor, user: UserHead, email: string) {
    await limitEmailChanges(tx, user.id)
    await passwords.deleteMailedSecrets(tx, user.id)
    if (!user.has_password) return invitations.send(tx, actor, user.id)
    const { brand: key } = await users.fleet(tx, user.fleet_id)
    const brand = brands.find((one) => one.key === key) ?? brands.find(({ isDefault }) => isDefault)
    if (!brand) throw new Error('There is no brand.')
    const words = texts[user.language].emailMail(brand.name, user.first_name, email)
    await mail.queue(tx, { recipient: user.email, ...brandedEmail(brand, user.language, words) })
  }

  return {
    list,

    /** 404 for users outside the actor's lists, and if the fleet is not theirs. */
    async show(actor: Actor, fleetId: number, id: number): Promise<User> {
      const [user] = await readUsers(
        db,
        todayOf(actor),
        sql`u.id = ${id} and u.fleet_id = ${fleetId} and ${visibleUser(actor)}`,
      )
      if (!user) throw new Problem('not_found')
      return user
    },

    /** Adds a user and invites them: 201. 403 if the actor may not add users there; 422 `validation`. */
    async create(tx: Transaction, actor: Actor, input: NewUser) {
      const context = await contextOf(tx, actor.fleet.id, input.roles)
      const home = context === 'fmc' ? await users.home(tx, actor.userId) : null
      // An FMC user without a company would not be listed anywhere.
      if (!rules.canAddUser(actor, context) || (home && home.affiliation_id === null))
        throw new Problem('not_allowed')
      const fleet = await users.fleet(tx, home?.fleet_id ?? actor.fleet.id)
      const facts = {
        ...{ context, fleetId: fleet.id, country: fleet.country, held: [] },
        affiliationId: home?.affiliation_id ?? null,
      }
      await validateUserFields(users, tx, actor, input, facts)
      const id = await withUniqueEmail(tx, () =>
        users.insert(tx, { ...facts, language: actor.language }, input),
      )
      await assign(tx, { id, fleetId: fleet.id }, input)
      await invitations.send(tx, actor, id)
      const body = await whole(tx, actor, id)
      await record(tx, actor, 'user.created', null, body)
      return { body, status: 201 } as const
    },

    /** Changes another user; fields that are left out stay unchanged. Errors: see the contract. */
    async update(tx: Transaction, actor: Actor, input: UserChange, precondition: Precondition) {
      const { id, zip, vehiclesTotal, currentPassword, newPassword, ...given } = input
      const { user, before, facts } = await demandUnchanged(tx, actor, id, precondition)
      const isOwnAlone = [zip, vehiclesTotal, currentPassword, newPassword].some(
        (value) => value !== undefined,
      )
      if (isOwnAlone || !rules.canEditUser(userActorOf(actor), user, facts.context))
        throw new Problem('not_allowed')
      rejectLocked(rules.lockedFields(userActorOf(actor), user, facts.context), user, given)
      await validateUserFields(users, tx, actor, given, facts)
      if (given.roles && losesOwnerRole(user, given.roles) && !(await users.hasOtherOwner(tx, user)))
        throw fieldProblem('roles', 'last_owner')
      await withUniqueEmail(tx, () => users.update(tx, id, given))
      await assign(tx, { id, fleetId: user.fleet_id }, given)
      await users.bumpRevision(tx, id)
      if (given.email !== undefined && given.email !== user.email.toLowerCase())
        await changeEmail(tx, actor, user, given.email)
      const body = await whole(tx, actor, id)
      await record(tx, actor, 'user.updated', before, body)
      return { body }
    },

    /** Deletes a user; their name remains on what they did. 409 `last_owner`. */
    async destroy(tx: Transaction, actor: Actor, id: number, precondition: Precondition) {
      const { user, before, facts } = await demandUnchanged(tx, actor, id, precondition)
      if (!rules.canDeleteUser(userActorOf(actor), user, facts.context)) throw new Problem('not_allowed')
      if (losesOwnerRole(user, []) && !(await users.hasOtherOwner(tx, user))) throw new Problem('last_owner')
      await users.signOutEverywhere(tx, id)
      await users.setVehicles(tx, { id, fleetId: user.fleet_id }, [])
      await users.erase(tx, user)
      await audit.note(tx, {
        ...{ fleetId: user.fleet_id, userId: actor.userId, act: 'user.deleted', subjectId: id },
        changes: [{ field: 'roles', from: before.roles, to: null }],
      })
      return { body: { success: true, id } as const }
    },

    /** Deactivates a user and ends their sessions, or activates them again (USR-036). */
    async deactivate(
      tx: Transaction,
      actor: Actor,
      input: { id: number; is_active?: boolean | undefined },
      precondition: Precondition,
    ) {
      const { user, facts } = await demandUnchanged(tx, actor, input.id, precondition)
      if (!rules.canDeactivateUser(userActorOf(actor), user, facts.context)) throw new Problem('not_allowed')
      const isActive = input.is_active ?? !user.is_active
      if (isActive !== user.is_active) {
        await users.setActive(tx, user.id, isActive)
        if (!isActive) await users.signOutEverywhere(tx, user.id)
        await users.bumpRevision(tx, user.id)
        const act = isActive ? 'user.activated' : 'user.deactivated'
        await audit.note(tx, { fleetId: user.fleet_id, userId: actor.userId, act, subjectId: user.id })
      }
      return { body: await whole(tx, actor, user.id) }
    },

    /** Emails a new link for the first password. 403 if the user has a password. */
    async invite(actor: Actor, id: number): Promise<User> {
      await db.system(async (tx) => {
        const { user, facts } = await demandUnchanged(tx, actor, id, { ifMatch: null })
        const target = { ...user, invitation: user.has_password ? null : 'pending' }
        if (!rules.canInviteUser(userActorOf(actor), target, facts.context)) throw new Problem('not_allowed')
        await limitAttempts(tx, `invite:${id}`, INVITATIONS_PER_HOUR, HOUR)
        await invitations.send(tx, actor, id)
        await audit.note(tx, {
          ...{ fleetId: user.fleet_id, userId: actor.userId, act: 'user.invited', subjectId: id },
        })
      })
      return whole(db, actor, id)
    },
  }
}
export type UsersService = ReturnType<typeof usersService>

/** Whether the change would remove the user's owner role of a fleet or company. */
function losesOwnerRole({ roles, is_active }: UserHead, next: readonly Role[]): boolean {
  const kept: readonly Role[] = roles.includes('FMC') ? ['FMC'] : rules.OWNER_ROLES
  return is_active && roles.some((role) => kept.includes(role)) && !next.some((role) => kept.includes(role))
}
