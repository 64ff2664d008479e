import type { CurrentUser } from '#contract/access/session.ts'
import type { DeviceSession } from './device-session.ts'

/** Name in localStorage of what a user found last. */
export const recentFindsKey = ({ userId, fleetId }: DeviceSession) => `finds:${fleetId}:${userId}`

/** Deletes what a user found last. */
export function dropRecentFinds(user: DeviceSession): void {
  try {
    localStorage.removeItem(recentFindsKey(user))
  } catch {
    // Blocked storage has nothing to delete.
  }
}

/** Gives a find of a user a new title; null: what was found no longer exists. */
export function updateRecentFind(
  user: Pick<CurrentUser, 'id' | 'fleet_id'>,
  key: string,
  title: string | null,
): void {
  const name = recentFindsKey({ userId: user.id, fleetId: user.fleet_id })
  try {
    const finds: { key?: unknown }[] = JSON.parse(localStorage.getItem(name) ?? '[]')
    if (!finds.some((find) => find.key === key)) return
    const updated = finds.flatMap((find) => {
      if (find.key !== key) return [find]
      return title === null ? [] : [{ ...find, title }]
    })
    localStorage.setItem(name, JSON.stringify(updated))
  } catch {
    // Blocked or unreadable storage has no recent finds.
  }
}
