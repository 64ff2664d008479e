import type { ClosedCycle } from './due-rules.ts'

/**
 * Returns whether a cycle was completed before it was past due: by its last day, and up to its reading. An unknown
 * reading is not judged; null if nothing can be.
 */
export function wasInTime({
  closed_on,
  due_at,
  due_on,
  done_at,
}: Omit<ClosedCycle, 'completions'>): boolean | null {
  const byReading = due_at === null || done_at === null ? null : done_at <= due_at
  const byDay = due_on === null ? null : closed_on <= due_on
  return byReading === null ? byDay : byReading && byDay !== false
}
