import { useQuery } from '@tanstack/react-query'
import type { CostGroup } from '#contract/home/reports.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { ReportSection } from './ReportSection.tsx'
import type { CostView, ReportView } from './report-view.ts'
import { costsQuery, loadCosts } from './reports.queries.ts'

interface CostReportProps {
  view: CostView
  onChange: (view: ReportView) => void
  /** Opens the rows of a group. */
  onOpen: (key: string) => void
}

/** The cost of the days by a dimension. */
export function CostReport({ view, onChange, onOpen }: CostReportProps) {
  const t = useTexts('fleet-reports')
  const { money, number } = useFormat()
  const query = useQuery(costsQuery(view))
  const list = useListFailure(query)
  const isByService = view.by === 'service'
  const { groups = [], count, total = '0.00' } = query.data ?? {}
  return (
    <ReportSection
      view={view}
      list={list}
      groups={groups}
      count={count}
      onChange={onChange}
      onOpen={onOpen}
      title={t(`fleet-reports:heading.${view.by}`)}
      query={query}
      load={(paging) => loadCosts(view, paging)}
      summary={t(isByService ? 'fleet-reports:costs.linesSummary' : 'fleet-reports:costs.summary', {
        count: count ?? 0,
        number: number(count ?? 0),
        total: money(total),
      })}
      chart={{
        label: t('fleet-reports:costs.total'),
        unit: 'money',
        valueOf: (group) => Number(group.total),
      }}
      columns={[
        {
          key: 'count',
          label: t(isByService ? 'fleet-reports:costs.lines' : 'fleet-reports:costs.count'),
          cell: (group: CostGroup) => (group.count === null ? dash : number(group.count)),
          total: number(count ?? 0),
        },
        {
          key: 'total',
          label: t('fleet-reports:costs.total'),
          cell: (group: CostGroup) => money(group.total),
          total: money(total),
        },
      ]}
      notes={view.by === 'department' ? [t('fleet-reports:departmentNow')] : []}
      sort={view.by === 'month' ? null : view.sort}
      onSort={(sort) => onChange({ ...view, sort })}
      empty={{ title: t('fleet-reports:empty.title'), message: t('fleet-reports:empty.message') }}
    />
  )
}
