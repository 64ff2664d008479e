import { useNavigate } from '@tanstack/react-router'
import { wishToSwitch } from '#src/features/access/fleet/switch-store.ts'
import { useSession } from '#src/session/SessionProvider.tsx'

/** Goes into a fleet: the session stands in for it from then on (FMC-007). */
export function useOpenFleet(): (fleet: { id: number; name: string }) => void {
  const { fleet: current } = useSession()
  const navigate = useNavigate()
  return ({ id, name }) => {
    if (id === current.id) void navigate({ to: '/dashboard' })
    else wishToSwitch({ fleetId: id, name, path: '/dashboard' })
  }
}
