import { useQuery } from '@tanstack/react-query'
import type { ComplianceFigure, ComplianceGroup } from '#contract/home/compliance.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { ReportSection } from '../reports/ReportSection.tsx'
import type { ReportColumn } from '../reports/ReportTable.tsx'
import { type ComplianceView, type ReportView, writeReportView } from '../reports/report-view.ts'
import { complianceQuery, loadCompliance } from '../reports/reports.queries.ts'

interface ComplianceReportProps {
  view: ComplianceView
  onChange: (view: ReportView) => void
  /** Opens the completed intervals of a group. */
  onOpen: (key: string) => void
}
type Totals = Omit<ComplianceGroup, 'key' | 'name' | 'identifier'>

/** How much maintenance of the days was done on time, and how much is due now, by a dimension. */
export function ComplianceReport({ view, onChange, onOpen }: ComplianceReportProps) {
  const t = useTexts('fleet-reports')
  const { number, percent } = useFormat()
  const query = useQuery(complianceQuery(view))
  const list = useListFailure(query)
  const { data } = query
  const { completed = 0, share = null, due_soon: soon = null, past_due: past = null } = data ?? {}
  const summary = [
    t('fleet-reports:compliance.summary', { count: completed, number: number(completed) }),
    share !== null && t('fleet-reports:compliance.summaryShare', { share: percent(share) }),
    soon !== null &&
      t('fleet-reports:compliance.summaryDue', { soon: number(soon), past: number(past ?? 0) }),
  ]
  return (
    <ReportSection
      view={view}
      list={list}
      onChange={onChange}
      onOpen={onOpen}
      groups={data?.groups ?? []}
      count={data && completed + (soon ?? 0) + (past ?? 0)}
      columns={useColumns(view, data)}
      title={t(`fleet-reports:compliance.heading.${view.by}`)}
      query={query}
      load={(paging) => loadCompliance(view, paging)}
      summary={summary.filter(Boolean).join(', ')}
      chart={{
        label: t('fleet-reports:compliance.figure.share'),
        unit: 'percent',
        max: 100,
        valueOf: (group) => group.share,
      }}
      sort={view.by === 'month' ? null : view.sort}
      onSort={(sort) => onChange({ ...view, sort })}
      empty={{
        title: t('fleet-reports:compliance.emptyTitle'),
        message: t('fleet-reports:compliance.emptyMessage'),
      }}
      notes={[
        t('fleet-reports:compliance.rule'),
        ...(view.by === 'month' ? [] : [t('fleet-reports:compliance.now')]),
        ...(view.by === 'service' ? [t('fleet-reports:compliance.services')] : []),
      ]}
    />
  )
}

/** Figures that count rows link to them. */
function useColumns(
  view: ComplianceView,
  totals: Totals | undefined,
): ReportColumn<ComplianceFigure | 'share', ComplianceGroup>[] {
  const t = useTexts('fleet-reports')
  const { number, percent } = useFormat()
  const column = (key: ComplianceFigure, isWideOnly = true) => {
    const label = t(`fleet-reports:compliance.figure.${key}`)
    const cell = (group: ComplianceGroup) => {
      const count = number(group[key])
      if (!group[key]) return count
      return (
        <TextLink
          to="/reports"
          search={writeReportView({ ...view, key: group.key, figure: key, rowsPage: 1 })}
          aria-label={t('fleet-reports:compliance.open', { figure: label, number: count })}
        >
          {count}
        </TextLink>
      )
    }
    return { key, label, cell, isWideOnly, total: number(totals?.[key] ?? 0) }
  }
  return [
    column('completed'),
    column('in_time'),
    column('late', view.by !== 'month'),
    column('not_judged'),
    {
      key: 'share',
      label: t('fleet-reports:compliance.figure.share'),
      cell: (group) => percent(group.share, 1, 1),
      total: percent(totals?.share ?? null, 1, 1),
    },
    ...(view.by === 'month' ? [] : [column('due_soon'), column('past_due', false)]),
  ]
}
