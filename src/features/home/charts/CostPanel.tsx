import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ChartSection } from './ChartSection.tsx'
import { CostChart } from './CostChart.tsx'
import { chartHeight } from './chart-height.ts'
import { costsQuery } from './costs.queries.ts'
import { CostTable } from './parts/CostTable.tsx'
import { sampleCosts } from './sample-data.ts'

/**
 * Maintenance cost of the last twelve months, by orders and entries (DSH-005, decision 57); sample data if there is
 * none (DSH-009).
 */
export function CostPanel() {
  const t = useTexts('charts')
  const { money, number, asOf, dayOf } = useFormat()
  const today = dayOf(Date.now())
  const { data, isError, dataUpdatedAt } = useQuery(costsQuery(today))
  const [sample] = useState(() => sampleCosts(today))
  if (!data)
    return (
      <Section title={t('charts:costs.title')}>
        {isError ? (
          <EmptyState title={t('charts:notHere')} message={t('charts:notHereMessage')} />
        ) : (
          <Skeleton variant="rounded" height={chartHeight} />
        )}
      </Section>
    )
  const costs = data.aggregate
  const orders = costs.reduce((sum, month) => sum + month.orders, 0)
  const entries = costs.reduce((sum, month) => sum + month.entries, 0)
  const total = costs.reduce((sum, month) => sum + Number(month.total), 0)
  const isSample = orders + entries === 0
  return (
    <ChartSection
      title={t('charts:costs.title')}
      summary={
        isSample
          ? t('charts:costs.sample')
          : t('charts:costs.summary', {
              total: money(total),
              orders: t('charts:costs.ordersOf', { count: orders, number: number(orders) }),
              entries: t('charts:costs.entriesOf', { count: entries, number: number(entries) }),
              time: asOf(dataUpdatedAt),
            })
      }
      isSample={isSample}
      chart={<CostChart costs={isSample ? sample : costs} />}
      table={<CostTable costs={costs} />}
    />
  )
}
