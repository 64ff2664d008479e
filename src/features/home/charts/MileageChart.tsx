import { useTheme } from '@mui/material/styles'
import { ScatterChart } from '@mui/x-charts/ScatterChart'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createAxisFormats } from '#src/lib/format/format-axis.ts'
import { chartHeight } from './chart-height.ts'
import { type MileagePoint, withoutHidden } from './mileage-points.ts'

interface MileageChartProps {
  points: readonly MileagePoint[]
  nameOf: (vehicleId: number) => string
}

/** One point per vehicle, distance against cost; a click opens the vehicle (DSH-006, DSH-022). */
export function MileageChart({ points, nameOf }: MileageChartProps) {
  const t = useTexts('charts')
  const format = useFormat()
  const navigate = useNavigate()
  const { vars } = useTheme()
  const axis = createAxisFormats(format.country, format.language)
  const data = useMemo(() => withoutHidden(points), [points])
  return (
    <ScatterChart
      height={chartHeight}
      margin={{ top: 12, right: 16, bottom: 0, left: 0 }}
      hideLegend
      skipAnimation
      // Its figure has the summary as name. Keyboards use the table, which links to the vehicles with the highest cost.
      disableKeyboardNavigation
      // Draws paths instead of one element per point, so that thousands of points scroll smoothly.
      renderer="svg-batch"
      colors={[vars.palette.primary.main]}
      grid={{ horizontal: true }}
      series={[
        {
          data,
          markerSize: 3,
          valueFormatter: ({ id, x, y }) =>
            `${nameOf(Number(id))}: ${format.distance(Math.round(x))}, ${axis.cents(y)}`,
        },
      ]}
      xAxis={[
        {
          min: 0,
          // With less height, the axis omits its numbers in some brands' fonts.
          height: 56,
          label: t('charts:mileage.x', axisContext(format)),
          valueFormatter: axis.thousands,
        },
      ]}
      yAxis={[
        { min: 0, width: 68, label: t('charts:mileage.y', axisContext(format)), valueFormatter: axis.cents },
      ]}
      onItemClick={(_: unknown, { dataIndex }: { dataIndex?: number }) => {
        const point = data[dataIndex ?? -1]
        if (point) void navigate({ to: '/vehicles/$vehicleId', params: { vehicleId: String(point.id) } })
      }}
    />
  )
}

/** Canadian texts use kilometres (BRD-034). */
const axisContext = ({ country }: { country: string }) => (country === 'CA' ? { context: 'ca' } : {})
