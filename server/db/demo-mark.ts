import type { Database } from './database.ts'
import { DEMO_ACCOUNTS } from './seed/accounts.ts'
import { sql } from './sql.ts'

/** Whose database this is: `empty` has no fleet yet, `demo` was made by demo mode, `real` by anything else. */
export type DatabaseOwner = 'empty' | 'demo' | 'real'

/** Tells whose database this is; to be asked before migrations, so that a refused database stays untouched. */
export async function ownerOfDatabase(db: Database): Promise<DatabaseOwner> {
  const [found] = await db.query<{ fleets: string | null }>(sql`select to_regclass('fleets')::text as fleets`)
  if (!found?.fleets) return 'empty'
  return db.system(async (tx) => {
    // As JSON: the column is not there before its migration.
    const [meta] = await tx.query<{ meta: { demo_since?: string | null } }>(
      sql`select to_jsonb(m) as meta from server_meta m`,
    )
    if (meta?.meta.demo_since) return 'demo'
    const [fleet] = await tx.query(sql`select 1 from fleets limit 1`)
    if (!fleet) return 'empty'
    if (meta && 'demo_since' in meta.meta) return 'real'
    // Demo worlds of before the mark are known by their accounts.
    const [account] = await tx.query(
      sql`select 1 from users where email = any(${DEMO_ACCOUNTS.map(({ email }) => email)}::text[]) limit 1`,
    )
    return account ? 'demo' : 'real'
  })
}

/** Marks the database as demo mode's own. Idempotent. */
export async function markAsDemo(db: Database): Promise<void> {
  await db.query(sql`update server_meta set demo_since = now() where demo_since is null`)
}
