import type { DistanceUnit } from '#contract/core/fields.ts'
import { DUE_READINGS } from '#domain/core/limits.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import { firstReading, isValid, type LogReading } from './daily-use.ts'

/** Reading at which an interval is due, and the day on which its cycle began. */
interface DueReading {
  due_at: number
  from: string
}

/** The first day from `from` on with a reading above `due_at`. */
export interface Exceeded extends DueReading {
  read_on: string
}

interface Log {
  unit: DistanceUnit
  readings: readonly LogReading[]
  exceeded?: readonly Exceeded[] | undefined
}

/**
 * Returns the first day with a reading above `due_at`, if the latest reading is above it. Null: that day is before the
 * known readings, and not known.
 */
export function exceededOn(due: DueReading, log: Log): string | null {
  const { readings, unit, exceeded = [] } = log
  const { due_at, from } = due
  const known = exceeded.find((day) => day.due_at === due_at && day.from === from)
  if (!known && isExceededEarlier(due, log)) return null
  const above = readings.filter(
    (reading) => reading.read_on >= from && convertDistance(reading.value, reading.unit, unit) > due_at,
  )
  const first = firstReading(above, unit)?.read_on ?? from
  return known && known.read_on < first ? known.read_on : first
}

/** Returns whether all readings since `from` are above `due_at` and the log may have older ones (decision 90). */
export function isExceededEarlier({ due_at, from }: DueReading, { readings, unit }: Log): boolean {
  const first = firstReading(readings, unit)
  const isCut = readings.filter(isValid).length >= DUE_READINGS
  return isCut && first !== null && first.read_on >= from && first.value > due_at
}
