import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import { useNavigate } from '@tanstack/react-router'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createAxisFormats } from '#src/lib/format/format-axis.ts'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { toMonth } from '../dashboard/services-links.ts'
import { chartHeight } from './chart-height.ts'
import { daysOfMonth } from './cost-months.ts'
import { monthsAxis } from './tick-axis.ts'

export interface CostOfMonth {
  /** 'YYYY-MM' */
  month: string
  /** Finished orders. */
  orders: number
  /** Manual entries. */
  entries: number
  /** Canceled orders: no cost, but listed in the month. */
  canceled: number
  total: string
}

/** Twelve bars, one per month; a click opens the maintenance of the month (DSH-005, DSH-021). */
export function CostChart({ costs }: { costs: readonly CostOfMonth[] }) {
  const t = useTexts('charts')
  const format = useFormat()
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const { vars } = useTheme()
  const axis = createAxisFormats(format.country, format.language)
  // The whole column is clickable, because the bar of a month with low cost is too small.
  const open = (index: number | undefined) => {
    const month = costs[index ?? -1]?.month
    if (!month) return
    const { first, last } = daysOfMonth(month)
    void navigate(toMonth(first, last))
  }
  return (
    <BarChart
      height={chartHeight}
      margin={{ top: 12, right: 8, bottom: 0, left: 0 }}
      hideLegend
      skipAnimation
      // Its figure has the summary as name. Keyboards use the table, which has the same costs and a link per month.
      disableKeyboardNavigation
      colors={[vars.palette.primary.main]}
      grid={{ horizontal: true }}
      series={[
        {
          data: costs.map(({ total }) => Number(total)),
          label: t('charts:costs.title'),
          valueFormatter: (total) => format.money(total),
        },
      ]}
      xAxis={[
        {
          scaleType: 'band',
          data: costs.map(({ month }) => month),
          valueFormatter: (month: string, { location }) =>
            location === 'tick' ? axis.month(month) : axis.longMonth(month),
          ...monthsAxis(isPhone),
        },
      ]}
      yAxis={[{ width: format.country === 'CA' ? 78 : 52, valueFormatter: axis.thousandsOfMoney }]}
      onAxisClick={(_, data) => open(data?.dataIndex)}
      sx={{ '& svg': { cursor: 'pointer' } }}
    />
  )
}
