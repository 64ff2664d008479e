import * as rules from '#contract/access/user-rules.ts'
import type { ListedUser, NewUser, USER_SORTS, User, UserAct, UserChange } from '#contract/access/users.ts'
import type { Brand } from '#contract/core/brand.ts'
import { dayIn } from '#contract/core/days.ts'
import { INVITATIONS_PER_HOUR } from '#contract/core/limits.ts'
import { type Page, pageOf } from '#contract/core/paging.ts'
import { isFmc, isFmcRole, type Role } from '#contract/core/permissions.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { isDoubled } from '#server/db/unique.ts'
import type { MailOutbox } from '#server/integrations/mail/outbox.ts'
import { Problem } from '#server/problem.ts'
import { texts } from '#server/texts.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { Asker } from '../passwords/passwords.service.ts'
import type { PreferencesService } from '../preferences/preferences.service.ts'
import { admit } from '../session/attempts.ts'
import type { Invitations } from './invitations.ts'
import { demandFields, type UserFacts } from './user-checks.ts'
import { differences } from './user-differences.ts'
import { listedUser, visibleUser } from './user-scope.ts'
import { mentions } from './user-search.ts'
import { countUsers, ORDER, readListed, readUsers } from './users.reads.ts'
import type { UserHead, UsersRepository } from './users.repository.ts'

export interface UsersDeps {
  db: Database
  users: UsersRepository
  invitations: Invitations
  preferences: PreferencesService
  audit: AuditService
  mail: MailOutbox
  brands: readonly Brand[]
  now: () => Date
}
/** The revision that the client edited; null when it did not say. */
interface Precondition {
  ifMatch: number | null
}
interface ListQuery {
  search?: string | undefined
  is_active?: boolean | undefined
  sort: (typeof USER_SORTS)[number]
  page: number
  per_page: number
}

const HOUR = 3600

/** Users of a fleet and of a management company. Who may do what to whom: `contract/access/user-rules.ts`. */
export function usersService(deps: UsersDeps) {
  const { db, users, invitations, preferences, audit, mail, brands, now } = deps
  const fuelCardBrands = brands.filter(({ traits }) => traits.isFuelCard).map(({ key }) => key)
  const todayOf = (actor: Actor) => dayIn(actor.fleet.timeZone, now())
  const asker = (actor: Actor) => ({ id: actor.userId, roles: actor.roles })

  async function list(
    actor: Actor,
    context: rules.UserContext,
    query: ListQuery,
  ): Promise<{ users: ListedUser[] } & Page> {
    let where = listedUser(actor, context)
    if (query.is_active !== undefined) where = sql`${where} and u.is_active = ${query.is_active}`
    if (query.search) where = sql`${where} and ${mentions(actor, context, query.search)}`
    const page = sql`order by ${ORDER[query.sort]} limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`
    const [total, found] = await Promise.all([
      countUsers(db, where),
      readListed(db, todayOf(actor), sql`${where} ${page}`),
    ])
    return { users: found, ...pageOf(query, total) }
  }

  async function whole(source: Queryable, actor: Actor, id: number): Promise<User> {
    const [user] = await readUsers(source, todayOf(actor), sql`u.id = ${id}`)
    if (!user) throw new Problem('not_found')
    return user
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

  /** The user to be changed, locked, after everybody else who changes users there. 404 out of sight; 412 changed since. */
  async function demandUnchanged(tx: Transaction, actor: Actor, id: number, { ifMatch }: Precondition) {
    await users.takeTurns(tx, actor.fleet.id, isFmc(actor) ? actor.userId : null)
    const user = await users.lock(tx, actor, id)
    if (!user) throw new Problem('not_found')
    if (ifMatch !== null && ifMatch !== user.rev)
      throw new Problem('stale', { current: await whole(tx, actor, id), etag: `"${user.rev}"` })
    return { user, facts: await factsOf(tx, user) }
  }

  /** Vehicles and approval fleets, beside the user's own columns. */
  async function assign(
    tx: Transaction,
    user: { id: number; fleetId: number },
    given: Pick<UserChange, 'vehicle_ids' | 'approvalFleetIds'>,
  ) {
    if (given.vehicle_ids) await users.setVehicles(tx, user, given.vehicle_ids)
    if (given.approvalFleetIds) await users.setApprovalFleets(tx, user.id, given.approvalFleetIds)
  }

  /** Writes down what became of the user; nothing where nothing did. */
  async function record(tx: Transaction, actor: Actor, act: UserAct, before: User | null, after: User) {
    const changes = differences(before, after)
    if (act === 'user.updated' && changes.length === 0) return
    await audit.note(tx, {
      fleetId: after.fleet_id,
      userId: actor.userId,
      act,
      subjectId: after.id,
      changes,
    })
  }

  /** To the former address: it may not be its owner's wish. Links that went there stop working. */
  async function moveMail(tx: Transaction, actor: Actor, user: UserHead, email: string) {
    await users.voidMailed(tx, user.id)
    if (!user.has_password) return invitations.send(tx, actor, user.id)
    const { brand: key } = await users.fleet(tx, user.fleet_id)
    const brand = brands.find((one) => one.key === key)?.name ?? key
    const words = texts[user.language].emailMail(brand, user.first_name, email)
    await mail.queue(tx, { recipient: user.email, ...words })
  }

  return {
    list,

    /** 404 for whoever is in none of the lists that the actor sees, and where the fleet is not theirs. */
    async show(actor: Actor, fleetId: number, id: number): Promise<User> {
      const [user] = await readUsers(
        db,
        todayOf(actor),
        sql`u.id = ${id} and u.fleet_id = ${fleetId} and ${visibleUser(actor)}`,
      )
      if (!user) throw new Problem('not_found')
      return user
    },

    /** Adds a user and invites them: 201. 403 where the actor adds nobody there; 422 `validation`. */
    async create(tx: Transaction, actor: Actor, input: NewUser) {
      const context = await contextOf(tx, actor.fleet.id, input.roles)
      const home = context === 'fmc' ? await users.home(tx, actor.userId) : null
      // An FMC user without a company would be in nobody's list.
      if (!rules.canAddUser(actor, context) || (home && home.affiliation_id === null))
        throw new Problem('not_allowed')
      const fleet = await users.fleet(tx, home?.fleet_id ?? actor.fleet.id)
      const facts = {
        ...{ context, fleetId: fleet.id, country: fleet.country, held: [] },
        affiliationId: home?.affiliation_id ?? null,
      }
      await demandFields(users, tx, actor, input, facts)
      const id = await onlyEmail(tx, () => users.insert(tx, { ...facts, language: actor.language }, input))
      await assign(tx, { id, fleetId: fleet.id }, input)
      await invitations.send(tx, actor, id)
      const body = await whole(tx, actor, id)
      await record(tx, actor, 'user.created', null, body)
      return { body, status: 201 } as const
    },

    /** Changes another user; what the call leaves out stays. Errors: as the contract says. */
    async update(tx: Transaction, actor: Actor, input: UserChange, precondition: Precondition) {
      const { id, zip, vehiclesTotal, currentPassword, newPassword, ...given } = input
      const { user, facts } = await demandUnchanged(tx, actor, id, precondition)
      const isOwnAlone = [zip, vehiclesTotal, currentPassword, newPassword].some(
        (value) => value !== undefined,
      )
      if (isOwnAlone || !rules.canEditUser(asker(actor), user, facts.context))
        throw new Problem('not_allowed')
      refuseLocked(rules.lockedFields(asker(actor), user, facts.context), user, given)
      await demandFields(users, tx, actor, given, facts)
      if (given.roles && isGivingUp(user, given.roles) && !(await users.hasOtherOwner(tx, user)))
        throw refused('roles', 'last_owner')
      const before = await whole(tx, actor, id)
      await onlyEmail(tx, () => users.update(tx, id, given))
      await assign(tx, { id, fleetId: user.fleet_id }, given)
      await users.revise(tx, id)
      if (given.email !== undefined && given.email !== user.email.toLowerCase())
        await moveMail(tx, actor, user, given.email)
      const body = await whole(tx, actor, id)
      await record(tx, actor, 'user.updated', before, body)
      return { body }
    },

    /** Changes oneself: user preferences (USR-068), and for who edits users the rest of the form. `session`: the one that stays. */
    async updateOwn(actor: Actor, input: UserChange, from: Asker, session: string | null): Promise<User> {
      const { id, roles, language, address, city, state, garaging_zip, other_id, ...rest } = input
      const { vehicle_ids, approvalFleetIds, cellPhone, ...own } = rest
      const form = given({
        ...{ language, address, city, state, garaging_zip, other_id, vehicle_ids, approvalFleetIds, roles },
        ...(cellPhone === null ? { cellPhone } : {}),
      })
      const preferencesGiven = { ...own, ...(typeof cellPhone === 'string' ? { cellPhone } : {}), id }
      await preferences.save(actor, preferencesGiven, from, session, async (tx, write) => {
        const before = await whole(tx, actor, id)
        await write()
        if (Object.keys(form).length > 0) {
          const user = await users.own(tx, id)
          if (!user) throw new Problem('not_found')
          const facts = await factsOf(tx, user)
          if (!rules.canEditUser(asker(actor), user, facts.context)) throw new Problem('not_allowed')
          refuseLocked(['roles'], user, form)
          await demandFields(users, tx, actor, form, facts)
          await users.update(tx, id, form)
          await assign(tx, { id, fleetId: user.fleet_id }, form)
        }
        await users.revise(tx, id)
        await record(tx, actor, 'user.updated', before, await whole(tx, actor, id))
      })
      return whole(db, actor, id)
    },

    /** Deletes a user; the name stays with what they did. 409 `last_owner`. */
    async destroy(tx: Transaction, actor: Actor, id: number, precondition: Precondition) {
      const { user, facts } = await demandUnchanged(tx, actor, id, precondition)
      if (!rules.canDeleteUser(asker(actor), user, facts.context)) throw new Problem('not_allowed')
      if (isGivingUp(user, []) && !(await users.hasOtherOwner(tx, user))) throw new Problem('last_owner')
      const before = await whole(tx, actor, id)
      await users.signOutEverywhere(tx, id)
      await users.setVehicles(tx, { id, fleetId: user.fleet_id }, [])
      await users.erase(tx, user)
      await audit.note(tx, {
        ...{ fleetId: user.fleet_id, userId: actor.userId, act: 'user.deleted', subjectId: id },
        changes: [{ field: 'roles', from: before.roles, to: null }],
      })
      return { body: { success: true, id } as const }
    },

    /** Signs the user out everywhere and keeps them out, or lets them in again (USR-036). */
    async deactivate(
      tx: Transaction,
      actor: Actor,
      input: { id: number; is_active?: boolean | undefined },
      precondition: Precondition,
    ) {
      const { user, facts } = await demandUnchanged(tx, actor, input.id, precondition)
      if (!rules.canDeactivateUser(asker(actor), user, facts.context)) throw new Problem('not_allowed')
      const isActive = input.is_active ?? !user.is_active
      if (isActive !== user.is_active) {
        await users.setActive(tx, user.id, isActive)
        if (!isActive) await users.signOutEverywhere(tx, user.id)
        await users.revise(tx, user.id)
        const act = isActive ? 'user.activated' : 'user.deactivated'
        await audit.note(tx, { fleetId: user.fleet_id, userId: actor.userId, act, subjectId: user.id })
      }
      return { body: await whole(tx, actor, user.id) }
    },

    /** Mails a new link for the first password. 403 where one is set already. */
    async invite(actor: Actor, id: number): Promise<User> {
      await db.system(async (tx) => {
        const { user, facts } = await demandUnchanged(tx, actor, id, { ifMatch: null })
        const target = { ...user, invitation: user.has_password ? null : 'pending' }
        if (!rules.canInviteUser(asker(actor), target, facts.context)) throw new Problem('not_allowed')
        await admit(db, `invite:${id}`, INVITATIONS_PER_HOUR, HOUR)
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

const refused = (field: string, code: string) => new Problem('validation', { fields: { [field]: [code] } })

/** Of what was asked for, what was given. */
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

/** Whether the user holds what keeps a fleet, or a company, in hand, and would no more. */
function isGivingUp({ roles, is_active }: UserHead, next: readonly Role[]): boolean {
  const kept: readonly Role[] = roles.includes('FMC') ? ['FMC'] : rules.OWNER_ROLES
  return is_active && roles.some((role) => kept.includes(role)) && !next.some((role) => kept.includes(role))
}

/** A locked field may be sent as it is. */
function refuseLocked(
  locked: readonly ('email' | 'roles')[],
  user: UserHead,
  wanted: { email?: string | undefined; roles?: readonly Role[] | undefined },
) {
  const isOther = {
    email: wanted.email !== undefined && wanted.email !== user.email.toLowerCase(),
    roles: wanted.roles !== undefined && [...wanted.roles].sort().join() !== [...user.roles].sort().join(),
  }
  for (const field of locked) if (isOther[field]) throw refused(field, 'locked')
}

/** Of two that give one address at the same moment, the second waits for the first, and then hears of it. */
async function onlyEmail<T>(tx: Transaction, write: () => Promise<T>): Promise<T> {
  try {
    return await tx.attempt(write)
  } catch (error) {
    if (isDoubled(error, 'users_email')) throw refused('email', 'email_taken')
    throw error
  }
}
