import { RESET_LIFE_MINUTES } from '#domain/core/limits.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** A user as these calls need them; `brand` is that of their fleet, null without one. */
export interface PasswordUser {
  id: number
  email: string
  first_name: string
  last_name: string
  language: 'en' | 'fr'
  /** null: invited, and none set yet. */
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

/** Whose link this is; null when it is unknown, used, too old, or its user is off. */
export async function findByReset(db: Queryable, tokenHash: Buffer): Promise<PasswordUser | null> {
  const [user] = await db.query<PasswordUser>(sql`${USER} join password_resets r on r.user_id = u.id
    where r.token_hash = ${tokenHash} and r.expires_at > now() and u.is_active`)
  return user ?? null
}

/** A link for the address that it is mailed to; false where that is no longer the user's, or the user is off. */
export async function insertReset(tx: Transaction, user: PasswordUser, tokenHash: Buffer): Promise<boolean> {
  const made = await tx.query(sql`
    insert into password_resets (token_hash, user_id, expires_at)
    select ${tokenHash}, id, now() + make_interval(mins => ${RESET_LIFE_MINUTES}) from users
    where id = ${user.id} and email = ${user.email} and is_active for share returning 1`)
  return made.length > 0
}

/** Ends the links and codes that went to the address that the user had. */
export async function deleteMailedSecrets(tx: Transaction, userId: number): Promise<void> {
  await tx.query(sql`delete from otp_challenges where user_id = ${userId}`)
  await tx.query(sql`delete from password_resets where user_id = ${userId}`)
}

/** A link for the first password; those before stop working. */
export async function insertInvitation(tx: Transaction, userId: number, tokenHash: Buffer, minutes: number) {
  await tx.query(sql`delete from password_resets where user_id = ${userId} and purpose = 'invitation'`)
  await tx.query(sql`
    insert into password_resets (token_hash, user_id, purpose, expires_at)
    values (${tokenHash}, ${userId}, 'invitation', now() + make_interval(mins => ${minutes}))`)
}

/**
 * Locks the user against every other change of password and every sign-in that is under way, and answers the hash that
 * holds now. First in each transaction here, so that two of them never wait for each other.
 */
export async function lockUser(tx: Transaction, userId: number): Promise<string | null> {
  const [user] = await tx.query<{ password_hash: string }>(
    sql`select password_hash from users where id = ${userId} and is_active for update`,
  )
  return user?.password_hash ?? null
}

/** Uses a link up; false when somebody was faster or its time is over. */
export async function consumeReset(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const spent = await tx.query(
    sql`delete from password_resets where token_hash = ${tokenHash} and expires_at > now() returning 1`,
  )
  return spent.length > 0
}

/** Sets the password and ends what the old one had opened: sessions but the kept one, devices, codes, links. */
export async function replacePassword(
  tx: Transaction,
  userId: number,
  passwordHash: string,
  keptSession: Buffer | null,
) {
  await tx.query(sql`update users set password_hash = ${passwordHash} where id = ${userId}`)
  await tx.query(
    sql`delete from sessions where user_id = ${userId} and token_hash is distinct from ${keptSession}::bytea`,
  )
  await tx.query(sql`delete from devices where user_id = ${userId}`)
  await deleteMailedSecrets(tx, userId)
}
