import Warning from '@mui/icons-material/WarningAmberOutlined'
import { useQuery } from '@tanstack/react-query'
import type { DistanceCostGroup, DistanceCosts } from '#contract/home/distance-costs.ts'
import { REPORT_DISTANCE_MIN } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { ReportSection } from './ReportSection.tsx'
import type { DistanceCostView, ReportView } from './report-view.ts'
import { distanceCostsQuery, loadDistanceCosts } from './reports.queries.ts'
import { useGroupName } from './useGroupName.ts'

interface DistanceCostReportProps {
  view: DistanceCostView
  onChange: (view: ReportView) => void
  /** Opens the cost of a vehicle. */
  onOpen: (key: string) => void
}

/** What each vehicle cost for each mile or kilometer of the days. Vehicles far above their class are marked. */
export function DistanceCostReport({ view, onChange, onOpen }: DistanceCostReportProps) {
  const t = useTexts('fleet-reports')
  const { money, number } = useFormat()
  const unit = useSession().fleet.distance_unit
  const query = useQuery(distanceCostsQuery(view))
  const list = useListFailure(query)
  const { data } = query
  const count = data?.total_count
  const notes = useNotes(data)
  return (
    <ReportSection
      view={view}
      list={list}
      count={count}
      onChange={onChange}
      onOpen={onOpen}
      notes={notes}
      groups={data?.groups ?? []}
      title={t(`fleet-reports:distance.heading.${unit}`)}
      query={query}
      load={(paging) => loadDistanceCosts(view, paging)}
      summary={t('fleet-reports:distance.summary', { count: count ?? 0, number: number(count ?? 0) })}
      chart={{
        label: t(`fleet-reports:distance.perDistance.${unit}`),
        unit: 'money',
        valueOf: (group) => Number(group.per_distance ?? 0),
      }}
      columns={[
        {
          key: 'distance',
          label: t(`fleet-reports:distance.distance.${unit}`),
          cell: (group: DistanceCostGroup) => number(group.distance),
          isWideOnly: true,
        },
        {
          key: 'total',
          label: t('fleet-reports:costs.total'),
          cell: (group: DistanceCostGroup) => money(group.total),
        },
        {
          key: 'per_distance',
          label: t(`fleet-reports:distance.perDistance.${unit}`),
          cell: (group: DistanceCostGroup) => money(group.per_distance),
        },
      ]}
      mark={(group) =>
        group.is_outlier && (
          <Box sx={{ mt: 0.5, overflowWrap: 'normal' }}>
            <StatusChip tone="warning" icon={<Warning />} label={t('fleet-reports:distance.outlier')} />
          </Box>
        )
      }
      sort={view.sort}
      onSort={(sort) => onChange({ ...view, sort })}
      empty={{ title: t('fleet-reports:empty.title'), message: t('fleet-reports:distance.emptyMessage') }}
    />
  )
}

/** Sentences about marked vehicles, limits, and vehicles without a figure. */
function useNotes(report: DistanceCosts | undefined): string[] {
  const t = useTexts('fleet-reports')
  const { money, distance, number } = useFormat()
  const nameOf = useGroupName('class')
  if (!report) return []
  const { outlier_count: outliers, unknown_count: unknown, classes, unit } = report
  const notes = classes.map(({ class: key, median, limit }) =>
    t(`fleet-reports:distance.${limit === null ? 'median' : 'limit'}`, {
      class: nameOf({ key, name: null }),
      median: money(median),
      limit: money(limit),
    }),
  )
  if (classes.some(({ limit }) => limit !== null)) notes.push(t('fleet-reports:distance.rule'))
  if (outliers > 0)
    notes.unshift(t('fleet-reports:distance.outliers', { count: outliers, number: number(outliers) }))
  if (unknown > 0)
    notes.push(
      t('fleet-reports:distance.unknown', {
        count: unknown,
        number: number(unknown),
        distance: distance(REPORT_DISTANCE_MIN, unit),
      }),
    )
  return notes
}
