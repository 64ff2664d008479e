/** Highest voltage of each charge level below full (TEL-005). */
const charges: readonly [volts: number, percent: number][] = [
  [10.5, 0],
  [11.31, 10],
  [11.58, 20],
  [11.75, 30],
  [11.9, 40],
  [12.06, 50],
  [12.2, 60],
  [12.32, 70],
  [12.42, 80],
]
const FULL_VOLTS = 12.6

/** Converts a battery's voltage to percent (TEL-005). The gap below full counts as 90 (TEL-006). */
export function batteryPercent(volts: number): number {
  if (volts >= FULL_VOLTS) return 100
  return charges.find(([upTo]) => volts <= upTo)?.[1] ?? 90
}

export type BatteryLabel = 'replace' | 'charge' | 'good'

/** 10 percent or less: replace; up to 30: charge; otherwise good (TEL-007..009). */
export function batteryLabel(percent: number): BatteryLabel {
  if (percent <= 10) return 'replace'
  return percent <= 30 ? 'charge' : 'good'
}
