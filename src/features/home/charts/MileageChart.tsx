import { useTheme } from '@mui/material/styles'
import { ScatterChart } from '@mui/x-charts/ScatterChart'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createAxisFormats } from '#src/lib/format/format-axis.ts'
import { chartHeight } from './chart-looks.ts'
import { type MileagePoint, withoutHidden } from './mileage-points.ts'

interface MileageChartProps {
  points: readonly MileagePoint[]
  nameOf: (vehicleId: number) => string
}

/** A point for each vehicle: distance to the right, cost upwards; a click opens the vehicle (DSH-006, DSH-022). */
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
      // As paths, not as an element for each point: thousands of them scroll as one.
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
          // Too low for the label and the numbers in a brand's font, and it leaves the numbers out.
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

/** Kilometres in Canada have words of their own (BRD-034). */
const axisContext = ({ country }: { country: string }) => (country === 'CA' ? { context: 'ca' } : {})
