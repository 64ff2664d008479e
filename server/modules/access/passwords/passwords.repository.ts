import { RESET_LIFE_MINUTES } from '#domain/core/limits.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { REPEATED_PASSWORD_MINUTES } from '#server/limits.ts'

/** A user with the fields for these calls; `brand` is that of their fleet, null without one. */
export interface PasswordUser {
  id: number
  email: string
  first_name: string
  last_name: string
  language: 'en' | 'fr'
  /** null: invited, without a password yet. */
  password_hash: string | null
  brand: string | null
}

const USER = sql`select u.id, u.email, u.first_name, u.last_name, u.language, u.password_hash, f.brand
  from users u left join fleets f on f.id = u.fleet_id`

export async function findByEmail(db: Queryable, email: string): Promise<PasswordUser | null> {
  const [user] = await db.query<PasswordUser>(
    sql`${USER} where lower(u.email) = ${email.toLowerCase()} and u.is_active`,
  )
  return user ?? null
}

export async function findById(db: Queryable, id: number): Promise<PasswordUser | null> {
  const [user] = await db.query<PasswordUser>(sql`${USER} where u.id = ${id} and u.is_active`)
  return user ?? null
}

/** Returns the user of a reset link; null if it is unknown, used or expired, or the user is inactive. */
export async function findByReset(db: Queryable, tokenHash: Buffer): Promise<PasswordUser | null> {
  const [user] = await db.query<PasswordUser>(sql`${USER} join password_resets r on r.user_id = u.id
    where r.token_hash = ${tokenHash} and r.expires_at > now() and r.purpose <> 'used' and u.is_active`)
  return user ?? null
}

/** Returns the user who set their password with this link in the last minutes. */
export async function findByUsedReset(db: Queryable, tokenHash: Buffer): Promise<PasswordUser | null> {
  const [user] = await db.query<PasswordUser>(sql`${USER} join password_resets r on r.user_id = u.id
    where r.token_hash = ${tokenHash} and r.expires_at > now() and r.purpose = 'used' and u.is_active`)
  return user ?? null
}

/** Keeps a consumed link for some minutes, for `findByUsedReset`. */
export async function insertUsedReset(tx: Transaction, userId: number, tokenHash: Buffer): Promise<void> {
  await tx.query(sql`
    insert into password_resets (token_hash, user_id, purpose, expires_at)
    values (${tokenHash}, ${userId}, 'used', now() + make_interval(mins => ${REPEATED_PASSWORD_MINUTES}))`)
}

/** Returns whether the user changed their password in the last minutes. Index: sign_in_trail_user. */
export async function hasChangedPasswordRecently(db: Queryable, userId: number): Promise<boolean> {
  const changes = await db.query(sql`
    select from sign_in_trail where user_id = ${userId} and act = 'password_changed'
      and at > now() - make_interval(mins => ${REPEATED_PASSWORD_MINUTES}) limit 1`)
  return changes.length > 0
}

/** Adds a link for the address that it is emailed to; false if the user's address changed, or the user is inactive. */
export async function insertReset(tx: Transaction, user: PasswordUser, tokenHash: Buffer): Promise<boolean> {
  const made = await tx.query(sql`
    insert into password_resets (token_hash, user_id, expires_at)
    select ${tokenHash}, id, now() + make_interval(mins => ${RESET_LIFE_MINUTES}) from users
    where id = ${user.id} and email = ${user.email} and is_active for share returning 1`)
  return made.length > 0
}

/** Invalidates links and codes that were emailed to the user's previous address. */
export async function deleteMailedSecrets(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from otp_challenges where user_id = ${userId}`)
  await tx.query(sql`delete from password_resets where user_id = ${userId}`)
}

/** Adds a link for the first password; previous ones stop working. */
export async function insertInvitation(tx: Transaction, userId: number, tokenHash: Buffer, minutes: number) {
  await tx.query(sql`delete from password_resets where user_id = ${userId} and purpose = 'invitation'`)
  await tx.query(sql`
    insert into password_resets (token_hash, user_id, purpose, expires_at)
    values (${tokenHash}, ${userId}, 'invitation', now() + make_interval(mins => ${minutes}))`)
}

/**
 * Locks the user against concurrent password changes and sign-ins, and returns the current hash. Always the first lock
 * of a transaction here, so that two of them cannot deadlock.
 */
export async function lockUser(tx: Transaction, userId: number): Promise<string | null> {
  const [user] = await tx.query<{ password_hash: string }>(
    sql`select password_hash from users where id = ${userId} and is_active for update`,
  )
  return user?.password_hash ?? null
}

/** Consumes a link; false if it was already used or has expired. */
export async function consumeReset(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const spent = await tx.query(
    sql`delete from password_resets where token_hash = ${tokenHash} and expires_at > now() and purpose <> 'used'
      returning 1`,
  )
  return spent.length > 0
}

/**
 * Sets the password and ends everything that used the old one: sessions except the current one, devices, codes, links
 * and sign-in keys.
 */
export async function replacePassword(
  tx: Transaction,
  userId: number,
  passwordHash: string,
  currentSession: Buffer | null,
) {
  await tx.query(sql`update users set password_hash = ${passwordHash} where id = ${userId}`)
  await tx.query(
    sql`delete from sessions where user_id = ${userId} and token_hash is distinct from ${currentSession}::bytea`,
  )
  await tx.query(sql`delete from devices where user_id = ${userId}`)
  await tx.query(sql`delete from sign_in_keys where user_id = ${userId}`)
  await deleteMailedSecrets(tx, userId)
}
