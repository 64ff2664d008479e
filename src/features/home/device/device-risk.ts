const DAY_MS = 24 * 60 * 60_000

/** What decides how safe waiting entries lie in this browser. */
interface Standing {
  count: number
  /** When the oldest was saved, ms since 1970. */
  oldestAt: number | null
  isInstalled: boolean
  isPersisted: boolean
}

/**
 * Whether entries have waited for a day where the browser may remove them: not installed, and no promise to keep the
 * storage (docs/offline.md row 10).
 */
export function isAtRisk({ count, oldestAt, isInstalled, isPersisted }: Standing, now: number): boolean {
  if (count === 0 || oldestAt === null || isInstalled || isPersisted) return false
  return now - oldestAt > DAY_MS
}

/** On iOS the installed app has a store of its own: what waits in Safari must go out first (docs/offline.md row 15). */
export function mustSendBeforeInstall(way: 'prompt' | 'ios' | null, count: number): boolean {
  return way === 'ios' && count > 0
}
