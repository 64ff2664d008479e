import type { Interval } from '#contract/maintenance/intervals.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { distanceLeft } from './due.ts'

/** Returns a function that lists when an interval is due: reading, distance left, and date. */
export function useDueFacts(): (
  interval: Pick<Interval, 'due_at' | 'due_date' | 'unit'>,
  odometer: number | null,
) => string[] {
  const t = useTexts('intervals')
  const format = useFormat()
  return (interval, odometer) => {
    const left = distanceLeft(interval, odometer)
    const parts = [
      interval.due_at !== null &&
        t('intervals:dueAt', { distance: format.distance(interval.due_at, interval.unit) }),
      left !== null &&
        (left < 0
          ? t('intervals:over', { distance: format.distance(-left, interval.unit) })
          : t('intervals:left', { distance: format.distance(left, interval.unit) })),
      interval.due_date !== null && t('intervals:dueOn', { date: format.date(interval.due_date) }),
    ]
    return parts.filter((part) => part !== false)
  }
}
