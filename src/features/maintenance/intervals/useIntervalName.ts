import { useCallback } from 'react'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/** A distance in the server's interval names, with English thousands separators. */
const DISTANCE = /^([\d,\u202f]+) (mi|km)$/

/** Returns the name of an interval: its distance in the screen language's format, else its months. */
export function useIntervalName(): (interval: Pick<Interval, 'name' | 'every_months'>) => string {
  const t = useTexts('intervals')
  const format = useFormat()
  // Grid columns depend on it, and the grid loses its state when they change identity.
  return useCallback(
    ({ name, every_months }) => {
      const [, digits, unit] = DISTANCE.exec(name) ?? []
      if (digits) return format.distance(digits.replaceAll(/\D/g, ''), unit === 'km' ? 'km' : 'mi')
      return name || t('intervals:months', { count: every_months ?? 0 })
    },
    [t, format],
  )
}
