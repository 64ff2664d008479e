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
