const DAY_MS = 86_400_000

/** Returns the days from January 1 of `year` to `day`. */
export function daysSinceNewYear(year: number, day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(year, 0, 1)) / DAY_MS)
}
