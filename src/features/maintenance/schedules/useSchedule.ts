import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { compareUrgency } from '#domain/maintenance/due-rules.ts'
import { dueOf } from '#domain/maintenance/schedule-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useRefreshWhen } from '#src/local-data/useRefreshWhen.ts'
import { completedCycles, toScheduleIntervals } from './schedule-intervals.ts'
import { oemQuery } from './schedules.queries.ts'

/**
 * Returns a vehicle's schedule from the local copies with waiting entries, refreshed on mount (SCH-036). The due dates
 * are computed with the server's function. Undefined while unknown.
 */
export function useSchedule(vehicleId: number) {
  const localSchedule = useLocalRows(['schedule', vehicleId], (cache) => cache.scheduleOf(vehicleId))
  const services = useLocalRows(['services'], (cache) => cache.services)
  const query = useQuery(oemQuery(vehicleId))
  const { data, isPending, isLoading } = query
  // The response serves for a vehicle that the last refresh did not include.
  const schedule = localSchedule ?? data?.schedule
  const isNews =
    data !== undefined &&
    JSON.stringify(localSchedule?.completions) !== JSON.stringify(data.schedule.completions)
  useRefreshWhen(
    isNews || (data !== undefined && localSchedule?.items.length !== data.schedule.items.length),
    data,
  )
  const today = useFormat().dayOf(Date.now())
  const known = useMemo(() => {
    if (!schedule || !services) return undefined
    const due = dueOf(schedule, today).toSorted(compareUrgency)
    const lines = toScheduleIntervals(schedule, due, services)
    return { schedule, lines, completed: completedCycles(schedule, due, services) }
  }, [schedule, services, today])
  return {
    known,
    list: useListFailure(query),
    isLoading: known === undefined && isPending,
    /** The server's first response is pending. */
    isReading: isLoading,
    milesPerMonth: data?.miles_per_month ?? schedule?.miles_per_month ?? null,
  }
}
