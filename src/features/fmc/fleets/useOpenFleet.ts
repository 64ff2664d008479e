import { useNavigate } from '@tanstack/react-router'
import { type FleetPath, requestFleetSwitch } from '#src/features/access/fleet/switch-store.ts'
import { useSession } from '#src/session/SessionProvider.tsx'

/** Opens a fleet, by default at its dashboard; the session acts for it from then on (FMC-007). */
export function useOpenFleet(): (fleet: { id: number; name: string }, path?: FleetPath) => void {
  const { fleet: current } = useSession()
  const navigate = useNavigate()
  return ({ id, name }, path = '/dashboard') => {
    if (id === current.id) void navigate({ href: path })
    else requestFleetSwitch({ fleetId: id, name, path })
  }
}

/** Returns whether the user may act for a fleet. */
export function useMayOpenFleet(): (fleet: { id: number }) => boolean {
  const { user, fleet: current, can } = useSession()
  const mayOpenAll = can('fleets.impersonate')
  return ({ id }) => mayOpenAll || id === current.id || id === user.home_fleet_id
}
