import type { CurrentUser } from '#contract/access/session.ts'
import { dropQueries, persistenceKey } from '#src/api/query-persistence.ts'
import { type DeviceSession, readDeviceSession, writeDeviceSession } from './device-session.ts'
import { dropFirstRows } from './first-rows.ts'
import { dropLastScreens } from './last-screens.ts'
import { dropRecentFinds } from './recent-finds.ts'

export const deviceOf = (user: CurrentUser): DeviceSession => ({ userId: user.id, fleetId: user.fleet_id })

/** Stores who is signed in, and deletes what a user who did not sign out left for the start of the app (ACC-134). */
export function replaceDevice(device: DeviceSession): void {
  const before = readDeviceSession()
  if (before && persistenceKey(before) !== persistenceKey(device)) dropStored(before)
  writeDeviceSession(device)
}

/** Deletes what localStorage has of a user for the start of the app. */
export function dropStored(device: DeviceSession): void {
  dropQueries(persistenceKey(device))
  dropLastScreens()
  dropRecentFinds(device)
  dropFirstRows(device)
}
