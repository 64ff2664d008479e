import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useQuery } from '@tanstack/react-query'
import type { DowntimeRow } from '#contract/home/downtime.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import type { DowntimeView, ReportView } from '../reports/report-view.ts'
import { downtimeRowsQuery, loadDowntimeRows } from '../reports/reports.queries.ts'
import { RowsSection, RowVehicle, VehicleAndFacts } from './RowsSection.tsx'

interface DowntimeRowsProps {
  view: DowntimeView
  onChange: (view: ReportView) => void
}

/** The stays that a figure of the report counts, latest arrival first. */
export function DowntimeRows({ view, onChange }: DowntimeRowsProps) {
  const t = useTexts('fleet-reports')
  const { number } = useFormat()
  const query = useQuery(downtimeRowsQuery(view))
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
            {t('fleet-reports:downtime.share', { count: data.total_count, number: number(data.total_count) })}
            {' · '}
            <strong>
              {t('fleet-reports:downtime.dayCount', { count: data.days, number: number(data.days) })}
            </strong>
          </>
        )
      }
      load={(paging) => loadDowntimeRows(view, paging)}
      table={(title, rows) => <StaysTable title={title} rows={rows} />}
    />
  )
}

function StaysTable({ title, rows }: { title: string; rows: readonly DowntimeRow[] }) {
  const t = useTexts('fleet-reports')
  const { date, number, text } = useFormat()
  const isPhone = useIsPhone()
  const leftOn = ({ left }: DowntimeRow) => (left === null ? t('fleet-reports:downtime.still') : date(left))
  return (
    <Table size="small" aria-label={title}>
      <TableHead>
        <TableRow>
          <TableCell>{t('fleet-reports:downtime.arrived')}</TableCell>
          {!isPhone && <TableCell>{t('fleet-reports:downtime.left')}</TableCell>}
          <TableCell>{t('fleet-reports:downtime.order')}</TableCell>
          {!isPhone && <TableCell>{t('fleet-reports:by.vehicle')}</TableCell>}
          {!isPhone && <TableCell>{t('fleet-reports:by.shop')}</TableCell>}
          <TableCell align="right">{t('fleet-reports:downtime.days')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.order_id}>
            <TableCell sx={{ whiteSpace: 'nowrap' }}>{date(row.arrived)}</TableCell>
            {!isPhone && <TableCell sx={{ whiteSpace: 'nowrap' }}>{leftOn(row)}</TableCell>}
            <TableCell sx={{ overflowWrap: 'anywhere' }}>
              <TextLink to="/orders/$orderId/approvals" params={{ orderId: String(row.order_id) }}>
                {t('fleet-reports:rows.order', { number: row.order_id })}
              </TextLink>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {isPhone ? (
                  <VehicleAndFacts row={row} facts={[row.shop, row.services, leftOn(row)]} />
                ) : (
                  row.services
                )}
              </Typography>
            </TableCell>
            {!isPhone && (
              <TableCell>
                <RowVehicle row={row} />
              </TableCell>
            )}
            {!isPhone && <TableCell>{text(row.shop)}</TableCell>}
            <TableCell align="right">{number(row.days)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
