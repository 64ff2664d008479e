import { useQuery } from '@tanstack/react-query'
import { COMPLIANCE_FIGURES } from '#contract/home/compliance.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { onScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import { RowsSection } from '../report-rows/RowsSection.tsx'
import type { ComplianceView, ReportView } from '../reports/report-view.ts'
import { complianceRowsQuery, loadComplianceRows } from '../reports/reports.queries.ts'
import { IntervalsTable } from './IntervalsTable.tsx'

interface ComplianceRowsProps {
  view: ComplianceView
  onChange: (view: ReportView) => void
}

/** The intervals that a figure of the report counts: completed ones, latest first, or those due now, most urgent first. */
export function ComplianceRows({ view, onChange }: ComplianceRowsProps) {
  const t = useTexts('fleet-reports')
  const { number } = useFormat()
  const query = useQuery(complianceRowsQuery(view))
  const { data } = query
  const list = useListFailure(query)
  const figures = COMPLIANCE_FIGURES.filter(
    (figure) => view.by !== 'month' || (figure !== 'due_soon' && figure !== 'past_due'),
  )
  return (
    <Stack sx={{ gap: 2 }}>
      <Box sx={{ width: 240, maxWidth: '100%', ...onScreenOnly }}>
        <SelectInput
          isFilter
          label={t('fleet-reports:compliance.show')}
          value={view.figure}
          empty={null}
          options={figures.map((figure) => ({
            value: figure,
            label: t(`fleet-reports:compliance.figure.${figure}`),
          }))}
          onChange={(figure) => figure !== '' && onChange({ ...view, figure, rowsPage: 1 })}
        />
      </Box>
      <RowsSection
        view={view}
        list={list}
        query={query}
        onChange={onChange}
        summary={
          data &&
          t('fleet-reports:compliance.open', {
            figure: t(`fleet-reports:compliance.figure.${view.figure}`),
            number: number(data.total_count),
          })
        }
        load={(paging) => loadComplianceRows(view, paging)}
        table={(title, rows) => (
          <IntervalsTable
            title={title}
            rows={rows}
            isDueNow={view.figure === 'due_soon' || view.figure === 'past_due'}
          />
        )}
      />
    </Stack>
  )
}
