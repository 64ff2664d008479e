import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Schedule from '@mui/icons-material/Schedule'
import type { OrderHistory } from '#contract/maintenance/history-record.ts'
import { nameWithId, type UpcomingRow } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { InlineFacts } from '#src/ui/layout/InlineFacts.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'
import { coverageOf, type DueRow, dueNames } from './due-view.ts'
import { ScheduleDue } from './ScheduleDue.tsx'

interface DueItemProps {
  row: DueRow
  /** The open order of the vehicle. */
  order: OrderHistory | undefined
}

/** One interval: vehicle, due services, due date or distance, and a booking button (DSH-018). */
export function DueItem({ row, order }: DueItemProps) {
  const t = useTexts('dashboard')
  const format = useFormat()
  const { interval } = row
  const limits = [
    order !== undefined && t(`dashboard:due.onOrder.${coverageOf(row, order)}`),
    interval.due_at !== null &&
      t('dashboard:due.at', { distance: format.distance(interval.due_at, interval.unit) }),
    interval.due_date && t('dashboard:due.on', { date: format.date(interval.due_date) }),
    row.snoozedUntil && t('common:snoozedUntil', { date: format.date(row.snoozedUntil) }),
  ]
  return (
    <Box sx={line}>
      <LinkBox to="/vehicles/$vehicleId" params={{ vehicleId: String(row.vehicleId) }} sx={link}>
        <Typography sx={{ fontWeight: 600, fontSize: '0.9375rem', overflowWrap: 'anywhere' }}>
          {nameWithId(row)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {dueNames(row, format.language)}
        </Typography>
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary' }}>
          <InlineFacts facts={limits} />
        </Typography>
      </LinkBox>
      <Box sx={{ display: 'grid', justifyItems: 'end', flexShrink: 0, pr: 1, pt: 0.75 }}>
        <DueStatus due={row.due} />
        <ScheduleDue row={row} orderId={order?.id} />
      </Box>
    </Box>
  )
}

/** Past due is red (SVC-044). */
export function DueStatus({ due }: { due: UpcomingRow['due'] }) {
  const t = useTexts('dashboard')
  return due === 'past_due' ? (
    <StatusChip tone="danger" icon={<ErrorOutlined />} label={t('dashboard:due.past_due')} />
  ) : (
    <StatusChip tone="warning" icon={<Schedule />} label={t('dashboard:due.due_soon')} />
  )
}

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
} as const

const link = {
  flexGrow: 1,
  minWidth: 0,
  py: 1,
  pl: 2,
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outlineOffset: '-2px' },
} as const
