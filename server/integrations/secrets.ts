import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Secrets that the servers make themselves and share through their database. */
export const SECRETS = ['captcha', 'unsubscribe', 'flags', 'sign_in_trail', 'card_notifications'] as const
export type SecretName = (typeof SECRETS)[number]

/**
 * Creates the secrets that the database lacks. Servers that start together agree on one value.
 */
export async function createMissingSecrets(db: Queryable): Promise<void> {
  await db.query(sql`
    insert into secrets (name, value)
    select name, gen_random_uuid()::text || gen_random_uuid()::text from unnest(${[...SECRETS]}::text[]) name
    on conflict do nothing`)
}

/** Reads a secret. */
export async function readSecret(db: Queryable, name: SecretName): Promise<string> {
  return (await readValues(db, name)).current
}

/** Servers read a replaced secret after this time at the latest. */
const CACHED_MS = 60_000
/** Age at which servers start to use a new value. Longer than `CACHED_MS`, so that all servers accept it by then. */
const SPREAD_SECONDS = 120
/** How long what a previous value has signed stays valid: the law requires that unsubscribe links work for 60 days. */
const PREVIOUS_DAYS = 90

/** A secret that can be replaced while servers run (docs/operate/retention.md#secrets). */
export interface Secret {
  /** Returns the value for new signatures and hashes. */
  current(): Promise<string>
  /** Values whose signatures are valid. */
  accepted(): Promise<readonly string[]>
}

interface Values {
  current: string
  accepted: string[]
}

async function readValues(db: Queryable, name: SecretName): Promise<Values> {
  const [row] = await db.query<{ value: string; previous: string | null; isSpreading: boolean }>(sql`
    select value, coalesce(replaced_at > now() - make_interval(secs => ${SPREAD_SECONDS}), false) as "isSpreading",
      case when replaced_at > now() - make_interval(days => ${PREVIOUS_DAYS}) then previous end as previous
    from secrets where name = ${name}`)
  if (!row) throw new Error(`The database has no secret named ${name}. A restart of the server creates it.`)
  const { value, previous, isSpreading } = row
  if (previous === null) return { current: value, accepted: [value] }
  return { current: isSpreading ? previous : value, accepted: [value, previous] }
}

/** Returns a secret, which is read at most once a minute. */
export function secretOf(db: Queryable, name: SecretName): Secret {
  let known: Promise<Values> | undefined
  let readAt = 0
  function values(): Promise<Values> {
    if (known && performance.now() - readAt < CACHED_MS) return known
    readAt = performance.now()
    known = readValues(db, name).catch((error) => {
      known = undefined
      throw error
    })
    return known
  }
  return {
    current: async () => (await values()).current,
    accepted: async () => (await values()).accepted,
  }
}

/**
 * Replaces a secret. If it leaked, what the previous value has signed becomes invalid. Otherwise, returns false while the
 * value before the last replacement is still accepted: there is a place for one, and servers may still sign with it.
 */
export async function replaceSecret(db: Queryable, name: SecretName, isLeaked: boolean): Promise<boolean> {
  const replaced = await db.query(sql`
    update secrets set previous = case when ${isLeaked} then null else value end, replaced_at = now(),
      value = gen_random_uuid()::text || gen_random_uuid()::text
    where name = ${name} and (${isLeaked} or previous is null or replaced_at is null
      or replaced_at <= now() - make_interval(days => ${PREVIOUS_DAYS}))
    returning name`)
  return replaced.length > 0
}
