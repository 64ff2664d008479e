import { withLocalCommit } from '#server/db/commit-watch.ts'
import { countRows } from '#server/db/counts.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { acceptsNoWrites, unlessUnavailable } from '#server/db/database-errors.ts'
import { sql } from '#server/db/sql.ts'
import { Problem } from '#server/problem.ts'

const startOf = (seconds: number) =>
  sql`to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int)`

/**
 * Counts an attempt in a bucket, up to `limit` in its window of `seconds`. A single statement keeps the count exact
 * across concurrent requests and servers (S-10). Above the limit it writes nothing. Returns whether it counted.
 * @param from `from` clause of the statement
 */
export async function countUpTo(
  db: Queryable,
  bucket: string,
  limit: number,
  seconds: number,
  from = sql``,
): Promise<boolean> {
  const counted = await db.query(sql`
    insert into attempts as a (bucket, window_start, count)
    select ${bucket}::text, ${startOf(seconds)}, 1 ${from}
    on conflict (bucket, window_start) do update set count = a.count + 1 where a.count < ${limit}
    returning 1`)
  return counted.length > 0
}

/**
 * Counts a call that may be a read, and rejects with 429 above `limit` in the window. Does not wait for a replica. Allows
 * the call if the database does not accept writes (decision 105).
 */
export async function limitCalls(
  db: Database,
  bucket: string,
  limit: number,
  seconds: number,
): Promise<void> {
  const count = () => countUpTo(db, bucket, limit, seconds, sql`from ${withLocalCommit}`)
  if (!(await unlessUnavailable(count, true, acceptsNoWrites))) throw tooMany(seconds, 'too_many')
}

/**
 * Counts an attempt before any lookup, and rejects with 429 above `limit` in the window. Returns a function that
 * removes the attempt after a success.
 */
export async function limitAttempts(
  db: Queryable,
  bucket: string,
  limit: number,
  seconds: number,
  code: 'too_many' | 'too_many_codes' = 'too_many',
): Promise<() => Promise<void>> {
  if (!(await countUpTo(db, bucket, limit, seconds))) throw tooMany(seconds, code)
  return () => refundAttempt(db, bucket, seconds)
}

/**
 * Rejects with 429 if the window already has `limit` failures. Returns a function that counts a failure, which also
 * rejects above the limit. Successes are never counted, so that concurrent ones do not block each other. Use it for
 * secrets that cannot be guessed; use `limitAttempts` if each guess must count.
 */
export async function limitFailures(
  db: Queryable,
  bucket: string,
  limit: number,
  seconds: number,
): Promise<() => Promise<void>> {
  if ((await countAttempts(db, bucket, seconds)) >= limit) throw tooMany(seconds, 'too_many')
  return async () => {
    if (!(await countUpTo(db, bucket, limit, seconds))) throw tooMany(seconds, 'too_many')
  }
}

/**
 * Runs `call` for an attempt that was counted, and calls `forgive` unless it fails with `counted`, the only code that
 * tells of a guess. A form may be sent again after any other error.
 */
export async function countOnly<T>(
  counted: Problem['code'],
  forgive: () => Promise<void>,
  call: () => Promise<T>,
): Promise<T> {
  let isGuess = false
  try {
    return await call()
  } catch (error) {
    isGuess = error instanceof Problem && error.code === counted
    throw error
  } finally {
    if (!isGuess) await forgive()
  }
}

/** Removes an attempt after a success. */
async function refundAttempt(db: Queryable, bucket: string, seconds: number) {
  await db.query(sql`
    update attempts set count = greatest(count - 1, 0)
    where bucket = ${bucket} and window_start = ${startOf(seconds)}`)
}

/** Returns the number of attempts in the bucket's current window, without counting one. */
export function countAttempts(db: Queryable, bucket: string, seconds: number): Promise<number> {
  return countRows(
    db,
    sql`select count from attempts where bucket = ${bucket} and window_start = ${startOf(seconds)}`,
  )
}

/** Rejects until the window ends. Windows begin at multiples of their length, on every server. */
const tooMany = (seconds: number, code: 'too_many' | 'too_many_codes') =>
  new Problem(code, { retryAfter: Math.ceil(seconds - ((Date.now() / 1000) % seconds)) })
