import type { NewUser, UserChange } from '#contract/access/users.ts'
import type { Role } from '#domain/access/permissions.ts'
import { EMAIL_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'
import { OWNER_ROLES, type UserTarget } from '#domain/access/user-rules.ts'
import type { Actor } from '#server/actor.ts'
import { countRows } from '#server/db/counts.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { NEW_FLEET_DAYS } from '#server/limits.ts'
import { visibleUser } from './user-scope.ts'

/** A user to be changed: the fields that rules and writes depend on. */
export interface UserHead extends UserTarget {
  roles: Role[]
  rev: number
  fleet_id: number
  affiliation_id: number | null
  email: string
  first_name: string
  language: 'en' | 'fr'
  country: 'US' | 'CA'
  has_password: boolean
}

interface Invitee {
  email: string
  first_name: string
  language: 'en' | 'fr'
  country: 'US' | 'CA'
  fleet: string
  brand: string
  host: string
}

/** Fleet of a new or existing user. */
interface UserFleet {
  id: number
  name: string
  country: 'US' | 'CA'
  brand: string
}

const HEAD = sql`u.id, u.roles, u.is_active, u.rev, u.fleet_id, u.affiliation_id, u.email, u.first_name, u.language, u.country,
  u.password_hash is not null as has_password`

/** Form texts that may be cleared, by column. */
const CLEARABLE_COLUMNS = {
  cellPhone: sql`cell_phone`,
  address: sql`address`,
  city: sql`city`,
  state: sql`state`,
  garaging_zip: sql`garaging_zip`,
  other_id: sql`other_id`,
} as const

export const usersRepository = {
  /** Locks a user whom the actor may see. */
  async lock(tx: Transaction, actor: Actor, id: number): Promise<UserHead | undefined> {
    const [head] = await tx.query<UserHead>(
      sql`select ${HEAD} from users u where u.id = ${id} and ${visibleUser(actor)} for no key update`,
    )
    return head
  },

  /** Locks the acting user, regardless of their role. */
  async lockOwn(tx: Transaction, id: number): Promise<UserHead | undefined> {
    const [head] = await tx.query<UserHead>(
      sql`select ${HEAD} from users u where u.id = ${id} and u.is_active for no key update`,
    )
    return head
  },

  async fleet(db: Queryable, id: number): Promise<UserFleet> {
    const [fleet] = await db.query<UserFleet>(
      sql`select id, name, country, brand from fleets where id = ${id}`,
    )
    if (!fleet) throw new Error('There is no such fleet.')
    return fleet
  },

  /**
   * Whether the fleet signed up so recently that it may invite fewer users. The audit log has an entry for a fleet
   * that a management company created.
   */
  async isNewFleet(tx: Transaction, id: number): Promise<boolean> {
    const found = await tx.query(sql`
      select 1 from fleets where id = ${id} and created_at > now() - make_interval(days => ${NEW_FLEET_DAYS})
        and not exists (select from audit_trail where fleet_id = ${id} and act = 'fleet.created')`)
    return found.length > 0
  },

  /** A user to invite, with the name of the inviting user. */
  async invitee(tx: Transaction, id: number, hostId: number): Promise<Invitee> {
    const [invitee] = await tx.query<Invitee>(sql`
      select u.email, u.first_name, u.language, f.country, f.name as fleet, f.brand,
        (select host.name from users host where host.id = ${hostId}) as host
      from users u join fleets f on f.id = u.fleet_id where u.id = ${id}`)
    if (!invitee) throw new Error('There is no such user.')
    return invitee
  },

  /** Fleet and affiliation of an FMC user, which new FMC users share. */
  async home(db: Queryable, userId: number): Promise<{ fleet_id: number; affiliation_id: number | null }> {
    const [home] = await db.query<{ fleet_id: number; affiliation_id: number | null }>(
      sql`select fleet_id, affiliation_id from users where id = ${userId}`,
    )
    if (!home) throw new Error('There is no such user.')
    return home
  },

  /**
   * Serializes changes of users of a fleet, or of a management company, so that of two owners who delete each other,
   * the second fails.
   */
  async lockUserChanges(tx: Transaction, fleetId: number, fmcUserId: number | null): Promise<void> {
    if (fmcUserId !== null)
      await tx.query(sql`
        select from affiliations where id = (select affiliation_id from users where id = ${fmcUserId}) for no key update`)
    await tx.query(sql`select from fleets where id = ${fleetId} for no key update`)
  },

  /** Whether the fleet, or for an FMC user the management company, has another owner. */
  async hasOtherOwner(tx: Transaction, user: UserHead): Promise<boolean> {
    const others = user.roles.includes('FMC')
      ? sql`u.affiliation_id = ${user.affiliation_id} and u.roles && array['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager']
          and 'FMC' = any(u.roles)`
      : sql`u.fleet_id = ${user.fleet_id} and u.roles && ${OWNER_ROLES}::text[]`
    const found = await tx.query(
      sql`select from users u where ${others} and u.deleted_at is null and u.is_active and u.id <> ${user.id} limit 1`,
    )
    return found.length > 0
  },

  /** 23505 users_email: the address is taken. */
  async insert(
    tx: Transaction,
    fleet: { fleetId: number; affiliationId: number | null; country: 'US' | 'CA'; language: 'en' | 'fr' },
    user: NewUser,
  ): Promise<number> {
    const [made] = await tx.query<{ id: number }>(sql`
      insert into users (fleet_id, affiliation_id, email, first_name, last_name, cell_phone, language, country, roles,
        address, city, state, garaging_zip, other_id, email_notifications, text_notifications)
      values (${fleet.fleetId}, ${fleet.affiliationId}, ${user.email}, ${user.firstName}, ${user.lastName}, ${user.cellPhone ?? null},
        ${user.language ?? fleet.language}, ${fleet.country}, ${user.roles}, ${user.address ?? null}, ${user.city ?? null},
        ${user.state ?? null}, ${user.garaging_zip ?? null}, ${user.other_id ?? null},
        ${changedSwitches(user.email_notification_preferences, sql`'{}'::jsonb`)},
        ${JSON.stringify(user.text_notification_preferences ?? {})}::jsonb) returning id`)
    if (!made) throw new Error('A user was not inserted.')
    return made.id
  },

  /** Writes the given fields; others stay unchanged. 23505 users_email: the address is taken. */
  async update(tx: Transaction, id: number, given: Omit<UserChange, 'id'>): Promise<void> {
    let set = sql`first_name = coalesce(${given.firstName ?? null}, first_name),
      last_name = coalesce(${given.lastName ?? null}, last_name), email = coalesce(${given.email ?? null}, email),
      language = coalesce(${given.language ?? null}, language), roles = coalesce(${given.roles ?? null}::text[], roles),
      email_notifications = ${changedSwitches(given.email_notification_preferences, sql`email_notifications`)},
      text_notifications = text_notifications || ${JSON.stringify(given.text_notification_preferences ?? {})}::jsonb`
    for (const [field, column] of Object.entries(CLEARABLE_COLUMNS)) {
      const value = given[field as keyof typeof CLEARABLE_COLUMNS]
      if (value !== undefined) set = sql`${set}, ${column} = ${value}`
    }
    await tx.query(sql`update users set ${set} where id = ${id}`)
  },

  /** Increments the revision, once per call. */
  async bumpRevision(tx: Transaction, id: number): Promise<void> {
    await tx.query(sql`update users set rev = rev + 1 where id = ${id}`)
  },

  async setActive(tx: Transaction, id: number, isActive: boolean): Promise<void> {
    await tx.query(sql`update users set is_active = ${isActive} where id = ${id}`)
  },

  /**
   * Ends everything the user could sign in with: sessions with their tickets, remembered devices, codes, links, keys.
   */
  async signOutEverywhere(tx: Transaction, id: number): Promise<void> {
    await tx.query(sql`delete from sessions where user_id = ${id}`)
    await tx.query(sql`delete from devices where user_id = ${id}`)
    await tx.query(sql`delete from otp_challenges where user_id = ${id}`)
    await tx.query(sql`delete from password_resets where user_id = ${id}`)
    await tx.query(sql`delete from sign_in_keys where user_id = ${id}`)
  },

  /** Clears personal data except the name, and removes the user from everything they could act in. */
  async erase(tx: Transaction, { id, fleet_id }: Pick<UserHead, 'id' | 'fleet_id'>): Promise<void> {
    await tx.query(sql`
      update users set is_active = false, deleted_at = now(), email = 'deleted:' || id, password_hash = null, cell_phone = null,
        address = null, city = null, state = null, garaging_zip = null, zip = null, other_id = null, rev = rev + 1
      where id = ${id}`)
    await tx.query(sql`delete from user_accounts where user_id = ${id}`)
    await tx.query(sql`delete from user_approval_fleets where user_id = ${id}`)
    await tx.query(sql`delete from favorite_shops where user_id = ${id}`)
    await tx.query(sql`
      with gone as (delete from payment_method_users where fleet_id = ${fleet_id} and user_id = ${id} returning method_id)
      update payment_methods set rev = rev + 1 where id in (select method_id from gone)`)
    await tx.query(sql`
      update maintenance_policies set user_ids = array_remove(user_ids, ${id}::bigint), rev = rev + 1
      where fleet_id = ${fleet_id} and ${id}::bigint = any(user_ids)`)
  },

  /** Counts how many of these vehicles belong to the fleet. */
  async countVehicles(tx: Transaction, fleetId: number, ids: readonly number[]): Promise<number> {
    const rows = await tx.query(
      sql`select from vehicles where fleet_id = ${fleetId} and id = any(${ids}::bigint[])`,
    )
    return rows.length
  },

  /**
   * Locks the vehicles that the user drives and those they get, in order of id. A new name and an assignment each lock only
   * a part of them, so that two forms could deadlock.
   */
  async lockVehicles(tx: Transaction, { id, fleetId }: Driver, added: readonly number[]): Promise<void> {
    await tx.query(sql`
      select from vehicles where id = any(array(
        select vehicle_id from vehicle_drivers where user_id = ${id}
        union select id from vehicles where fleet_id = ${fleetId} and id = any(${added}::bigint[])))
      order by id for no key update`)
  },

  /** Assigns exactly these vehicles of the fleet; each changed vehicle gets a new revision. */
  async setVehicles(tx: Transaction, user: Driver, ids: readonly number[]): Promise<void> {
    await reassign(tx, user, ids, sql`vehicle_id <> all(${ids}::bigint[])`)
  },

  /** Adds and removes vehicles of the fleet; each changed vehicle gets a new revision. */
  async changeVehicles(
    tx: Transaction,
    user: Driver,
    added: readonly number[],
    removed: readonly number[],
  ): Promise<void> {
    await reassign(tx, user, added, sql`vehicle_id = any(${removed}::bigint[])`)
  },

  countAssigned(tx: Transaction, { id, fleetId }: Driver): Promise<number> {
    return countRows(
      tx,
      sql`select count(*) from vehicle_drivers where fleet_id = ${fleetId} and user_id = ${id}`,
    )
  },

  /** Counts how many of these fleets belong to the affiliation; index fleets_affiliation. */
  async countFleets(tx: Transaction, affiliationId: number | null, ids: readonly number[]): Promise<number> {
    const rows = await tx.query(
      sql`select from fleets where affiliation_id = ${affiliationId} and deleted_at is null and id = any(${ids}::bigint[])`,
    )
    return rows.length
  },

  async setApprovalFleets(tx: Transaction, userId: number, ids: readonly number[]): Promise<void> {
    await tx.query(
      sql`delete from user_approval_fleets where user_id = ${userId} and fleet_id <> all(${ids}::bigint[])`,
    )
    await tx.query(sql`
      insert into user_approval_fleets (user_id, fleet_id) select ${userId}, f from unnest(${ids}::bigint[]) f
      on conflict do nothing`)
  },
}

/**
 * The form for a new user sends every switch. A switch at its default is not stored as a choice, unless it was chosen
 * before: default recipients are not users who asked for it (decision 49).
 */
const changedSwitches = (given: UserChange['email_notification_preferences'], before: Query): Query =>
  sql`${before} || coalesce((select jsonb_object_agg(key, value) from jsonb_each(${JSON.stringify(given ?? {})}::jsonb)
    where ${before} ? key or value is distinct from ${JSON.stringify(EMAIL_NOTIFICATIONS)}::jsonb -> key), '{}')`

interface Driver {
  id: number
  fleetId: number
}

async function reassign(
  tx: Transaction,
  { id, fleetId }: Driver,
  added: readonly number[],
  isRemoved: Query,
): Promise<void> {
  const mine = sql`user_id = ${id} and fleet_id = ${fleetId} and ${isRemoved}`
  // In order of id, and before the assignments, as the form of a vehicle does. Vehicles that left meanwhile are left out.
  await tx.query(sql`
    select from vehicles where fleet_id = ${fleetId}
      and (id = any(${added}::bigint[]) or id in (select vehicle_id from vehicle_drivers where ${mine}))
    order by id for no key update`)
  await tx.query(sql`
  with gone as (
    delete from vehicle_drivers where ${mine} returning vehicle_id),
  come as (
    insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
    select fleet_id, id, ${id} from vehicles where fleet_id = ${fleetId} and id = any(${added}::bigint[])
    on conflict do nothing returning vehicle_id)
  update vehicles set rev = rev + 1, updated_at = now() where fleet_id = ${fleetId}
    and id in (select vehicle_id from gone union all select vehicle_id from come)`)
}
