import { SCHEDULE_DAYS_MAX } from '#domain/core/limits.ts'
import { queries } from '#src/api/client.ts'

/** Free times of one day, or of all bookable days from the shop's today if no day is given (SVC-103). */
export const timesQuery = (params: {
  shopId: number
  vehicleId: number
  serviceIds: readonly number[]
  date: string
}) =>
  queries.shops.schedule.queryOptions({
    input: {
      id: params.shopId,
      vehicle_id: params.vehicleId,
      ...(params.serviceIds.length > 0 && { service_definition_ids: params.serviceIds.join(',') }),
      ...(params.date && { date: params.date }),
      days: params.date ? 1 : SCHEDULE_DAYS_MAX,
    },
    staleTime: 0,
    retry: false,
  })
