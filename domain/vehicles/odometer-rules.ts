import type { DistanceUnit } from '#contract/core/fields.ts'
import { daysBetween } from '#domain/core/days.ts'

export const KM_PER_MILE = 1.609344
/**
 * Fastest possible use, in miles; our choice. Readings further ahead are typing errors. Two drivers may alternate for a
 * month, but not for a year.
 */
const MILES_PER_DAY_MAX = 1500
export const MONTH_DAYS = 30
const MILES_PER_DAY_LATER = 500
const MILES_AHEAD_MAX = 20_000

export interface Reading {
  value: number
  unit: DistanceUnit
  /** Calendar day, `YYYY-MM-DD`. */
  read_on: string
}

/** Converts a distance, unrounded. */
export function distanceIn(value: number, from: DistanceUnit, to: DistanceUnit): number {
  if (from === to) return value
  return from === 'mi' ? value * KM_PER_MILE : value / KM_PER_MILE
}

/** Converts a distance, rounded to a whole number. */
export function convertDistance(value: number, from: DistanceUnit, to: DistanceUnit): number {
  return Math.round(distanceIn(value, from, to))
}

/** Farthest possible distance in a number of days, in miles. */
export const maxMiles = (days: number) =>
  Math.max(
    MILES_AHEAD_MAX,
    Math.min(days, MONTH_DAYS) * MILES_PER_DAY_MAX + Math.max(0, days - MONTH_DAYS) * MILES_PER_DAY_LATER,
  )

/** A first reading above this needs confirmation; few vehicles of a fleet last longer. */
const FIRST_MILES_MAX = 750_000
const UNLIKELY_MILES = 3000

/**
 * Returns whether the user should confirm a reading: far above the average use, or a first one that few vehicles reach.
 * Only a hint in the form; the log accepts it.
 * @param expected estimated odometer in the same unit; null: unknown
 */
export function isUnlikelyReading(
  { value, unit }: Pick<Reading, 'value' | 'unit'>,
  expected: number | null,
): boolean {
  if (expected === null) return distanceIn(value, unit, 'mi') > FIRST_MILES_MAX
  return (
    distanceIn(value - expected, unit, 'mi') > Math.max(UNLIKELY_MILES, distanceIn(expected, unit, 'mi') / 5)
  )
}

/**
 * Returns whether an entry's reading needs confirmation, given only the current odometer without its date. It does if
 * today's reading is lower, or if an earlier one is lower than the vehicle could have driven since. It also does if the
 * reading is far ahead.
 * @param odometer current odometer; null: unknown
 * @param today the calendar day of the device
 */
export function isUnlikelyForOdometer(
  reading: Reading,
  odometer: Pick<Reading, 'value' | 'unit'> | null,
  today: string,
): boolean {
  if (odometer === null) return isUnlikelyReading(reading, null)
  const ahead =
    convertDistance(reading.value, reading.unit, 'mi') - convertDistance(odometer.value, odometer.unit, 'mi')
  const days = Math.max(0, daysBetween(reading.read_on, today))
  return ahead > MILES_AHEAD_MAX || (days === 0 ? ahead < 0 : -ahead > maxMiles(days))
}

/**
 * Returns whether a reading contradicts the other valid readings: below one of an earlier day, above one of a later
 * day, or too far ahead. It is accepted, marked, and not used (ruling 20).
 */
export function isDoubtfulReading(reading: Reading, others: readonly Reading[]): boolean {
  const miles = convertDistance(reading.value, reading.unit, 'mi')
  return others.some((other) => {
    const otherMiles = convertDistance(other.value, other.unit, 'mi')
    const days = daysBetween(other.read_on, reading.read_on)
    if (days < 0) return miles > otherMiles
    if (days > 0 && miles < otherMiles) return true
    return days >= 0 && miles - otherMiles > maxMiles(days)
  })
}
