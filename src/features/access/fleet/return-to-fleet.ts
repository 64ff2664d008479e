import type { CurrentUser } from '#contract/access/session.ts'
import { api } from '#src/api/client.ts'
import { isTransient, toFailure } from '#src/api/failure.ts'
import { rememberFleetName } from './left-fleets.ts'

const RETRY_MS = 2000

/**
 * Returns a user who signs in again to the fleet they were working in, if that is still allowed, because a sign-in
 * opens their own fleet (ruling 9). Otherwise returns the user as signed in, and stores the fleet's name for the
 * entries that wait in it. Retries while the server cannot be reached, because only its response says what is allowed.
 * Returns undefined if the new session has ended already.
 */
export async function returnToFleet(
  signedIn: CurrentUser,
  before: CurrentUser,
): Promise<CurrentUser | undefined> {
  if (signedIn.id !== before.id || signedIn.fleet_id === before.fleet_id) return signedIn
  for (;;) {
    try {
      return await api.fleet.impersonate({ fleet_id: before.fleet_id })
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code === 'not_signed_in') return undefined
      if (!isTransient(failure)) break
      await new Promise((resolve) => setTimeout(resolve, (failure.retryAfter ?? 0) * 1000 || RETRY_MS))
    }
  }
  rememberFleetName(before.id, before.fleet)
  return signedIn
}
