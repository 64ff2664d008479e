import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import type { CostDimension } from '#contract/home/reports.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { createAxisFormats } from '#src/lib/format/format-axis.ts'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { monthsAxis, tickAxisHeight } from '../charts/tick-axis.ts'
import { type NamedGroup, useGroupName } from './useGroupName.ts'

const LABEL_MAX = 24
/** Fewer bars do not become thicker than this many, or a single one would fill the chart. */
const BARS_FULL = 6
/** Share of the space between bars. */
const GAP = 0.2
/** Largest amount from which the axis counts thousands. */
const THOUSANDS_FROM = 5000

export type ChartUnit = 'money' | 'percent' | 'days'

interface Bar extends NamedGroup {
  /** Null: unknown, without a bar. */
  value: number | null
}

interface ReportChartProps {
  by: CostDimension
  bars: readonly Bar[]
  /** What the bars show. */
  label: string
  unit: ChartUnit
  /** End of the axis; by default it follows the largest bar. */
  max?: number | undefined
  height: number
  onOpen: (key: string) => void
}

/** One bar for each month, or for each group. A click opens its rows. */
export function ReportChart({ by, bars, label, unit, max, height, onOpen }: ReportChartProps) {
  const format = useFormat()
  const nameOf = useGroupName(by)
  const isPhone = useIsPhone()
  const { vars } = useTheme()
  const axis = createAxisFormats(format.country, format.language)
  const isMonths = by === 'month'
  const labelOf = new Map(bars.map((group) => [group.key, nameOf(group)]))
  const shorten = (key: string) => {
    if (isMonths) return axis.month(key)
    const label = labelOf.get(key) ?? key
    return label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX - 1)}…` : label
  }
  const categories = {
    scaleType: 'band' as const,
    data: bars.map(({ key }) => key),
    categoryGapRatio: 1 - (1 - GAP) * Math.min(1, bars.length / BARS_FULL),
    valueFormatter: (key: string, { location }: { location: string }) =>
      location === 'tick' ? shorten(key) : (labelOf.get(key) ?? key),
  }
  const months = { ...categories, ...monthsAxis(isPhone) }
  // Thousands would round the amounts of a small fleet to the same label.
  const isMoney = unit === 'money'
  const formatValue = (value: number) => (unit === 'days' ? format.number(value) : format[unit](value))
  const isSmall = !isMoney || bars.every(({ value }) => Number(value) < THOUSANDS_FROM)
  const amounts = {
    // Days are whole, and a percentage needs no finer ticks.
    ...(!isMoney && { tickMinStep: 1 }),
    ...(max !== undefined && { min: 0, max }),
    valueFormatter: isSmall ? (value: number) => formatValue(value) : axis.thousandsOfMoney,
  }
  const open = (index: number | undefined) => {
    const key = bars[index ?? -1]?.key
    if (key !== undefined) onOpen(key)
  }
  return (
    <BarChart
      height={height}
      layout={isMonths ? 'vertical' : 'horizontal'}
      margin={{ top: 12, right: 36, bottom: 0, left: 0 }}
      hideLegend
      skipAnimation
      // Its figure has the summary as name, and the same numbers are links in the table: keyboards use that one.
      disableKeyboardNavigation
      colors={[vars.palette.primary.main]}
      grid={isMonths ? { horizontal: true } : { vertical: true }}
      series={[
        {
          data: bars.map(({ value }) => value),
          label,
          valueFormatter: (value) => (value === null ? '' : formatValue(value)),
        },
      ]}
      xAxis={[isMonths ? months : { ...amounts, height: tickAxisHeight, tickNumber: isPhone ? 2 : 8 }]}
      yAxis={[
        isMonths
          ? { ...amounts, width: isSmall || format.country === 'CA' ? 88 : 52 }
          : { ...categories, width: isPhone ? 120 : 190 },
      ]}
      onAxisClick={(_, data) => open(data?.dataIndex)}
      sx={{ '& svg': { cursor: 'pointer' } }}
    />
  )
}
