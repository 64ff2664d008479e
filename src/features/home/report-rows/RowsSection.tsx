import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import type { ReactNode } from 'react'
import type { Page } from '#contract/core/paging.ts'
import type { CostRow } from '#contract/home/reports.ts'
import { nameWithIdentifier } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { useListFailure } from '#src/local-data/useListFailure.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ScrollArea } from '#src/ui/layout/ScrollArea.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import { PrintedRange } from '../reports/PrintedRange.tsx'
import type { ReportView } from '../reports/report-view.ts'
import { useGroupName } from '../reports/useGroupName.ts'
import { type PageQuery, type Paging, usePrintRows } from '../reports/usePrintRows.ts'

type RowsPage<Row> = Page & { name: string | null; rows: readonly Row[] }

interface RowsSectionProps<Row> {
  view: ReportView
  list: ReturnType<typeof useListFailure>
  query: PageQuery<RowsPage<Row>>
  load: (paging: Paging) => Promise<RowsPage<Row>>
  /** The number of rows and their sum. */
  summary: ReactNode
  onChange: (view: ReportView) => void
  /** The table of the rows, named by the group. */
  table: (title: string, rows: readonly Row[]) => ReactNode
}

/** The rows that a figure of a report counts. */
export function RowsSection<Row>({
  view,
  list,
  query,
  load,
  summary,
  onChange,
  table,
}: RowsSectionProps<Row>) {
  const t = useTexts('fleet-reports')
  const nameOf = useGroupName(view.by)
  const printed = usePrintRows(view, query, load)
  const { data } = query
  const title = nameOf({ key: view.key ?? '', name: data?.name ?? null })
  return (
    <Section
      title={data || view.by === 'month' || view.by === 'class' ? title : t(`fleet-reports:by.${view.by}`)}
      actions={
        data && (
          <Typography role="status" sx={{ py: 1 }}>
            {summary}
          </Typography>
        )
      }
    >
      <ListStates
        {...list}
        total={data?.total_count}
        offline={{ title: t('fleet-reports:offline.title'), message: t('fleet-reports:offline.message') }}
        rows={8}
        rowHeight={44}
        empty={<EmptyState icon={<Receipt />} title={t('fleet-reports:rows.empty')} />}
      >
        {data && (
          <Stack sx={{ gap: 2 }}>
            <ScrollArea label={title}>{table(title, printed.rows)}</ScrollArea>
            <PrintedRange printed={printed} kind="rows" />
            <Pages
              page={view.rowsPage}
              count={data.total_pages}
              onChange={(rowsPage) => onChange({ ...view, rowsPage })}
            />
          </Stack>
        )}
      </ListStates>
    </Section>
  )
}

interface RowVehicleProps {
  row: Pick<CostRow, 'vehicle_id' | 'vehicle_name' | 'vehicle_identifier' | 'vehicle_has_left'>
}

/** The vehicle of a row. One that has left the fleet has no page. */
export function RowVehicle({ row }: RowVehicleProps) {
  const name = nameWithIdentifier(row.vehicle_name, row.vehicle_identifier)
  if (row.vehicle_has_left) return name
  return (
    <TextLink to="/vehicles/$vehicleId" params={{ vehicleId: String(row.vehicle_id) }}>
      {name}
    </TextLink>
  )
}

/** The vehicle of a row and what else a phone shows in one column. */
export function VehicleAndFacts({ row, facts }: RowVehicleProps & { facts: readonly (string | null)[] }) {
  return (
    <>
      <RowVehicle row={row} />
      {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
    </>
  )
}
