import { useQuery } from '@tanstack/react-query'
import type { ScheduledService } from '#contract/maintenance/schedules.ts'
import { api } from '#src/api/client.ts'

/** Maximum number of pages of a vehicle's services (SCH-044, SCH-047). */
const PAGES_MAX = 8

export const servicePagesKey = (vehicleId: number) => ['show_services', vehicleId] as const

/** Loads the services of a vehicle page by page, up to the eighth or an empty one. */
export function useServicePages(vehicleId: number) {
  return useQuery({
    queryKey: servicePagesKey(vehicleId),
    retry: false,
    async queryFn({ signal }) {
      const all: ScheduledService[] = []
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        const { services } = await api.schedules.ofVehicle({ vehicle_id: vehicleId, page }, { signal })
        if (services.length === 0) break
        all.push(...services)
      }
      return all
    },
  })
}
