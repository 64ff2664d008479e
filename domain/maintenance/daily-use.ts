import type { DistanceUnit } from '#contract/core/fields.ts'
import { addDays, daysBetween } from '#domain/core/days.ts'
import { convertDistance, distanceIn } from '#domain/vehicles/odometer-rules.ts'

/** Window of readings for the average use, and minimum days between the first and last of them. */
const USE_DAYS = 365
const USE_DAYS_MIN = 14

export interface LogReading {
  value: number
  unit: DistanceUnit
  read_on: string
  is_doubtful: boolean
  is_void: boolean
}

export interface ReadingPoint {
  value: number
  read_on: string
}

/** Returns the first valid reading in the given unit; the lowest of its day. Null: none. */
export function firstReading(readings: readonly LogReading[], unit: DistanceUnit): ReadingPoint | null {
  let first: ReadingPoint | null = null
  for (const reading of readings) {
    if (!isValid(reading)) continue
    const value = convertDistance(reading.value, reading.unit, unit)
    const { read_on } = reading
    const isFirst = !first || read_on < first.read_on || (read_on === first.read_on && value < first.value)
    if (isFirst) first = { value, read_on }
  }
  return first
}

/** Returns the latest valid reading in the given unit; the highest of its day. Null: none. */
export function latestReading(readings: readonly LogReading[], unit: DistanceUnit): ReadingPoint | null {
  let latest: ReadingPoint | null = null
  for (const reading of readings) {
    if (!isValid(reading)) continue
    const value = convertDistance(reading.value, reading.unit, unit)
    const { read_on } = reading
    const isLatest =
      !latest || read_on > latest.read_on || (read_on === latest.read_on && value > latest.value)
    if (isLatest) latest = { value, read_on }
  }
  return latest
}

/**
 * Returns the odometer on the day a vehicle was added (SCH-056), from the last valid reading until that day and the first
 * one after it: the nearer one. The earlier one may be years old.
 */
export function odometerAtStart(
  day: string,
  before: ReadingPoint | null,
  after: ReadingPoint | null,
): number | null {
  if (!before || !after) return (before ?? after)?.value ?? null
  return daysBetween(before.read_on, day) <= daysBetween(day, after.read_on) ? before.value : after.value
}

/**
 * Returns the average daily use in the given unit, from the valid readings of the last year; null if they are too few.
 */
export function averageDailyUse(
  readings: readonly LogReading[],
  unit: DistanceUnit,
  today: string,
): number | null {
  const since = addDays(today, -USE_DAYS)
  const counted = readings.filter((reading) => isValid(reading) && reading.read_on >= since)
  const days = counted.map(({ read_on }) => read_on).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || daysBetween(first, last) < USE_DAYS_MIN) return null
  const highestOn = (day: string) =>
    Math.max(
      ...counted
        .filter(({ read_on }) => read_on === day)
        .map((reading) => distanceIn(reading.value, reading.unit, unit)),
    )
  // Uses the highest reading of both days, because the full spread would count trips of the first day twice.
  const driven = highestOn(last) - highestOn(first)
  return driven >= 0 ? driven / daysBetween(first, last) : null
}

/** What determines the average use of a vehicle. */
interface UseInput {
  unit: DistanceUnit
  readings: readonly LogReading[]
  /** Stated use in `unit` per month; null: computed from the log. */
  miles_per_month: number | null
}

/** Returns the daily use for projections: the stated use, else the average of the log. */
export function dailyUse(input: UseInput, today: string) {
  const { miles_per_month: stated, readings, unit } = input
  return stated === null ? averageDailyUse(readings, unit, today) : (stated * 12) / 365.25
}

/** Returns the estimated odometer today; null without a reading. Prefills the entry of a reading. */
export function projectedReading(input: UseInput, today: string): number | null {
  const latest = latestReading(input.readings, input.unit)
  if (!latest) return null
  const days = Math.max(0, daysBetween(latest.read_on, today))
  return Math.floor(latest.value + days * (dailyUse(input, today) ?? 0))
}

export const isValid = (reading: LogReading) => !reading.is_doubtful && !reading.is_void
