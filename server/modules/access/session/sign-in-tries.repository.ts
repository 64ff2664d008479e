import { createHash } from 'node:crypto'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { SIGN_IN_FORGET_MINUTES, SIGN_IN_SOURCE_CREDITS_MAX, SIGN_IN_WINDOW_MINUTES } from '#server/limits.ts'

/** A sign-in attempt: the account and its source (an IP address, or a remembered device). */
export interface SignInTry {
  account: Buffer
  source: string
}

interface TryCounts {
  /** Failures at the account, from all sources except remembered devices. */
  account_failures: number
  account_failed_s: number
  /** Failures from the source, at all accounts that did not sign in successfully afterwards. */
  source_failures: number
  source_failed_s: number
  /** Accounts that signed in successfully from the source. */
  source_credits: number
}

const WINDOW = sql`interval '1 minute' * ${SIGN_IN_WINDOW_MINUTES}::int`
const FORGET = sql`interval '1 minute' * ${SIGN_IN_FORGET_MINUTES}::int`
/**
 * Maximum failures of one account that count against its source, so that one forgotten password does not block others.
 */
const PER_ACCOUNT_OF_SOURCE = 3

export const accountKey = (email: string) => createHash('sha256').update(email.toLowerCase()).digest()

/** Reads the counts for an attempt; writes nothing. Indexes: primary key, sign_in_tries_source. */
export async function readTryCounts(db: Queryable, { account, source }: SignInTry): Promise<TryCounts> {
  const [row] = await db.query<TryCounts>(sql`
    select a.*, s.* from
      (select coalesce(sum(failures), 0)::int as account_failures,
          coalesce(extract(epoch from now() - max(failed_at)), 0)::float8 as account_failed_s
        from sign_in_tries where account = ${account} and source not like 'device:%' and failed_at > now() - ${FORGET}) a,
      (select coalesce(sum(least(failures, ${PER_ACCOUNT_OF_SOURCE}::int)) filter (where failed_at > now() - ${WINDOW}), 0)::int as source_failures,
          coalesce(extract(epoch from now() - max(failed_at)), 0)::float8 as source_failed_s,
          least(count(*) filter (where succeeded_at > now() - ${WINDOW}), ${SIGN_IN_SOURCE_CREDITS_MAX}::int)::int as source_credits
        from sign_in_tries where source = ${source}) s`)
  if (!row) throw new Error('An aggregate without a row.')
  return row
}

/** Failures of one account from one source. Remembered devices are counted separately. */
export async function readDeviceCounts(db: Queryable, { account, source }: SignInTry) {
  const [row] = await db.query<{ failures: number; failed_s: number }>(sql`
    select failures, extract(epoch from now() - failed_at)::float8 as failed_s
    from sign_in_tries where account = ${account} and source = ${source} and failed_at > now() - ${FORGET}`)
  return row ?? { failures: 0, failed_s: 0 }
}

export async function recordFailure(db: Queryable, { account, source }: SignInTry): Promise<void> {
  await db.query(sql`
    insert into sign_in_tries as t (account, source, failures, failed_at) values (${account}, ${source}, 1, now())
    on conflict (account, source) do update set failed_at = now(),
      failures = case when t.failed_at > now() - ${FORGET} then t.failures + 1 else 1 end`)
}

export async function recordSuccess(db: Queryable, { account, source }: SignInTry): Promise<void> {
  await db.query(sql`
    insert into sign_in_tries (account, source, succeeded_at) values (${account}, ${source}, now())
    on conflict (account, source) do update set failures = 0, failed_at = null, succeeded_at = now()`)
}

/** Clears the failures of an account after its owner verified the email address. */
export async function clearFailures(db: Queryable, account: Buffer): Promise<void> {
  await db.query(sql`delete from sign_in_tries where account = ${account}`)
}
