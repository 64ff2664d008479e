import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { LastDone } from '../schedule-intervals.ts'

/** Returns the texts of when work was last done and when it is due: '03/04/2026 · 45,000 mi'. */
export function useDoneTexts() {
  const t = useTexts('schedules')
  const format = useFormat()
  const doneAt = (last: LastDone | null, unit: 'mi' | 'km') =>
    last === null
      ? t('schedules:grid.never')
      : [format.date(last.day), last.odometer !== null && format.distance(last.odometer, unit)]
          .filter(Boolean)
          .join(' · ')
  return {
    doneAt,
    /** The same as a sentence, or '' for never. */
    lastDone: (last: LastDone | null, unit: 'mi' | 'km') =>
      last === null ? '' : t('schedules:grid.lastOn', { date: doneAt(last, unit) }),
    dueAt: (distance: number | null, day: string | null, unit: 'mi' | 'km') =>
      [distance !== null && format.distance(distance, unit), day !== null && format.date(day)]
        .filter(Boolean)
        .join(' · ') || '–',
  }
}
