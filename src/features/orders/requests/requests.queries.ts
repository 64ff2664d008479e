import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'

/** Prices of services at a shop for a vehicle. Disabled until all three are known (SVC-071, SHP-014). */
export const pricesQuery = ({ vehicleId, shopId, serviceIds }: PricedRequest) =>
  queries.services.priceEstimates.queryOptions({
    input:
      vehicleId === null || shopId === null || serviceIds.length === 0
        ? skipToken
        : { vehicle_id: vehicleId, shop_id: shopId, service_ids: serviceIds.join(',') },
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  })

interface PricedRequest {
  vehicleId: number | null
  shopId: number | null
  serviceIds: number[]
}
