import { keepPreviousData } from '@tanstack/react-query'
import { ORDERS_PER_PAGE } from '#domain/core/limits.ts'
import { queries } from '#src/api/client.ts'

/**
 * Vehicles with an open order, soonest first, each with that order, for the dashboard (DSH-033, DSH-034). `fleetId`:
 * sent with the request; undefined for the two roles that need not send it (VEH-076, VEH-077).
 */
export const activeVehiclesQuery = (fleetId: number | undefined) =>
  queries.vehicles.list.queryOptions({
    input: {
      ...(fleetId !== undefined && { fleet_id: fleetId }),
      active_order: true,
      page: 1,
      per_page: ORDERS_PER_PAGE,
    },
    placeholderData: keepPreviousData,
    retry: false,
  })
