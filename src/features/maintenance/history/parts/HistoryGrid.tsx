import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'
import { WaitingChip } from '#src/features/vehicles/vehicles/WaitingChip.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { onScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import type { HistoryRow } from '../history-rows.ts'

interface HistoryGridProps {
  rows: readonly HistoryRow[]
  documentsOf: (row: HistoryRow) => ReactNode
  actionsOf: (row: HistoryRow) => ReactNode
}

/** The history on desktops: date, shop, distance, completed services, saved services, cost (MHX-042). */
export function HistoryGrid({ rows, documentsOf, actionsOf }: HistoryGridProps) {
  const t = useTexts('history')
  const format = useFormat()
  return (
    <TableContainer component={Paper} variant="outlined">
      <Table size="small" aria-label={t('history:title')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('history:column.date')}</TableCell>
            <TableCell>{t('history:column.shop')}</TableCell>
            <TableCell align="right">
              {t('history:column.distance', { context: format.country.toLowerCase() })}
            </TableCell>
            <TableCell>{t('history:column.completed')}</TableCell>
            <TableCell>{t('history:column.saved')}</TableCell>
            <TableCell align="right">{t('history:column.cost')}</TableCell>
            <TableCell>{t('history:column.invoices')}</TableCell>
            <TableCell sx={onScreenOnly}>{t('history:column.actions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.key} hover sx={{ verticalAlign: 'top', '& td': { verticalAlign: 'top' } }}>
              <TableCell sx={{ whiteSpace: 'nowrap' }}>
                {format.date(row.day)}
                {row.waiting && (
                  <Typography component="div" sx={{ mt: 0.5 }}>
                    <WaitingChip waiting={row.waiting} files={row.documents.length} />
                  </Typography>
                )}
              </TableCell>
              <TableCell>
                {row.shop ?? dash}
                <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                  {row.shopPlace}
                </Typography>
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                {format.number(row.distance)}
              </TableCell>
              <TableCell sx={{ textDecoration: row.waiting?.change === 'delete' ? 'line-through' : 'none' }}>
                {row.completed.join(', ') || dash}
              </TableCell>
              <TableCell>{row.saved.join(', ') || dash}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                {format.money(row.total)}
              </TableCell>
              <TableCell>{documentsOf(row)}</TableCell>
              <TableCell sx={onScreenOnly}>{actionsOf(row)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
