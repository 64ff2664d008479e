import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ComplianceRow } from '#contract/home/compliance.ts'
import { nameWithIdentifier } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'

interface IntervalsTableProps {
  title: string
  rows: readonly ComplianceRow[]
  /** The intervals are due now, so they have no completion. */
  isDueNow: boolean
}

/** Intervals of vehicles: when they were due and when they were done. */
export function IntervalsTable({ title, rows, isDueNow }: IntervalsTableProps) {
  const t = useTexts('fleet-reports')
  const resultOf = useResult()
  const isPhone = useIsPhone()
  return (
    <Table size="small" aria-label={title} sx={narrowCells}>
      <TableHead>
        <TableRow>
          <TableCell>{t('fleet-reports:by.vehicle')}</TableCell>
          <TableCell>{t('fleet-reports:compliance.due')}</TableCell>
          {!isDueNow && <TableCell>{t('fleet-reports:compliance.done')}</TableCell>}
          {!isPhone && <TableCell>{t('fleet-reports:compliance.result')}</TableCell>}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>
              <TextLink to="/vehicles/$vehicleId/schedule" params={{ vehicleId: String(row.vehicle_id) }}>
                {nameWithIdentifier(row.vehicle_name, row.vehicle_identifier)}
              </TextLink>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {isPhone ? `${row.services} · ${resultOf(row)}` : row.services}
              </Typography>
            </TableCell>
            <TableCell sx={oneLine}>
              <Point day={row.due_date} odometer={row.due_at} unit={row.unit} />
            </TableCell>
            {!isDueNow && (
              <TableCell sx={oneLine}>
                <Point day={row.done_on} odometer={row.done_at} unit={row.unit} />
              </TableCell>
            )}
            {!isPhone && <TableCell>{resultOf(row)}</TableCell>}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const oneLine = { whiteSpace: 'nowrap' }
/** A phone has room for the columns only without the usual padding. */
const narrowCells = { '& .MuiTableCell-root': { px: { xs: 0.75, sm: 2 } } }

interface PointProps extends Pick<ComplianceRow, 'unit'> {
  day: string | null
  odometer: number | null
}

/** A day, and an odometer below it. */
function Point({ day, odometer, unit }: PointProps) {
  const { date, distance } = useFormat()
  if (day === null && odometer === null) return dash
  return (
    <>
      {day !== null && <div>{date(day)}</div>}
      {odometer !== null && <div>{distance(odometer, unit)}</div>}
    </>
  )
}

/** Returns a function that describes how late an interval was completed: '3 days late · 250 mi late'. */
function useResult() {
  const t = useTexts('fleet-reports')
  const { distance, number } = useFormat()
  return ({ days_late: days, distance_late, due_status, in_time, unit }: ComplianceRow): string => {
    if (due_status !== null) return t(`fleet-reports:compliance.figure.${due_status}`)
    if (in_time === null) return t('fleet-reports:compliance.figure.not_judged')
    if (in_time) return t('fleet-reports:compliance.figure.in_time')
    return [
      days !== null && t('fleet-reports:compliance.daysLate', { count: days, number: number(days) }),
      distance_late !== null &&
        t('fleet-reports:compliance.distanceLate', { distance: distance(distance_late, unit) }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
