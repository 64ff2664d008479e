import { useCallback } from 'react'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** What an interval is called: its distance, else its months. */
export function useIntervalName(): (interval: Pick<Interval, 'name' | 'every_months'>) => string {
  const t = useTexts('intervals')
  // Grids keep their state by the identity of their columns, which use it.
  return useCallback(
    ({ name, every_months }) => name || t('intervals:months', { count: every_months ?? 0 }),
    [t],
  )
}
