import type { CostDimension } from '#contract/home/reports.ts'
import { nameWithIdentifier } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createAxisFormats } from '#src/lib/format/format-axis.ts'

export interface NamedGroup {
  key: string
  name: string | null
  /** Of a vehicle. */
  identifier?: string | null | undefined
}

/** Returns a function that names a group of a report; `name` is null where the name follows from the key. */
export function useGroupName(by: CostDimension) {
  const t = useTexts('fleet-reports')
  const { country, language } = useFormat()
  const { longMonth } = createAxisFormats(country, language)
  return ({ key, name, identifier }: NamedGroup): string => {
    if (by === 'month') return longMonth(key)
    if (by === 'class')
      return t(key === 'light' ? 'fleet-reports:class.light' : 'fleet-reports:class.medium_heavy')
    if (name !== null) return nameWithIdentifier(name, identifier)
    return t(`fleet-reports:none.${by}`)
  }
}
