import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { LastDone } from '../schedule-intervals.ts'
import type { ServiceRow } from '../service-rows.ts'

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
    /** When the service is due. One that is done waits for the others, because a cycle ends with the last of them. */
    dueAt: ({ isCompleted, otherOpen, dueAt, date, unit }: ServiceRow) =>
      isCompleted && otherOpen.length > 0
        ? t('schedules:grid.waitsFor', { services: otherOpen.map(({ name }) => name).join(', ') })
        : [dueAt !== null && format.distance(dueAt, unit), date !== null && format.date(date)]
            .filter(Boolean)
            .join(' · ') || '–',
  }
}
