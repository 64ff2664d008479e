import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { DUE_READINGS, OTHER_READINGS } from '#domain/core/limits.ts'

/** Returns all readings, newest first. A local one replaces the server's, because it may contain unsent changes. */
export function mergeReadings(
  local: readonly OdometerReading[],
  fetched: readonly OdometerReading[],
): OdometerReading[] {
  const readings = new Map([...fetched, ...local].map((reading) => [reading.id, reading]))
  return [...readings.values()].sort(
    (a, b) => b.read_on.localeCompare(a.read_on) || b.created_at.localeCompare(a.created_at),
  )
}

/** Returns whether the log may have more readings than the schedule on this device (decision 90). */
export function mayHaveMoreReadings(local: readonly OdometerReading[]): boolean {
  const others = local.filter((reading) => reading.is_doubtful || reading.void_reason !== null).length
  return local.length - others >= DUE_READINGS || others >= OTHER_READINGS
}
