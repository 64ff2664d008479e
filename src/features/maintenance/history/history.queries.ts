import { keepPreviousData } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'

interface Pages {
  pageMH: number
  pageMMH: number
}

/** Orders and manual entries of a vehicle; each kind is paged independently (MHX-044..046, MHX-051). */
export const vehicleHistoryQuery = (vehicleId: number) =>
  queries.history.vehicleHistory.infiniteOptions({
    input: (pages: Pages) => ({ vehicleId, ...pages }),
    initialPageParam: { pageMH: 1, pageMMH: 1 },
    getNextPageParam: ({ total_pages }, _, { pageMH, pageMMH }) => {
      const next = {
        pageMH: Math.min(pageMH + 1, Math.max(1, total_pages.maintenance_histories)),
        pageMMH: Math.min(pageMMH + 1, Math.max(1, total_pages.manual_maintenance_histories)),
      }
      return next.pageMH > pageMH || next.pageMMH > pageMMH ? next : undefined
    },
    retry: false,
  })

/** One entry from the server, for its form (MHX-052). */
export const historyQuery = (id: string) =>
  queries.history.show.queryOptions({ input: { id }, staleTime: 0, retry: false })

/** Manual entries of a range of days, for the past tab (MHX-052). */
export const historiesQuery = (from: string, to: string) =>
  queries.history.list.queryOptions({
    input: {
      ...(from && { appointment_datetime_from: from }),
      ...(to && { appointment_datetime_to: to }),
      page: 1,
      per_page: 200,
    },
    retry: false,
    placeholderData: keepPreviousData,
  })
