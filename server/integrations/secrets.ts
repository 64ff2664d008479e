import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Secrets that the servers make themselves and share through their database. */
const SECRETS = ['captcha', 'unsubscribe', 'flags', 'sign_in_trail', 'card_notifications'] as const
type SecretName = (typeof SECRETS)[number]

/**
 * Creates the secrets that the database lacks. Servers that start together agree on one value. To replace a secret, see
 * docs/operate/retention.md#secrets.
 */
export async function createMissingSecrets(db: Queryable): Promise<void> {
  await db.query(sql`
    insert into secrets (name, value)
    select name, gen_random_uuid()::text || gen_random_uuid()::text from unnest(${[...SECRETS]}::text[]) name
    on conflict do nothing`)
}

/** Reads a secret. */
export async function readSecret(db: Queryable, name: SecretName): Promise<string> {
  const [row] = await db.query<{ value: string }>(sql`select value from secrets where name = ${name}`)
  if (!row) throw new Error(`The database has no secret named ${name}. A restart of the server creates it.`)
  return row.value
}

/** Returns a function that reads a secret once. */
export function secretOf(db: Queryable, name: SecretName): () => Promise<string> {
  let known: Promise<string> | undefined
  return () => {
    known ??= readSecret(db, name).catch((error) => {
      known = undefined
      throw error
    })
    return known
  }
}
