import type { ClosedCycle } from './due-rules.ts'

/**
 * Returns whether a cycle was completed on time: by its due date and at or below its due odometer. If the reading at the
 * completion is unknown, only the date counts. Null: neither can be judged.
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
