import { useNavigate } from '@tanstack/react-router'
import { type FleetPath, wishToSwitch } from '#src/features/access/fleet/switch-store.ts'
import { useSession } from '#src/session/SessionProvider.tsx'

/** Goes into a fleet, by default to its dashboard: the session stands in for it from then on (FMC-007). */
export function useOpenFleet(): (fleet: { id: number; name: string }, path?: FleetPath) => void {
  const { fleet: current } = useSession()
  const navigate = useNavigate()
  return ({ id, name }, path = '/dashboard') => {
    if (id === current.id) void navigate({ href: path })
    else wishToSwitch({ fleetId: id, name, path })
  }
}

/** Whether the person may work in a fleet. */
export function useMayOpenFleet(): (fleet: { id: number }) => boolean {
  const { user, fleet: current, can } = useSession()
  const mayOpenAll = can('fleets.impersonate')
  return ({ id }) => mayOpenAll || id === current.id || id === user.home_fleet_id
}
