import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { isDoubtfulReading } from '#domain/vehicles/odometer-rules.ts'

/**
 * Unmarks the doubtful readings that fit since another one was ignored, in the order of entry, as the server does
 * (ruling 20). A copy lacks old readings, so valid ones are not judged again.
 */
export function checkDoubtful(readings: readonly OdometerReading[]): OdometerReading[] {
  const inUse = readings.filter((reading) => reading.void_reason === null)
  const trusted = inUse.filter((reading) => !reading.is_doubtful)
  const fitting = new Set<OdometerReading>()
  for (const reading of inUse.filter((candidate) => candidate.is_doubtful).toSorted(byEntry)) {
    if (isDoubtfulReading(reading, trusted)) continue
    trusted.push(reading)
    fitting.add(reading)
  }
  return readings.map((reading) => (fitting.has(reading) ? { ...reading, is_doubtful: false } : reading))
}

function byEntry(a: OdometerReading, b: OdometerReading): number {
  const [left, right] = [a, b].map((reading) => `${reading.created_at} ${reading.read_on} ${reading.id}`)
  return (left ?? '').localeCompare(right ?? '')
}
