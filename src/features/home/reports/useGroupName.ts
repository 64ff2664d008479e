import type { CostDimension } from '#contract/home/reports.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createAxisFormats } from '#src/lib/format/format-axis.ts'

/** Returns a function that names a group of a report; `name` is null where the name follows from the key. */
export function useGroupName(by: CostDimension) {
  const t = useTexts('fleet-reports')
  const { country, language } = useFormat()
  const { longMonth } = createAxisFormats(country, language)
  return ({ key, name }: { key: string; name: string | null }): string => {
    if (by === 'month') return longMonth(key)
    if (by === 'class')
      return t(key === 'light' ? 'fleet-reports:class.light' : 'fleet-reports:class.medium_heavy')
    return name ?? t(`fleet-reports:none.${by}`)
  }
}
