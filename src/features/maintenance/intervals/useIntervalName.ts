import { useCallback } from 'react'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/** A distance as the server names an interval by it, with the thousands parted as in English. */
const DISTANCE = /^([\d,\u202f]+) (mi|km)$/

/** What an interval is called: its distance as this language writes it, else its months. */
export function useIntervalName(): (interval: Pick<Interval, 'name' | 'every_months'>) => string {
  const t = useTexts('intervals')
  const format = useFormat()
  // Grids keep their state by the identity of their columns, which use it.
  return useCallback(
    ({ name, every_months }) => {
      const [, digits, unit] = DISTANCE.exec(name) ?? []
      if (digits) return format.distance(digits.replaceAll(/\D/g, ''), unit === 'km' ? 'km' : 'mi')
      return name || t('intervals:months', { count: every_months ?? 0 })
    },
    [t, format],
  )
}
