import { useQuery } from '@tanstack/react-query'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { useLoaded } from '#src/local-data/useFirstLoad.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useRefreshWhen } from '#src/local-data/useRefreshWhen.ts'
import { nextIntervalQuery } from './intervals.queries.ts'

/** Returns the due intervals of a vehicle from the local copies and refreshes them on mount (VEH-095, OFF-011). */
export function useNextIntervals(vehicleId: number): readonly Interval[] | undefined {
  const localIntervals = useLocalRows(['intervals', vehicleId], (cache) => cache.intervalsOf(vehicleId))
  const { data } = useQuery(nextIntervalQuery(vehicleId))
  const known = new Map(localIntervals?.map((interval) => [interval.id, stateOf(interval)]))
  const isNews = data?.intervals.some((interval) => known.get(interval.id) !== stateOf(interval)) ?? false
  useRefreshWhen(localIntervals !== undefined && isNews, data)
  return useLoaded(localIntervals)
}

const stateOf = ({ tag, due_at, due_date }: Interval) => `${tag}|${due_at}|${due_date}`
