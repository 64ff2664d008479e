const LARGE = 10_000
const KEPT_MS = 10_000

/**
 * Counts of lists so long that nobody sees whether one row more or less is meant: those above 10,000 are kept for ten
 * seconds, because counting them takes longer than reading a page of them. All others are counted each time.
 */
export function largeCounts(now: () => number = Date.now) {
  const kept = new Map<string, { count: number; until: number }>()
  return async (key: string, count: () => Promise<number>): Promise<number> => {
    const known = kept.get(key)
    if (known && known.until > now()) return known.count
    kept.delete(key)
    const counted = await count()
    if (counted > LARGE) kept.set(key, { count: counted, until: now() + KEPT_MS })
    return counted
  }
}
