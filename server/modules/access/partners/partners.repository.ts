import type { Role } from '#domain/access/permissions.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { SIGN_IN_KEY_SECONDS } from '#server/limits.ts'

export interface PartnerUser {
  id: number
  roles: Role[]
}

/**
 * Returns an active user of one of these fleets, or of a fleet of these affiliations. Users whose accounts include other
 * fleets are left out. Index: users_email, or the key.
 */
export async function findUserOf(
  db: Queryable,
  userRef: { email: string } | { user_id: number },
  { affiliationIds, fleetIds }: { affiliationIds: number[]; fleetIds: number[] },
): Promise<PartnerUser | null> {
  const named =
    'email' in userRef ? sql`lower(u.email) = ${userRef.email.toLowerCase()}` : sql`u.id = ${userRef.user_id}`
  const [user] = await db.query<PartnerUser>(sql`
    select u.id, u.roles from users u join fleets f on f.id = u.fleet_id
    where ${named} and u.is_active and (f.id = any(${fleetIds}::bigint[]) or f.affiliation_id = any(${affiliationIds}::bigint[]))
      and not exists (
        select from user_accounts ua join accounts a on a.id = ua.account_id and a.is_active
          join fleets x on x.account_id = a.id and x.deleted_at is null
        where ua.user_id = u.id and x.id <> all(${fleetIds}::bigint[])
          and (x.affiliation_id = any(${affiliationIds}::bigint[])) is not true)`)
  return user ?? null
}

export async function insertKey(
  db: Queryable,
  { keyHash, userId, partner }: { keyHash: Buffer; userId: number; partner: string },
) {
  await db.query(sql`
    insert into sign_in_keys (token_hash, user_id, partner, expires_at)
    values (${keyHash}, ${userId}, ${partner}, now() + make_interval(secs => ${SIGN_IN_KEY_SECONDS}))`)
}
