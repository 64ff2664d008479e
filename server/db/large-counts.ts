const LARGE = 10_000
const KEPT_MS = 10_000

/**
 * Caches counts above 10,000 for ten seconds, because counting such a list takes longer than reading a page of it and
 * an off-by-one goes unnoticed. Smaller counts are not cached.
 */
export function largeCounts(now: () => number = Date.now) {
  const cached = new Map<string, { count: number; until: number }>()
  return async (key: string, count: () => Promise<number>): Promise<number> => {
    const known = cached.get(key)
    if (known && known.until > now()) return known.count
    cached.delete(key)
    const counted = await count()
    if (counted > LARGE) cached.set(key, { count: counted, until: now() + KEPT_MS })
    return counted
  }
}
