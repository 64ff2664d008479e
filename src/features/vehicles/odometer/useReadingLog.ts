import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { queries } from '#src/api/client.ts'
import { useReloadAfterSending } from '#src/local-data/useReloadAfterSending.ts'
import { mayHaveMoreReadings, mergeReadings } from './merge-readings.ts'

const PER_PAGE = 100

const readingLogQuery = (vehicleId: number) =>
  queries.odometer.list.infiniteOptions({
    input: (page: number) => ({ vehicle_id: vehicleId, page, per_page: PER_PAGE }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
    retry: false,
  })

/** Returns the readings on this device, and further ones from the server when the user asks for them. */
export function useReadingLog(vehicleId: number, local: readonly OdometerReading[]) {
  const [isAsked, setAsked] = useState(false)
  const pages = useInfiniteQuery({ ...readingLogQuery(vehicleId), enabled: isAsked })
  useReloadAfterSending(queries.odometer.key())
  const fetched = pages.data?.pages.flatMap((page) => page.odometer_readings) ?? []
  return {
    readings: mergeReadings(local, fetched),
    hasMore: pages.data ? pages.hasNextPage : mayHaveMoreReadings(local),
    isLoading: pages.isFetching && isAsked,
    hasFailed: pages.isError,
    showMore() {
      if (!isAsked) setAsked(true)
      else if (pages.data) void pages.fetchNextPage()
      else void pages.refetch()
    },
  }
}
