import type { Database } from './database.ts'
import { DEMO_ACCOUNTS } from './seed/accounts.ts'
import { sql } from './sql.ts'

/** Owner of this database: `empty` has no fleet yet, `demo` was created by demo mode, `real` by anything else. */
type DatabaseOwner = 'empty' | 'demo' | 'real'

/** Returns the owner of this database. Runs before migrations, so that a rejected database stays unchanged. */
export async function ownerOfDatabase(db: Database): Promise<DatabaseOwner> {
  const [found] = await db.query<{ fleets: string | null }>(sql`select to_regclass('fleets')::text as fleets`)
  if (!found?.fleets) return 'empty'
  return db.system(async (tx) => {
    // Selected as JSON because the column does not exist before its migration.
    const [meta] = await tx.query<{ meta: { demo_since?: string | null } }>(
      sql`select to_jsonb(m) as meta from server_meta m`,
    )
    if (meta?.meta.demo_since) return 'demo'
    const [fleet] = await tx.query(sql`select 1 from fleets limit 1`)
    if (!fleet) return 'empty'
    if (meta && 'demo_since' in meta.meta) return 'real'
    // Demo databases older than the mark are recognized by their accounts.
    const [account] = await tx.query(
      sql`select 1 from users where email = any(${DEMO_ACCOUNTS.map(({ email }) => email)}::text[]) limit 1`,
    )
    return account ? 'demo' : 'real'
  })
}

/** Marks the database as created by demo mode. Idempotent. */
export async function markAsDemo(db: Database): Promise<void> {
  await db.query(sql`update server_meta set demo_since = now() where demo_since is null`)
}
