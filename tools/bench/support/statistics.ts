/** The value below which `share` of them lie (0.5: the median), the nearest one that was measured. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Rounded to so many digits behind the point, as a number. */
export const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits))
