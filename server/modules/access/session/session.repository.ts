import type { Role } from '#domain/access/permissions.ts'
import { OTP_LIFE_MINUTES, OTP_TRIES, REMEMBER_ME_DAYS, SESSION_MAX_DAYS } from '#domain/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type FleetAccess, fleetAccess } from '../fleet-access.ts'

/** A user as sign-in needs them. */
export interface Credentials {
  id: number
  email: string
  first_name: string
  language: 'en' | 'fr'
  /** null: invited, and none set yet. */
  password_hash: string | null
  fleet_id: number | null
}

/** A session with its user and fleet, as every request needs it. */
export interface SessionRow {
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
  /** Opened before the cookie had its prefix. */
  accepts_plain_cookie: boolean
  /** How the fleet that the session stands in is the user's: by none of these any more, the session is over. */
  access: FleetAccess
}

/** Whether a session of `sessions s` is within its absolute life. */
const isWithinMaxAge = sql`s.created_at > now() - make_interval(days => ${SESSION_MAX_DAYS})`

/** How often the sliding life of a session is written down. */
const RENEWAL = sql`interval '5 minutes'`

export async function findCredentials(db: Queryable, email: string): Promise<Credentials | null> {
  const [user] = await db.query<Credentials>(sql`
    select id, email, first_name, language, password_hash, fleet_id
    from users where lower(email) = ${email.toLowerCase()} and is_active`)
  return user ?? null
}

/** Session, user, fleet and the server's epoch in one query; null when the token is unknown, too old or its user is off. */
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

export async function findLiveSessions(db: Queryable, hashes: string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ hash: string; fleet_id: number }>(sql`
    select encode(s.token_hash, 'hex') as hash, s.fleet_id from sessions s join users u on u.id = s.user_id
    where s.token_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)
      and s.expires_at > now() and ${isWithinMaxAge} and u.is_active`)
  return new Map(rows.map((row) => [row.hash, row.fleet_id]))
}

/**
 * Whether the password that was compared still holds, kept so until the transaction ends: a sign-in that began with the
 * old one must not outlive its change.
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
    /** The remembered device that it is opened on. */
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

/** Lengthens the session's life, once however many requests come together. */
export async function renewSession(db: Queryable, tokenHash: Buffer, hours: number): Promise<boolean> {
  const renewed = await db.query(sql`
    update sessions set last_seen_at = now(), expires_at = least(now() + make_interval(hours => ${hours}),
      created_at + make_interval(days => ${SESSION_MAX_DAYS}))
    where token_hash = ${tokenHash} and last_seen_at < now() - ${RENEWAL} returning 1`)
  return renewed.length > 0
}

/** Makes a session stand in another fleet; the one it stood in, null when the session has ended meanwhile. */
export async function moveSession(db: Queryable, tokenHash: Buffer, fleetId: number): Promise<number | null> {
  const [moved] = await db.query<{ fleet_id: number }>(sql`
    update sessions s set fleet_id = ${fleetId} from sessions old
    where s.token_hash = ${tokenHash} and old.token_hash = s.token_hash returning old.fleet_id`)
  return moved?.fleet_id ?? null
}

/** Ends a session and returns whose it was; null when there was none. */
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
 * Remembers a device; the token that it had before stops working (rotation). The new one ends when the former would have,
 * unless a one-time password has just proved the device anew (`isProved`). Returns whether the device was not remembered
 * before.
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

/** A new one-time password; those sent before it stop working. */
export async function insertOtp(db: Queryable, userId: number, codeHash: string) {
  await db.query(
    sql`update otp_challenges set used_at = now() where user_id = ${userId} and purpose = 'sign_in' and used_at is null`,
  )
  await db.query(sql`
    insert into otp_challenges (user_id, purpose, code_hash, expires_at)
    values (${userId}, 'sign_in', ${Buffer.from(codeHash)}, now() + make_interval(mins => ${OTP_LIFE_MINUTES}))`)
}

/**
 * Takes one of the tries of the user's current one-time password. The count rises before the code is compared, so
 * that a thousand guesses at once are five like any others. 'used_up': no try is left; null: there is no password to try.
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

/** Marks the one-time password used; false when somebody was faster. */
export async function consumeOtp(db: Queryable, id: string): Promise<boolean> {
  const used = await db.query(
    sql`update otp_challenges set used_at = now() where id = ${id} and used_at is null returning 1`,
  )
  return used.length > 0
}

/** Uses a key up; its user, or null when it is none, was used or is too old, or its user is off (ruling 7). */
export async function consumeKey(
  tx: Queryable,
  keyHash: Buffer,
): Promise<{ user_id: number; fleet_id: number | null } | null> {
  const [user] = await tx.query<{ user_id: number; fleet_id: number | null }>(sql`
    with taken as (delete from sign_in_keys where token_hash = ${keyHash} and expires_at > now() returning user_id)
    select u.id as user_id, u.fleet_id from taken join users u on u.id = taken.user_id where u.is_active`)
  return user ?? null
}

/** Whether a key would let somebody into a fleet; it is not used. */
export async function isKeyValid(db: Queryable, keyHash: Buffer): Promise<boolean> {
  const found = await db.query(sql`
    select 1 from sign_in_keys k join users u on u.id = k.user_id
    where k.token_hash = ${keyHash} and k.expires_at > now() and u.is_active and u.fleet_id is not null`)
  return found.length > 0
}

/** Deletes what has lost its life: sessions, links, devices, one-time passwords, counters. */
export async function deleteExpired(db: Queryable) {
  await db.query(sql`delete from sessions where expires_at < now()`)
  await db.query(sql`delete from tickets where expires_at < now()`)
  await db.query(sql`delete from password_resets where expires_at < now()`)
  await db.query(sql`delete from devices where expires_at < now()`)
  await db.query(sql`delete from sign_in_keys where expires_at < now()`)
  await db.query(sql`delete from captcha_passes where expires_at < now()`)
  await db.query(sql`delete from sign_up_codes where expires_at < now()`)
  await db.query(sql`delete from shell_customers where expires_at < now() - interval '7 days'`)
  await db.query(sql`delete from otp_challenges where expires_at < now() - interval '1 day'`)
  await db.query(sql`delete from attempts where window_start < now() - interval '2 days'`)
  await db.query(
    sql`delete from sign_in_tries where greatest(failed_at, succeeded_at) < now() - interval '2 days'`,
  )
}
