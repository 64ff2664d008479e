import BarChartIcon from '@mui/icons-material/BarChartOutlined'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import { CostTable } from './CostTable.tsx'
import { REPORT_CHART_HEIGHT } from './report-chart-height.ts'
import type { ReportView } from './report-view.ts'
import { costsQuery } from './reports.queries.ts'

const CostChart = lazyComponent(
  () => import('./CostChart.tsx').then((module) => module.CostChart),
  <Skeleton variant="rounded" height={REPORT_CHART_HEIGHT} />,
)

interface CostReportProps {
  view: ReportView
  onChange: (part: Partial<ReportView>) => void
  /** Opens the rows of a group. */
  onOpen: (key: string) => void
}

/** The cost of the days as a chart and a table, whose rows open what they count. */
export function CostReport({ view, onChange, onOpen }: CostReportProps) {
  const t = useTexts('fleet-reports')
  const { money, number } = useFormat()
  const query = useQuery(costsQuery(view))
  const { data } = query
  const list = useListFailure(query)
  const title = t(`fleet-reports:heading.${view.by}`)
  const summary =
    data &&
    t('fleet-reports:costs.summary', {
      count: data.count,
      number: number(data.count),
      total: money(data.total),
    })
  return (
    <Section title={title}>
      <ListStates
        {...list}
        total={data && (data.count === 0 ? 0 : data.groups.length)}
        offline={{ title: t('fleet-reports:offline.title'), message: t('fleet-reports:offline.message') }}
        rows={8}
        rowHeight={44}
        empty={
          <EmptyState
            icon={<BarChartIcon />}
            title={t('fleet-reports:empty.title')}
            message={t('fleet-reports:empty.message')}
          />
        }
      >
        {data && (
          <Stack sx={{ gap: 2 }}>
            <Box
              component="figure"
              aria-label={`${title}. ${summary}`}
              sx={{ m: 0, height: REPORT_CHART_HEIGHT }}
            >
              <CostChart by={view.by} groups={data.groups} onOpen={onOpen} />
            </Box>
            <CostTable {...{ title, view }} report={data} onSort={(sort) => onChange({ sort })} />
            <Pages page={view.page} count={data.total_pages} onChange={(page) => onChange({ page })} />
          </Stack>
        )}
      </ListStates>
    </Section>
  )
}
