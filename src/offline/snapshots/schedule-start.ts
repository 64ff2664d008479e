import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { DUE_READINGS } from '#domain/core/limits.ts'
import { firstReading, latestReading, odometerAtStart } from '#domain/maintenance/daily-use.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'

/**
 * Sets the odometer on the day the vehicle was added, as the server will after pending readings and voids. `stored`: the
 * schedule without them. Unchanged if this device lacks the readings of that time.
 */
export function withStart(row: VehicleSchedule, stored: VehicleSchedule): VehicleSchedule {
  const { unit, start } = row
  const valid = stored.readings.filter((reading) => !reading.is_doubtful && reading.void_reason === null)
  const reachesBack = valid.length < DUE_READINGS || valid.some(({ read_on }) => read_on <= start.day)
  if (!reachesBack) return row
  const { readings } = dueInputOf(row)
  const before = latestReading(
    readings.filter(({ read_on }) => read_on <= start.day),
    unit,
  )
  const after = firstReading(
    readings.filter(({ read_on }) => read_on > start.day),
    unit,
  )
  const odometer = odometerAtStart(start.day, before, after) ?? start.odometer
  return { ...row, start: { day: start.day, odometer } }
}
