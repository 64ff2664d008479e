import type { Queryable } from './database.ts'
import type { Query } from './sql.ts'

/** Returns the `count` that a query selects. */
export async function countRows(db: Queryable, query: Query): Promise<number> {
  const [row] = await db.query<{ count: number }>(query)
  return row?.count ?? 0
}

const LARGE = 10_000
const CACHED_MS = 10_000

/**
 * Caches counts above 10,000 for ten seconds, because counting such a list takes longer than reading a page of it and
 * an off-by-one goes unnoticed. Smaller counts are not cached.
 */
export function largeCounts(now: () => number = () => performance.now()) {
  const counts = new Map<string, { count: number; until: number }>()
  return async (key: string, count: () => Promise<number>): Promise<number> => {
    const known = counts.get(key)
    if (known && known.until > now()) return known.count
    counts.delete(key)
    const counted = await count()
    if (counted > LARGE) counts.set(key, { count: counted, until: now() + CACHED_MS })
    return counted
  }
}
