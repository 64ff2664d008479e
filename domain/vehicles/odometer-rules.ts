import type { DistanceUnit } from '#contract/core/fields.ts'
import { daysBetween } from '#domain/core/days.ts'

const KM_PER_MILE = 1.609344
/**
 * More than a vehicle drives: a reading further ahead than this is a slip of the finger. Miles; numbers of ours. Two drivers
 * may take turns for a month, but not for a year.
 */
const MILES_PER_DAY_MAX = 1500
const MONTH_DAYS = 30
const MILES_PER_DAY_LATER = 500
const MILES_AHEAD_MAX = 20_000

export interface Reading {
  value: number
  unit: DistanceUnit
  /** Calendar day, `YYYY-MM-DD`. */
  read_on: string
}

/** A distance in another unit, unrounded. */
export function distanceIn(value: number, from: DistanceUnit, to: DistanceUnit): number {
  if (from === to) return value
  return from === 'mi' ? value * KM_PER_MILE : value / KM_PER_MILE
}

/** A distance in another unit, rounded to a whole number. */
export function convertDistance(value: number, from: DistanceUnit, to: DistanceUnit): number {
  return Math.round(distanceIn(value, from, to))
}

/** As far as a vehicle may come in so many days, in miles. */
const farthest = (days: number) =>
  Math.max(
    MILES_AHEAD_MAX,
    Math.min(days, MONTH_DAYS) * MILES_PER_DAY_MAX + Math.max(0, days - MONTH_DAYS) * MILES_PER_DAY_LATER,
  )

/** A first reading above this is asked about; no light or heavy vehicle of a fleet lasts much longer. */
const FIRST_MILES_MAX = 750_000
const UNLIKELY_MILES = 3000

/**
 * Whether a person should look again before they save: a reading far above what the average use would give, or a first
 * one that hardly any vehicle reaches. A hint of the form; the log takes it as it is.
 * @param expected what the odometer shows most likely, in the same unit; null: nothing is known
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
 * Whether a person is asked before an entry with this reading is saved, where all that is known is what the odometer shows
 * now and not since when: today's reading is lower, an earlier one is lower than the vehicle could have come from since, or
 * any is far ahead.
 * @param odometer what it shows now; null: nothing is known
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
  return ahead > MILES_AHEAD_MAX || (days === 0 ? ahead < 0 : -ahead > farthest(days))
}

/**
 * Whether a reading does not fit the valid readings that were there before it: below one of an earlier day, above one
 * of a later day, or absurdly far ahead. It is accepted all the same, marked, and not used (ruling 20).
 */
export function isDoubtfulReading(reading: Reading, others: readonly Reading[]): boolean {
  const miles = convertDistance(reading.value, reading.unit, 'mi')
  return others.some((other) => {
    const otherMiles = convertDistance(other.value, other.unit, 'mi')
    const days = daysBetween(other.read_on, reading.read_on)
    if (days < 0) return miles > otherMiles
    if (days > 0 && miles < otherMiles) return true
    return days >= 0 && miles - otherMiles > farthest(days)
  })
}
