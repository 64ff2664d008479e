import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns a one-line result of an upload: '52 vehicles saved, 3 with a remark, 1 row skipped'. */
export function useUploadSummary() {
  const t = useTexts('bulk-upload')
  const format = useFormat()
  return ({ created, updated, unchanged, warned, refused, problem }: BulkUpsertion): string => {
    const counted = (count: number) => ({ count, number: format.number(count) })
    if (problem && created + updated + unchanged + refused === 0) return t('bulk-upload:summary.nothing')
    return [
      t('bulk-upload:summary.written', counted(created + updated)),
      unchanged > 0 && t('bulk-upload:summary.unchanged', counted(unchanged)),
      warned > 0 && t('bulk-upload:summary.warned', counted(warned)),
      refused > 0 && t('bulk-upload:summary.refused', counted(refused)),
    ]
      .filter(Boolean)
      .join(', ')
  }
}
