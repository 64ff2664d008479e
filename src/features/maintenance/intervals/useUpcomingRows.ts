import { useMemo } from 'react'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { useSnoozes } from '#src/local-data/rows/useSnoozes.ts'
import { useTimeSlicedWork, type Work } from '#src/local-data/rows/useTimeSlicedWork.ts'
import { useIntervals, useLoadedAt, useVehicles } from '#src/local-data/useLocalRows.ts'
import { dueUpcomingRows, type UpcomingInput, type UpcomingRow, upcomingRows } from './upcoming-rows.ts'

interface Input extends UpcomingInput {
  /** The first load is not complete. */
  isPartial: boolean
}

type Made = Pick<Input, 'isPartial'> & { rows: UpcomingRow[] }

const works = {
  all: withIsPartial(upcomingRows),
  /** What is due soon or past due. */
  due: withIsPartial(dueUpcomingRows),
}

function withIsPartial(work: Work<UpcomingInput, UpcomingRow[]>): Work<Input, Made> {
  return function* made(input) {
    return { rows: yield* work(input), isPartial: input.isPartial }
  }
}

/**
 * Returns the maintenance of active vehicles from this device, most urgent first: all of it, or what is due. Undefined
 * while loading, and until the rows are made of the whole first load: a part would look like the whole.
 */
export function useUpcomingRows(which: keyof typeof works): UpcomingRow[] | undefined {
  const intervals = useIntervals()
  const vehicles = useVehicles()
  const snoozes = useSnoozes()
  const isPartial = !useLoadedAt()
  const input = useMemo(
    () => intervals && vehicles && snoozes && inputOf({ intervals, vehicles, snoozes, isPartial }),
    [intervals, vehicles, snoozes, isPartial],
  )
  const made = useTimeSlicedWork(input, works[which])
  return made?.isPartial && !isPartial ? undefined : made?.rows
}

/** The last input per list of intervals: the tab, its download and later visits share the rows made of one object. */
const inputs = new WeakMap<readonly Interval[], Input>()

function inputOf(input: Input): Input {
  const before = inputs.get(input.intervals)
  const isSame =
    before?.vehicles === input.vehicles &&
    before.snoozes === input.snoozes &&
    before.isPartial === input.isPartial
  if (before && isSame) return before
  inputs.set(input.intervals, input)
  return input
}
