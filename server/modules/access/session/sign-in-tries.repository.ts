import { createHash } from 'node:crypto'
import {
  SIGN_IN_FORGET_MINUTES,
  SIGN_IN_SOURCE_CREDITS_MAX,
  SIGN_IN_WINDOW_MINUTES,
} from '#domain/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** A try to sign in: at which account, and from where (an IP address, or a device that its user remembered). */
export interface SignInTry {
  account: Buffer
  source: string
}

export interface TryCounts {
  /** Failures at the account, from everywhere but remembered devices. */
  account_failures: number
  account_failed_s: number
  /** Failures from the source, at all accounts that did not sign in right afterwards. */
  source_failures: number
  source_failed_s: number
  /** Accounts that signed in right from the source. */
  source_credits: number
}

const WINDOW = sql`interval '1 minute' * ${SIGN_IN_WINDOW_MINUTES}::int`
const FORGET = sql`interval '1 minute' * ${SIGN_IN_FORGET_MINUTES}::int`
/** One person who has forgotten a password counts as this many failures of their source, however often they try. */
const PER_ACCOUNT_OF_SOURCE = 3

export const accountKey = (email: string) => createHash('sha256').update(email.toLowerCase()).digest()

/** Reads what counts for a try; writes nothing. Indexes: primary key, sign_in_tries_source. */
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

/** The failures of one account from one source: how a remembered device is counted, apart from all others. */
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

/** Forgets the failures at an account: its owner has shown by mail who they are. */
export async function clearFailures(db: Queryable, account: Buffer): Promise<void> {
  await db.query(sql`delete from sign_in_tries where account = ${account}`)
}
