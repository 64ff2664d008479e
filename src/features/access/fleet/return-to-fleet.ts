import type { CurrentUser } from '#contract/access/session.ts'
import { api } from '#src/api/client.ts'
import { rememberFleetName } from './left-fleets.ts'

/**
 * Returns a user who signs in again to the fleet they were working in, if that is still allowed, because a sign-in
 * opens their own fleet (ruling 9). Otherwise returns the user as signed in, and stores the fleet's name for the
 * entries that wait in it.
 */
export async function returnToFleet(signedIn: CurrentUser, before: CurrentUser): Promise<CurrentUser> {
  if (signedIn.id !== before.id || signedIn.fleet_id === before.fleet_id) return signedIn
  try {
    return await api.fleet.impersonate({ fleet_id: before.fleet_id })
  } catch {
    rememberFleetName(before.id, before.fleet)
    return signedIn
  }
}
