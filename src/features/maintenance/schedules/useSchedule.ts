import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { todayHere } from '#domain/core/days.ts'
import { byPressure } from '#domain/maintenance/due-rules.ts'
import { dueOf } from '#domain/maintenance/schedule-rules.ts'
import { useKept } from '#src/local-data/useLocalRows.ts'
import { useRefreshWhen } from '#src/local-data/useRefreshWhen.ts'
import { completedLines, scheduleLines } from './schedule-lines.ts'
import { oemQuery } from './schedules.queries.ts'

/**
 * A vehicle's schedule from this device, waiting entries in it, asked for anew when it shows (SCH-036). The lines are
 * worked out here by the function that the server has. Undefined while nothing is known.
 */
export function useSchedule(vehicleId: number) {
  const kept = useKept(['schedule', vehicleId], (cache) => cache.scheduleOf(vehicleId))
  const services = useKept(['services'], (cache) => cache.services)
  const { data, isPending, isLoading } = useQuery(oemQuery(vehicleId))
  // Of a vehicle that the last refresh did not bring, the answer itself will do.
  const schedule = kept ?? data?.schedule
  const isNews =
    data !== undefined && JSON.stringify(kept?.completions) !== JSON.stringify(data.schedule.completions)
  useRefreshWhen(isNews || (data !== undefined && kept?.items.length !== data.schedule.items.length), data)
  const today = todayHere()
  const known = useMemo(() => {
    if (!schedule || !services) return undefined
    const due = dueOf(schedule, today).toSorted(byPressure)
    const lines = scheduleLines(schedule, due, services)
    return { schedule, lines, completed: completedLines(schedule, due, services) }
  }, [schedule, services, today])
  return {
    known,
    isLoading: known === undefined && isPending,
    /** The server's word is still to come for the first time. */
    isReading: isLoading,
    milesPerMonth: data?.miles_per_month ?? schedule?.miles_per_month ?? null,
  }
}
