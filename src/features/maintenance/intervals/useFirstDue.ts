import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { DueRow } from '#contract/maintenance/schedules.ts'
import { api } from '#src/api/client.ts'
import { useLoadedAt } from '#src/local-data/useLocalRows.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { modeAt } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { readDuePages } from './due-pages.ts'

const PER_PAGE = 200

/**
 * Returns the most urgent interval of each vehicle from the server, page by page, until this device has completed its
 * first load. The first page arrives long before thousands of vehicles. Undefined: not needed.
 */
export function useFirstDue(): readonly DueRow[] | undefined {
  const client = useQueryClient()
  const { user } = useSession()
  const { pathname } = useLocation()
  const isOnline = useOnline()
  const loadedAt = useLoadedAt()
  const isNeeded = loadedAt === null && isOnline
  const queryKey = ['vehicle_services', user.fleet_id]
  const { data } = useQuery({
    queryKey,
    retry: false,
    staleTime: Infinity,
    enabled: isNeeded,
    queryFn: ({ signal }) =>
      readDuePages<DueRow>(
        async (page) => {
          const query = { service_schedules_by_vehicle: true, page, per_page: PER_PAGE }
          return (await api.schedules.ofFleet(query, { signal })).vehicle_services
        },
        { vehicleIds: [], mode: modeAt(user, pathname) },
        (rows) => client.setQueryData(queryKey, rows),
      ),
  })
  return isNeeded ? data : undefined
}
