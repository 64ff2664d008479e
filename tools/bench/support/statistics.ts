/** Returns the measured value below which `share` of the values are (0.5: the median). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Rounds to this number of decimals. */
export const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits))
