import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '#src/api/client.ts'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type {} from '#src/screens/orders/navigation-state.ts'
import { setMode } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'

/** The status to show if none is named (SVC-026, SVC-027). */
const STANDARD_STATUS = 'awaiting_approval'

/**
 * Returns the initial status of the active orders, if the fleet's setting opens them first or a status was requested;
 * else undefined. In that case the screen loads the fleet, switches the session to it, enters fleet mode, and reloads
 * vehicles and intervals with one sync (SVC-020 to SVC-027). Offline it shows local data.
 */
export function useActiveOrdersFirst(): string | undefined {
  const { orderFilter } = useLocation().state
  const { fleet } = useSession()
  const { cache } = useOffline()
  const { data: record } = useQuery(fleetQuery())
  const isFirst = orderFilter !== undefined || record?.renders_active_orders === true
  const fleetId = fleet.id
  useEffect(() => {
    if (!isFirst) return
    async function begin() {
      await api.fleet.show({ id: fleetId })
      await api.fleet.impersonate({ fleet_id: fleetId })
      setMode('fleet')
      await cache.refresh()
    }
    begin().catch((error: unknown) => console.error('The fleet could not be loaded again', error))
  }, [isFirst, fleetId, cache])
  return isFirst ? (orderFilter ?? STANDARD_STATUS) : undefined
}
