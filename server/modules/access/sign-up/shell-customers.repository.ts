import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { SHELL_LINK_HOURS } from '#server/limits.ts'

interface NewShell {
  partner: string
  brand: string
  country: 'US' | 'CA'
  affiliationId: number | null
  tokenHash: Buffer
  fleetName: string
  isFleetNameEditable: boolean
}

export async function insertShell(
  db: Queryable,
  shell: NewShell,
): Promise<{ id: number; expires_at: string }> {
  const [made] = await db.query<{ id: number; expires_at: string }>(sql`
    insert into shell_customers (partner, brand, country, affiliation_id, token_hash, fleet_name, is_fleet_name_editable, expires_at)
    values (${shell.partner}, ${shell.brand}, ${shell.country}, ${shell.affiliationId}, ${shell.tokenHash}, ${shell.fleetName},
      ${shell.isFleetNameEditable}, now() + make_interval(hours => ${SHELL_LINK_HOURS}))
    returning id, expires_at`)
  if (!made) throw new Error('No shell customer was made')
  return made
}

export interface ShellRow {
  brand: string
  country: 'US' | 'CA'
  affiliation_id: number | null
  fleet_name: string
  is_fleet_name_editable: boolean
  /** Request that used it, and the user it created. */
  used_by_key: string | null
  user_id: number | null
}

/** Returns and locks the shell customer of a token; null if there is none, or it has expired. */
export async function lockShell(tx: Transaction, id: number, tokenHash: Buffer): Promise<ShellRow | null> {
  const [shell] = await tx.query<ShellRow>(sql`
    select brand, country, affiliation_id, fleet_name, is_fleet_name_editable, used_by_key, user_id
    from shell_customers where id = ${id} and token_hash = ${tokenHash} and expires_at > now() for update`)
  return shell ?? null
}

export async function markUsed(tx: Transaction, id: number, by: { key: string; userId: number }) {
  await tx.query(
    sql`update shell_customers set used_by_key = ${by.key}, user_id = ${by.userId} where id = ${id}`,
  )
}

/** Returns the created user; undefined if inactive. */
export async function createdUser(
  tx: Transaction,
  userId: number,
): Promise<{ fleet_id: number; email: string } | undefined> {
  const [user] = await tx.query<{ fleet_id: number; email: string }>(
    sql`select fleet_id, email from users where id = ${userId} and is_active`,
  )
  return user
}
