import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useQuery } from '@tanstack/react-query'
import type { CostRow } from '#contract/home/reports.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import type { CostView, DistanceCostView, ReportView } from '../reports/report-view.ts'
import { costRowsQuery, loadCostRows } from '../reports/reports.queries.ts'
import { RowsSection, RowVehicle, VehicleAndFacts } from './RowsSection.tsx'

interface CostRowsProps {
  view: CostView | DistanceCostView
  onChange: (view: ReportView) => void
}

/** The orders, entries or lines that a figure of the report counts, latest first. */
export function CostRows({ view, onChange }: CostRowsProps) {
  const t = useTexts('fleet-reports')
  const { money, number } = useFormat()
  const query = useQuery(costRowsQuery(view))
  const { data } = query
  const list = useListFailure(query)
  return (
    <RowsSection
      view={view}
      list={list}
      query={query}
      onChange={onChange}
      summary={
        data && (
          <>
            {t('fleet-reports:rows.count', { count: data.total_count, number: number(data.total_count) })}
            {' · '}
            <strong>{money(data.total)}</strong>
          </>
        )
      }
      load={(paging) => loadCostRows(view, paging)}
      table={(title, rows) => <RowsTable title={title} rows={rows} />}
    />
  )
}

function RowsTable({ title, rows }: { title: string; rows: readonly CostRow[] }) {
  const t = useTexts('fleet-reports')
  const { date, money, text } = useFormat()
  const isPhone = useIsPhone()
  return (
    <Table size="small" aria-label={title}>
      <TableHead>
        <TableRow>
          <TableCell>{t('fleet-reports:rows.day')}</TableCell>
          <TableCell>{t('fleet-reports:rows.work')}</TableCell>
          {!isPhone && <TableCell>{t('fleet-reports:by.vehicle')}</TableCell>}
          {!isPhone && <TableCell>{t('fleet-reports:by.shop')}</TableCell>}
          <TableCell align="right">{t('fleet-reports:costs.total')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.line_id ?? row.id}>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{date(row.day)}</TableCell>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>
              <WorkLink row={row} />
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {isPhone ? <VehicleAndFacts row={row} facts={[row.shop, row.services]} /> : row.services}
              </Typography>
            </TableCell>
            {!isPhone && (
              <TableCell>
                <RowVehicle row={row} />
              </TableCell>
            )}
            {!isPhone && <TableCell>{text(row.shop)}</TableCell>}
            <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
              {money(row.amount)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** Links to the order, or to the history of the vehicle that the entry belongs to, if it has not left the fleet. */
function WorkLink({ row }: { row: CostRow }) {
  const t = useTexts('fleet-reports')
  if (row.kind === 'order')
    return (
      <TextLink to="/orders/$orderId/approvals" params={{ orderId: row.id }}>
        {t('fleet-reports:rows.order', { number: row.id })}
      </TextLink>
    )
  if (row.vehicle_has_left) return t('fleet-reports:rows.entry')
  return (
    <TextLink to="/vehicles/$vehicleId/history" params={{ vehicleId: String(row.vehicle_id) }}>
      {t('fleet-reports:rows.entry')}
    </TextLink>
  )
}
