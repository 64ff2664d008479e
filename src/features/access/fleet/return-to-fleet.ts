import type { CurrentUser } from '#contract/access/session.ts'
import { api } from '#src/api/client.ts'
import { rememberFleetName } from './left-fleets.ts'

/**
 * A sign-in leads to the user's own fleet: who was at work in another one is led back there, if that is still allowed
 * (ruling 9). Else the user as signed in, and the fleet's name is kept for what waits in it.
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
