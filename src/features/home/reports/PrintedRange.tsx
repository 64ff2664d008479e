import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { onPaperOnly } from '#src/ui/layout/on-screen-only.ts'
import type { PrintRows } from './usePrintRows.ts'

interface PrintedRangeProps {
  printed: Omit<PrintRows<unknown>, 'rows'>
  /** What has only these rows: the chart, a report, or the rows behind a figure. */
  kind: 'chart' | 'report' | 'rows'
}

/** Says on paper which rows are missing. */
export function PrintedRange({ printed, kind }: PrintedRangeProps) {
  const t = useTexts('fleet-reports')
  const { number } = useFormat()
  const { from, to, total } = printed
  if (from <= 1 && to >= total) return null
  return (
    <Typography variant="body2" sx={onPaperOnly}>
      {t(`fleet-reports:print.${kind}`, { from: number(from), to: number(to), total: number(total) })}
    </Typography>
  )
}
