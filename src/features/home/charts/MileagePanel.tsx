import Skeleton from '@mui/material/Skeleton'
import { useMemo, useState } from 'react'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createAxisFormats } from '#src/lib/format/format-axis.ts'
import { useComplete } from '#src/local-data/useFirstLoad.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { ChartSection } from './ChartSection.tsx'
import { chartHeight } from './chart-height.ts'
import { MileageChart } from './MileageChart.tsx'
import { median, mileagePoints } from './mileage-points.ts'
import { ChartTable } from './parts/ChartTable.tsx'
import { samplePoints } from './sample-data.ts'

const rowsShown = 20

/** Distance against cost per mile or km of every vehicle (DSH-006); sample data if nothing is known (DSH-009). */
export function MileagePanel() {
  const t = useTexts('charts')
  const { distanceUnit, country, language, number, distance } = useFormat()
  const vehicles = useComplete(useVehicles())
  const names = useMemo(
    () => new Map(vehicles?.map((vehicle) => [vehicle.id, vehicleName(vehicle)])),
    [vehicles],
  )
  const points = useMemo(() => vehicles && mileagePoints(vehicles, distanceUnit), [vehicles, distanceUnit])
  const [sample] = useState(samplePoints)
  const context = country === 'CA' ? { context: 'ca' } : {}
  const title = t('charts:mileage.title', context)
  const { cents } = createAxisFormats(country, language)
  if (!points)
    return (
      <Section title={title}>
        <Skeleton variant="rounded" height={chartHeight} />
      </Section>
    )
  const isSample = points.length === 0
  const nameOf = (id: number) => (isSample ? t('charts:sample') : (names.get(id) ?? ''))
  const mostExpensive = points.toSorted((a, b) => b.y - a.y).slice(0, rowsShown)
  return (
    <ChartSection
      title={title}
      summary={
        isSample
          ? t('charts:mileage.sample', context)
          : t('charts:mileage.summary', {
              ...context,
              cost: cents(median(points.map(({ y }) => y)) ?? 0),
              count: points.length,
              number: number(points.length),
            })
      }
      isSample={isSample}
      chart={<MileageChart points={isSample ? sample : points} nameOf={nameOf} />}
      table={
        <ChartTable
          label={t('charts:mileage.dearest')}
          columns={[
            t('charts:mileage.vehicle'),
            t('charts:mileage.odometer'),
            t('charts:mileage.cost', context),
          ]}
          rows={mostExpensive.map(({ id, x, y }) => ({
            key: id,
            cells: [
              <TextLink key={id} to="/vehicles/$vehicleId" params={{ vehicleId: String(id) }}>
                {nameOf(id)}
              </TextLink>,
              distance(x),
              cents(y),
            ],
          }))}
        />
      }
    />
  )
}
