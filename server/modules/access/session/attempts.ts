import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { Problem } from '#server/problem.ts'

/**
 * Counts one more attempt in a bucket and tells how many there are now in its window of `seconds`, and how long the
 * window still lasts. One statement, so that it is exact however many servers and requests count at once (S-10).
 */
export async function countAttempt(db: Queryable, bucket: string, seconds: number) {
  const [row] = await db.query<{ count: number; remaining: number }>(sql`
    insert into attempts (bucket, window_start, count)
    values (${bucket}, to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int), 1)
    on conflict (bucket, window_start) do update set count = attempts.count + 1
    returning count, ceil(extract(epoch from window_start - now()) + ${seconds}::int)::int as remaining`)
  return row ?? { count: 1, remaining: seconds }
}

/**
 * Counts one more attempt before anything is looked at, and refuses with 429 past `limit` in the window; each count is
 * exact, however many come at once. Returns what takes the count back when the attempt turns out well.
 */
export async function admit(
  db: Queryable,
  bucket: string,
  limit: number,
  seconds: number,
  code: 'too_many' | 'too_many_codes' = 'too_many',
): Promise<() => Promise<void>> {
  const { count, remaining } = await countAttempt(db, bucket, seconds)
  if (count > limit) throw new Problem(code, { retryAfter: remaining })
  return () => forgiveAttempt(db, bucket, seconds)
}

/** Takes back an attempt that turned out well. */
export async function forgiveAttempt(db: Queryable, bucket: string, seconds: number) {
  await db.query(sql`
    update attempts set count = greatest(count - 1, 0) where bucket = ${bucket}
      and window_start = to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int)`)
}

/** How many attempts there are in the bucket's present window; counts nothing. */
export async function attemptsIn(db: Queryable, bucket: string, seconds: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count from attempts where bucket = ${bucket}
      and window_start = to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int)`)
  return row?.count ?? 0
}
