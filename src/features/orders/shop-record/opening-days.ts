/** Returns the weekday of a calendar day: 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Returns consecutive days as first and last: [1, 2, 3, 6] as [[1, 3], [6, 6]]. */
export function dayRuns(days: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const day of days.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run[1] === day - 1) run[1] = day
    else runs.push([day, day])
  }
  return runs
}
