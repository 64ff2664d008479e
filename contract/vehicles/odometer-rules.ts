import { daysBetween } from '../core/days.ts'
import type { DistanceUnit } from '../core/fields.ts'

const KM_PER_MILE = 1.609344
/** More than a vehicle drives: a reading further ahead than this is a slip of the finger. Miles; numbers of ours. */
const MILES_PER_DAY_MAX = 1500
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
    return days >= 0 && miles - otherMiles > Math.max(MILES_AHEAD_MAX, days * MILES_PER_DAY_MAX)
  })
}
