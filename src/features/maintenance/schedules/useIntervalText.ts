import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

interface Interval {
  every: number | null
  months: number | null
  unit: 'mi' | 'km'
}

/** Returns the text of an interval: '5,000 mi or 6 months'. */
export function useIntervalText(): (interval: Interval) => string {
  const t = useTexts('schedules')
  const format = useFormat()
  return ({ every, months, unit }) => {
    const distance = every === null ? null : format.distance(every, unit)
    const time = months === null ? null : t('schedules:months', { count: months })
    if (distance !== null && time !== null) return t('schedules:whichever', { distance, time })
    return distance ?? time ?? ''
  }
}
