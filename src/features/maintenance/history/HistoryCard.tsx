import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { WaitingChip } from '#src/features/vehicles/vehicles/WaitingChip.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import type { HistoryRow } from './history-rows.ts'

interface HistoryCardProps {
  row: HistoryRow
  /** Shown at the top in lists with several vehicles. */
  vehicle?: ReactNode
  actions?: ReactNode
  documents?: ReactNode
}

/** A history row on phones: services first, then shop, date and cost. */
export function HistoryCard({ row, vehicle, actions, documents }: HistoryCardProps) {
  const t = useTexts('history')
  const format = useFormat()
  const isGoing = row.waiting?.change === 'delete'
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.5, display: 'grid', gap: 0.5 }}>
      {vehicle}
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
        <Typography
          sx={{
            fontWeight: 600,
            textDecoration: isGoing ? 'line-through' : 'none',
            overflowWrap: 'anywhere',
          }}
        >
          {row.completed.join(', ') || t('history:row.nothingDone')}
        </Typography>
        {row.total !== null && (
          <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>{format.money(row.total)}</Typography>
        )}
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {[
          format.date(row.day),
          row.distance !== null && format.distance(row.distance, row.unit),
          row.shop,
          row.shopPlace,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      {row.saved.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('history:row.saved', { services: row.saved.join(', ') })}
        </Typography>
      )}
      {row.waiting && (
        <Box>
          <WaitingChip waiting={row.waiting} files={row.documents.length} />
        </Box>
      )}
      {(documents || actions) && (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'end', mx: -1, mb: -0.5 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>{documents}</Box>
          {actions}
        </Stack>
      )}
    </Paper>
  )
}
