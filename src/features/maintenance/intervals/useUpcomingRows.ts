import { useMemo } from 'react'
import { useSnoozes } from '#src/local-data/rows/useSnoozes.ts'
import { useTimeSlicedWork } from '#src/local-data/rows/useTimeSlicedWork.ts'
import { useIntervals, useVehicles } from '#src/local-data/useLocalRows.ts'
import { type UpcomingRow, upcomingInput, upcomingRows } from './upcoming-rows.ts'

/**
 * Returns the maintenance of active vehicles from this device, most urgent first; undefined while loading.
 * @param work `upcomingRows` for all of it, `dueUpcomingRows` for what is due
 */
export function useUpcomingRows(work = upcomingRows): UpcomingRow[] | undefined {
  const intervals = useIntervals()
  const vehicles = useVehicles()
  const snoozes = useSnoozes()
  const input = useMemo(
    () => intervals && vehicles && snoozes && upcomingInput(intervals, vehicles, snoozes),
    [intervals, vehicles, snoozes],
  )
  return useTimeSlicedWork(input, work)
}
