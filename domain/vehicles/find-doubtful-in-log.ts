import { daysBetween } from '#domain/core/days.ts'
import { convertDistance, MONTH_DAYS, maxMiles, type Reading } from './odometer-rules.ts'

/**
 * Returns for each reading of a log, in order of entry, whether it is doubtful: `isDoubtfulReading` against the valid
 * ones before it. Takes n log n steps instead of n², because a log grows every day and is checked under a lock.
 */
export function findDoubtfulInLog(log: readonly Reading[]): boolean[] {
  const points = log.map(({ value, unit, read_on }) => ({
    miles: convertDistance(value, unit, 'mi'),
    day: daysBetween('1970-01-01', read_on),
  }))
  const days = [...new Set(points.map(({ day }) => day))].sort((a, b) => a - b)
  const ranks = new Map(days.map((day, rank) => [day, rank]))
  const last = days.length - 1
  const highestUntil = leastOfPrefix(days.length)
  const lowestSince = leastOfPrefix(days.length)
  const leastAhead = leastOfPrefix(days.length)
  const lowestOf = new Map<number, number>()
  return points.map(({ miles, day }) => {
    const rank = ranks.get(day) ?? 0
    const isDoubtful =
      -highestUntil.before(rank) > miles ||
      lowestSince.before(last - rank) < miles ||
      miles - aheadOf(day) > leastAhead.before(rank) ||
      isFarFromMonth(miles, day, lowestOf)
    if (isDoubtful) return true
    highestUntil.add(rank, -miles)
    lowestSince.add(last - rank, miles)
    leastAhead.add(rank, miles - aheadOf(day) + AHEAD_AT_START)
    lowestOf.set(day, Math.min(miles, lowestOf.get(day) ?? Infinity))
    return false
  })
}

/**
 * After a month, the farthest distance grows by the same number of miles each day. So for all earlier days at once, it
 * suffices to compare with the reading that is lowest relative to this line. Within a month, the line is never below
 * the farthest distance.
 */
const MILES_PER_DAY = maxMiles(MONTH_DAYS + 1) - maxMiles(MONTH_DAYS)
const AHEAD_AT_START = maxMiles(MONTH_DAYS) - MONTH_DAYS * MILES_PER_DAY
const aheadOf = (day: number) => day * MILES_PER_DAY

/** Whether a reading is too far ahead of one of the last month. */
function isFarFromMonth(miles: number, day: number, lowestOf: ReadonlyMap<number, number>): boolean {
  for (let ago = 0; ago <= MONTH_DAYS; ago += 1)
    if (miles - (lowestOf.get(day - ago) ?? Infinity) > maxMiles(ago)) return true
  return false
}

/** A Fenwick tree: adds a value at a rank, and returns the least value before a rank, each in log n steps. */
function leastOfPrefix(size: number) {
  const tree = new Float64Array(size + 1).fill(Infinity)
  return {
    add(rank: number, value: number): void {
      for (let i = rank + 1; i <= size; i += i & -i) tree[i] = Math.min(tree[i] ?? Infinity, value)
    },
    before(rank: number): number {
      let least = Infinity
      for (let i = rank; i > 0; i -= i & -i) least = Math.min(least, tree[i] ?? Infinity)
      return least
    },
  }
}
