const DAY_MS = 86_400_000

/** Days until an instant, the day under way included; 0 when it is over. */
export function daysLeft(until: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(until) - now) / DAY_MS))
}
