import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { Problem } from '#server/problem.ts'

const startOf = (seconds: number) =>
  sql`to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int)`

/**
 * Counts one more attempt in a bucket, up to `limit` in its window of `seconds`. One statement, so that it is exact
 * however many servers and requests count at once (S-10). Past the limit it writes nothing.
 */
async function countUpTo(db: Queryable, bucket: string, limit: number, seconds: number): Promise<boolean> {
  const counted = await db.query(sql`
    insert into attempts as a (bucket, window_start, count) values (${bucket}, ${startOf(seconds)}, 1)
    on conflict (bucket, window_start) do update set count = a.count + 1 where a.count < ${limit}
    returning 1`)
  return counted.length > 0
}

/**
 * Counts an attempt before anything is looked at, and refuses with 429 past `limit` in the window. Returns what takes
 * the count back when the attempt turns out well.
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
 * Refuses with 429 where `limit` failures are in the window already. Returns what counts one more failure, which also
 * refuses past the limit. Whatever turns out well is never counted, so that many at once do not take each other's places.
 * For secrets that no number of tries can guess; where each guess counts, use `admit`.
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

/** Takes back an attempt that turned out well. */
export async function refundAttempt(db: Queryable, bucket: string, seconds: number) {
  await db.query(sql`
    update attempts set count = greatest(count - 1, 0)
    where bucket = ${bucket} and window_start = ${startOf(seconds)}`)
}

/** Returns how many attempts there are in the bucket's present window; counts nothing. */
export async function countAttempts(db: Queryable, bucket: string, seconds: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count from attempts where bucket = ${bucket} and window_start = ${startOf(seconds)}`,
  )
  return row?.count ?? 0
}

/** Refused until the window ends: windows begin at whole multiples of their length, on every server alike. */
const tooMany = (seconds: number, code: 'too_many' | 'too_many_codes') =>
  new Problem(code, { retryAfter: Math.ceil(seconds - ((Date.now() / 1000) % seconds)) })
