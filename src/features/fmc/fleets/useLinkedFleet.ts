import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useSession } from '#src/session/SessionProvider.tsx'
import { allFleetsQuery } from './fleets.queries.ts'

/** Returns the fleet that the link of an email names, if it is not the session's fleet; else null. */
export function useLinkedFleetId(): number | null {
  const { fleet } = useSession()
  const search = useSearch({ strict: false }) as { fleet?: unknown }
  const fleetId = Number(search.fleet)
  return Number.isSafeInteger(fleetId) && fleetId > 0 && fleetId !== fleet.id ? fleetId : null
}

/** Returns the fleet of a link if the user may switch to it: as staff, or by a fuel-card account. */
export function useLinkedFleet(fleetId: number | null) {
  const { can, user } = useSession()
  const ofAccount = user.user_account_fleets.find(({ id }) => id === fleetId)
  const { data, isLoading } = useQuery({
    ...allFleetsQuery(),
    enabled: fleetId !== null && !ofAccount && can('fleets.impersonate'),
  })
  return { fleet: ofAccount ?? data?.fleets.find(({ id }) => id === fleetId), isLoading }
}
