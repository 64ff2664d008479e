import BarChartIcon from '@mui/icons-material/BarChartOutlined'
import Skeleton from '@mui/material/Skeleton'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { useListFailure } from '#src/local-data/useListFailure.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import { PrintedRange } from './PrintedRange.tsx'
import type { ChartUnit } from './ReportChart.tsx'
import { ReportTable, type ReportTableProps } from './ReportTable.tsx'
import type { ReportView } from './report-view.ts'
import { type PageOf, type PageQuery, type Paging, usePrintRows } from './usePrintRows.ts'

/** Bars of the first groups of a page; more have no room for their names. */
const BARS_MAX = 10
/** Height of the chart in px, reserved before its code loads. */
const REPORT_CHART_HEIGHT = 320

const ReportChart = lazyComponent(
  () => import('./ReportChart.tsx').then((module) => module.ReportChart),
  <Skeleton variant="rounded" height={REPORT_CHART_HEIGHT} />,
)

interface Group {
  key: string
  name: string | null
}

interface ReportSectionProps<Key extends string, Row extends Group> extends ReportTableProps<Key, Row> {
  list: ReturnType<typeof useListFailure>
  /** Undefined until the report is loaded. */
  count: number | undefined
  query: PageQuery<PageOf<Row>>
  load: (paging: Paging) => Promise<PageOf<Row>>
  /** The figures of all groups, for screen readers. */
  summary: string
  chart: { label: string; unit: ChartUnit; max?: number; valueOf: (group: Row) => number | null }
  empty: { title: string; message: string }
  /** Sentences about how to read the figures. */
  notes: readonly string[]
  onChange: (view: ReportView) => void
  /** Opens the rows of a group. */
  onOpen: (key: string) => void
}

/** A report as a chart and a table, whose rows open what they count. */
export function ReportSection<Key extends string, Row extends Group>(props: ReportSectionProps<Key, Row>) {
  const { view, title, list, count, summary, chart, empty, notes, groups, onChange, onOpen } = props
  const t = useTexts('fleet-reports')
  const printed = usePrintRows(view, props.query, props.load)
  const { page = 1, per_page = 0, total_pages = 0, total_count = 0 } = props.query.data ?? {}
  const bars = view.by === 'month' ? groups : groups.slice(0, BARS_MAX)
  const charted = { from: (page - 1) * per_page + 1, to: (page - 1) * per_page + bars.length }
  return (
    <Section title={title}>
      <ListStates
        {...list}
        total={count === undefined || count === 0 ? count : groups.length}
        offline={{ title: t('fleet-reports:offline.title'), message: t('fleet-reports:offline.message') }}
        rows={8}
        rowHeight={44}
        empty={<EmptyState icon={<BarChartIcon />} {...empty} />}
      >
        {count !== undefined && (
          <Stack sx={{ gap: 2 }}>
            <Box
              component="figure"
              aria-label={`${title}. ${summary}`}
              sx={{ m: 0, height: REPORT_CHART_HEIGHT }}
            >
              <ReportChart
                by={view.by}
                bars={bars.map((group) => ({ ...group, value: chart.valueOf(group) }))}
                label={chart.label}
                unit={chart.unit}
                max={chart.max}
                height={REPORT_CHART_HEIGHT}
                onOpen={onOpen}
              />
            </Box>
            <PrintedRange printed={{ ...charted, total: total_count }} kind="chart" />
            <ReportTable {...props} groups={printed.rows} />
            <PrintedRange printed={printed} kind="report" />
            {notes.map((note) => (
              <Typography key={note} variant="body2" sx={{ color: 'text.secondary' }}>
                {note}
              </Typography>
            ))}
            <Pages page={view.page} count={total_pages} onChange={(page) => onChange({ ...view, page })} />
          </Stack>
        )}
      </ListStates>
    </Section>
  )
}
