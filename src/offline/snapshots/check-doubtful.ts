import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { isDoubtfulReading } from '#domain/vehicles/odometer-rules.ts'

/**
 * Unmarks the doubtful readings that fit since another one was ignored, in the order of entry, as the server does
 * (ruling 20). A copy lacks old readings, so valid ones are not judged again.
 */
export function checkDoubtful(readings: readonly OdometerReading[]): OdometerReading[] {
  const inUse = readings.filter((one) => one.void_reason === null)
  const trusted = inUse.filter((one) => !one.is_doubtful)
  const fitting = new Set<OdometerReading>()
  for (const reading of inUse.filter((one) => one.is_doubtful).toSorted(byEntry)) {
    if (isDoubtfulReading(reading, trusted)) continue
    trusted.push(reading)
    fitting.add(reading)
  }
  return readings.map((one) => (fitting.has(one) ? { ...one, is_doubtful: false } : one))
}

function byEntry(a: OdometerReading, b: OdometerReading): number {
  const [left, right] = [a, b].map((one) => `${one.created_at} ${one.read_on} ${one.id}`)
  return (left ?? '').localeCompare(right ?? '')
}
