const DAY_MS = 24 * 60 * 60_000

/** Facts that decide how safe waiting entries are in this browser. */
interface Standing {
  count: number
  /** When the oldest entry was saved, in ms since 1970. */
  oldestAt: number | null
  isInstalled: boolean
  isPersisted: boolean
}

/**
 * Returns whether entries have waited for a day in a browser that may delete them: the app is not installed, and
 * storage is not persistent (docs/offline.md row 10).
 */
export function isAtRisk({ count, oldestAt, isInstalled, isPersisted }: Standing, now: number): boolean {
  if (count === 0 || oldestAt === null || isInstalled || isPersisted) return false
  return now - oldestAt > DAY_MS
}

/** On iOS, the installed app has separate storage: entries in Safari must be sent first (docs/offline.md row 15). */
export function mustSendBeforeInstall(way: 'prompt' | 'ios' | null, count: number): boolean {
  return way === 'ios' && count > 0
}
