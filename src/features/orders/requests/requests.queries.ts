import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { SCHEDULE_DAYS_MAX } from '#contract/core/limits.ts'
import { queries } from '#src/api/client.ts'

/** Prices of services at a shop for a vehicle; only once all three are known (SVC-071, SHP-014). */
export const pricesQuery = (of: {
  vehicleId: number | null
  shopId: number | null
  serviceIds: number[]
}) => {
  const { vehicleId, shopId, serviceIds } = of
  return queries.services.priceEstimates.queryOptions({
    input:
      vehicleId === null || shopId === null || serviceIds.length === 0
        ? skipToken
        : { vehicle_id: vehicleId, shop_id: shopId, service_ids: serviceIds.join(',') },
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  })
}

/** Free times of one day; where no day is named, of the next days from the shop's today on (SVC-103). */
export const timesQuery = (of: { shopId: number; vehicleId: number; serviceIds: number[]; date: string }) =>
  queries.shops.schedule.queryOptions({
    input: {
      id: of.shopId,
      vehicle_id: of.vehicleId,
      service_definition_ids: of.serviceIds.join(','),
      ...(of.date && { date: of.date }),
      days: of.date ? 1 : SCHEDULE_DAYS_MAX,
    },
    staleTime: 0,
    retry: false,
  })
