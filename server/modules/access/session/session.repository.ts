import type { Role } from '#domain/access/permissions.ts'
import { OTP_LIFE_MINUTES, OTP_TRIES } from '#domain/core/limits.ts'
import { withLocalCommit } from '#server/db/commit-watch.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { REMEMBER_ME_DAYS, SESSION_MAX_DAYS } from '#server/limits.ts'
import { type FleetAccess, fleetAccess } from '../fleet-access.ts'

/** A user as sign-in needs them. */
export interface Credentials {
  id: number
  email: string
  first_name: string
  language: 'en' | 'fr'
  /** null: invited, without a password yet. */
  password_hash: string | null
  fleet_id: number | null
}

/** A session with its user and fleet, as every request needs it. */
interface SessionRow {
  epoch: string
  user_id: number
  roles: Role[]
  language: 'en' | 'fr'
  fleet_id: number
  country: 'US' | 'CA'
  time_zone: string
  brand: string
  affiliation_id: number | null
  is_remembered: boolean
  is_due_for_renewal: boolean
  /** Opened before the cookie prefix was introduced. */
  accepts_plain_cookie: boolean
  /** The user's access to the session's fleet; without any, the session has ended. */
  access: FleetAccess
}

/** Condition on `sessions s`: within the maximum lifetime. */
const isWithinMaxAge = sql`s.created_at > now() - make_interval(days => ${SESSION_MAX_DAYS})`

/** Minimum interval between renewals of a session. */
const RENEWAL = sql`interval '5 minutes'`

/**
 * Returns the active user of an address. The statement returns a row for unknown addresses too, so that reading the
 * result takes as long for both.
 */
export async function findCredentials(db: Queryable, email: string): Promise<Credentials | null> {
  const [row] = await db.query<Credentials | Record<keyof Credentials, null>>(sql`
    select u.id, coalesce(u.email, ${email}) as email, coalesce(u.first_name, '') as first_name,
      coalesce(u.language, 'en') as language, u.password_hash, u.fleet_id
    from (values (1)) one left join users u on lower(u.email) = ${email.toLowerCase()} and u.is_active`)
  return row?.id == null ? null : row
}

/**
 * Returns session, user, fleet and the server's epoch in one query; null if the token is unknown or expired, or its
 * user is inactive.
 */
export async function findSession(db: Queryable, tokenHash: Buffer): Promise<SessionRow | null> {
  const [row] = await db.query<SessionRow>(sql`
    select m.epoch, s.user_id, u.roles, u.language, s.fleet_id, f.country, f.time_zone, f.affiliation_id, f.brand, s.is_remembered,
      s.accepts_plain_cookie,
      s.last_seen_at < now() - ${RENEWAL} as is_due_for_renewal,
      ${fleetAccess} as access
    from sessions s join users u on u.id = s.user_id join fleets f on f.id = s.fleet_id cross join server_meta m
    where s.token_hash = ${tokenHash} and s.expires_at > now() and ${isWithinMaxAge} and u.is_active`)
  return row ?? null
}

/** Returns those sessions (hashes of their tokens, hex) that have not ended by time or the deactivation of their user. */
export function listSessions(
  db: Queryable,
  hashes: string[],
): Promise<(Pick<SessionRow, 'fleet_id' | 'roles' | 'access'> & { hash: string })[]> {
  return db.query(sql`
    select encode(s.token_hash, 'hex') as hash, s.fleet_id, u.roles, ${fleetAccess} as access
    from sessions s join users u on u.id = s.user_id join fleets f on f.id = s.fleet_id
    where s.token_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)
      and s.expires_at > now() and ${isWithinMaxAge} and u.is_active`)
}

/**
 * Locks the password and returns whether it is still the verified one, so that a sign-in with the old password cannot
 * outlast its change.
 */
export async function lockPassword(tx: Queryable, user: Credentials): Promise<boolean> {
  const held = await tx.query(
    sql`select 1 from users where id = ${user.id} and password_hash = ${user.password_hash} and is_active for share`,
  )
  return held.length > 0
}

export async function insertSession(
  db: Queryable,
  session: {
    tokenHash: Buffer
    userId: number
    fleetId: number
    isRemembered: boolean
    /** The remembered device of the session. */
    deviceHash: Buffer | null
    userAgent: string
    hours: number
  },
) {
  await db.query(sql`
    insert into sessions (token_hash, user_id, fleet_id, is_remembered, device_hash, user_agent, expires_at)
    values (${session.tokenHash}, ${session.userId}, ${session.fleetId}, ${session.isRemembered}, ${session.deviceHash},
      ${session.userAgent}, now() + make_interval(hours => ${session.hours}))`)
}

/** Extends the session's lifetime, once for concurrent requests. Does not wait for a replica or for other transactions. */
export async function renewSession(db: Database, tokenHash: Buffer, hours: number): Promise<boolean> {
  const renewed = await db.query(sql`
    update sessions set last_seen_at = now(), expires_at = least(now() + make_interval(hours => ${hours}),
      created_at + make_interval(days => ${SESSION_MAX_DAYS}))
    from ${withLocalCommit}
    where token_hash = (
      select token_hash from sessions
      where token_hash = ${tokenHash} and last_seen_at < now() - ${RENEWAL} for no key update skip locked)
    returning 1`)
  return renewed.length > 0
}

/** Switches a session to another fleet and returns the previous one; null if the session has ended. */
export async function moveSession(db: Queryable, tokenHash: Buffer, fleetId: number): Promise<number | null> {
  const [moved] = await db.query<{ fleet_id: number }>(sql`
    update sessions s set fleet_id = ${fleetId} from sessions old
    where s.token_hash = ${tokenHash} and old.token_hash = s.token_hash returning old.fleet_id`)
  return moved?.fleet_id ?? null
}

/** Ends a session and returns its user; null if there was none. */
export async function deleteSession(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ userId: number; fleetId: number } | null> {
  const [ended] = await db.query<{ userId: number; fleetId: number }>(
    sql`delete from sessions where token_hash = ${tokenHash} returning user_id as "userId", fleet_id as "fleetId"`,
  )
  return ended ?? null
}

export async function isDeviceOf(db: Queryable, userId: number, tokenHash: Buffer): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from devices where token_hash = ${tokenHash} and user_id = ${userId} and expires_at > now()`,
  )
  return found.length > 0
}

/**
 * Remembers a device and replaces its previous token (rotation). The new token expires with the previous one, unless a
 * one-time password has just verified the device (`isProved`). Returns whether the device is new.
 */
export async function replaceDevice(
  db: Queryable,
  userId: number,
  former: Buffer | null,
  tokenHash: Buffer,
  isProved: boolean,
): Promise<boolean> {
  const [device] = await db.query<{ is_new: boolean }>(sql`
    with former as (
      delete from devices where token_hash = ${former} and user_id = ${userId}
      returning case when expires_at > now() and not ${isProved} then remembered_at end as remembered_at),
    device as (select coalesce((select remembered_at from former), now()) as remembered_at)
    insert into devices (token_hash, user_id, remembered_at, expires_at)
    select ${tokenHash}, ${userId}, remembered_at, remembered_at + make_interval(days => ${REMEMBER_ME_DAYS}) from device
    returning not exists (select from former) as is_new`)
  return device?.is_new ?? false
}

/** Adds a one-time password; previous ones stop working. */
export async function insertOtp(db: Queryable, userId: number, codeHash: string) {
  await db.query(
    sql`update otp_challenges set used_at = now() where user_id = ${userId} and purpose = 'sign_in' and used_at is null`,
  )
  await db.query(sql`
    insert into otp_challenges (user_id, purpose, code_hash, expires_at)
    values (${userId}, 'sign_in', ${Buffer.from(codeHash)}, now() + make_interval(mins => ${OTP_LIFE_MINUTES}))`)
}

/**
 * Uses one try of the user's current one-time password. Counts it before the comparison, so that concurrent guesses
 * share the limit of five. 'used_up': no tries left; null: there is no code.
 */
export async function takeOtpTry(
  db: Queryable,
  userId: number,
): Promise<{ id: string; codeHash: string } | 'used_up' | null> {
  const [otp] = await db.query<{ id: string; code_hash: Buffer; tries: number }>(sql`
    update otp_challenges set tries = least(tries + 1, ${OTP_TRIES + 1}::int)
    where user_id = ${userId} and purpose = 'sign_in' and used_at is null and expires_at > now()
    returning id, code_hash, tries`)
  if (!otp) return null
  return otp.tries > OTP_TRIES ? 'used_up' : { id: otp.id, codeHash: otp.code_hash.toString() }
}

/** Consumes the one-time password; false if it was already used. */
export async function consumeOtp(db: Queryable, id: string): Promise<boolean> {
  const used = await db.query(
    sql`update otp_challenges set used_at = now() where id = ${id} and used_at is null returning 1`,
  )
  return used.length > 0
}

/** Consumes a key and returns its user; null if it is unknown, used or expired, or its user is inactive (ruling 7). */
export async function consumeKey(
  tx: Queryable,
  keyHash: Buffer,
): Promise<{ user_id: number; fleet_id: number | null } | null> {
  // Locked before the key, as a deactivation does, so that it either ends this session or comes first.
  await tx.query(sql`
    select 1 from users where id = (select user_id from sign_in_keys where token_hash = ${keyHash}) for share`)
  const [user] = await tx.query<{ user_id: number; fleet_id: number | null }>(sql`
    with taken as (delete from sign_in_keys where token_hash = ${keyHash} and expires_at > now() returning user_id)
    select u.id as user_id, u.fleet_id from taken join users u on u.id = taken.user_id where u.is_active`)
  return user ?? null
}

/** Returns whether a key would sign someone in, without using it. */
export async function isKeyValid(db: Queryable, keyHash: Buffer): Promise<boolean> {
  const found = await db.query(sql`
    select 1 from sign_in_keys k join users u on u.id = k.user_id
    where k.token_hash = ${keyHash} and k.expires_at > now() and u.is_active and u.fleet_id is not null`)
  return found.length > 0
}
