import type { FleetName } from '#contract/access/fleet.ts'
import type { CurrentUser } from '#contract/access/session.ts'
import { recentFindsKey } from '#src/session/recent-finds.ts'
import type { Hit } from './hit.ts'

const FINDS_MAX = 6

/** A find as stored on this device. Deleted when the user signs out. */
export interface RecentFind {
  key: string
  title: string
  detail: string
  href: string
}

const keyOf = (user: CurrentUser) => recentFindsKey({ userId: user.id, fleetId: user.fleet_id })

export function readRecentFinds(user: CurrentUser): RecentFind[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecentFind).slice(0, FINDS_MAX) : []
  } catch {
    return []
  }
}

/** Puts a find first. Actions without a URL are not stored. */
export function addRecentFind(user: CurrentUser, { key, title, detail, target, isPassing }: Hit): void {
  if (typeof target !== 'string' || isPassing) return
  const others = readRecentFinds(user).filter((find) => find.key !== key)
  try {
    const all = [{ key, title, detail, href: target }, ...others].slice(0, FINDS_MAX)
    localStorage.setItem(keyOf(user), JSON.stringify(all))
  } catch {
    // Storage is full or blocked: there are no recent finds.
  }
}

/**
 * Returns the find of a fleet with its current name; undefined: the fleet no longer exists. @param fleets undefined until
 * they are loaded
 */
export function currentFleetFind(
  find: RecentFind,
  fleets: readonly FleetName[] | undefined,
): RecentFind | undefined {
  if (!fleets) return find
  const fleet = fleets.find(({ id }) => find.key === `fleet:${id}`)
  return fleet && { ...find, title: fleet.name }
}

function isRecentFind(value: unknown): value is RecentFind {
  const { key, title, detail, href } = Object(value)
  return [key, title, detail, href].every((part) => typeof part === 'string')
}
