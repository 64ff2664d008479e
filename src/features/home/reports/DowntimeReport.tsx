import { useQuery } from '@tanstack/react-query'
import type { DowntimeGroup } from '#contract/home/downtime.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { ReportSection } from './ReportSection.tsx'
import type { DowntimeView, ReportView } from './report-view.ts'
import { downtimeQuery, loadDowntime } from './reports.queries.ts'

interface DowntimeReportProps {
  view: DowntimeView
  onChange: (view: ReportView) => void
  /** Opens the stays of a group. */
  onOpen: (key: string) => void
}

/** How long vehicles were at a shop in the days, by a dimension. */
export function DowntimeReport({ view, onChange, onOpen }: DowntimeReportProps) {
  const t = useTexts('fleet-reports')
  const { number } = useFormat()
  const query = useQuery(downtimeQuery(view))
  const list = useListFailure(query)
  const { groups = [], count, days = 0, average = 0 } = query.data ?? {}
  const stays = t('fleet-reports:downtime.share', { count: count ?? 0, number: number(count ?? 0) })
  const dayCount = t('fleet-reports:downtime.dayCount', { count: days, number: number(days) })
  const column = <Key extends 'count' | 'days' | 'average'>(key: Key, total: number) => ({
    key,
    label: t(`fleet-reports:downtime.${key}`),
    cell: (group: DowntimeGroup) => number(group[key]),
    total: number(total),
    isWideOnly: key === 'count',
  })
  return (
    <ReportSection
      view={view}
      list={list}
      groups={groups}
      count={count}
      onChange={onChange}
      onOpen={onOpen}
      title={t(`fleet-reports:downtimeHeading.${view.by}`)}
      query={query}
      load={(paging) => loadDowntime(view, paging)}
      summary={`${stays}, ${dayCount}`}
      chart={{ label: t('fleet-reports:downtime.days'), unit: 'days', valueOf: (group) => group.days }}
      columns={[column('count', count ?? 0), column('days', days), column('average', average)]}
      sort={view.sort}
      onSort={(sort) => onChange({ ...view, sort })}
      empty={{
        title: t('fleet-reports:downtime.emptyTitle'),
        message: t('fleet-reports:downtime.emptyMessage'),
      }}
      notes={[
        t('fleet-reports:downtime.note'),
        ...(view.by === 'department' ? [t('fleet-reports:departmentNow')] : []),
      ]}
    />
  )
}
