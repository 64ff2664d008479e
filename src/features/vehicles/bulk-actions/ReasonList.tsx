import type { RejectionSummary } from '#contract/vehicles/bulk-actions.ts'
import { BOOKING_DAYS } from '#domain/core/limits.ts'
import type { BulkActionName } from '#domain/vehicles/bulk-action-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { isBookingUndo, nounOf } from './noun-of.ts'

interface ReasonListProps {
  action: BulkActionName
  outcome: RejectionSummary
  /** The action undoes another one. */
  isUndo?: boolean
}

/** Counts the vehicles or orders that stay as they are, by reason, and names them on demand. */
export function ReasonList({ action, outcome, isUndo = false }: ReasonListProps) {
  const t = useTexts('bulk-actions')
  const { number } = useFormat()
  const { refused, reasons, refused_items: items } = outcome
  if (refused === 0) return null
  const context = nounOf(action)
  const rest = refused - items.length
  return (
    <>
      {/* Reasons without a text about orders fall back to their only text. */}
      {reasons.map(({ reason, count }) => (
        <Typography key={reason} sx={{ color: 'text.secondary' }}>
          {t(`bulk-actions:reason.${reason}` as 'bulk-actions:reason.unchanged', {
            context,
            count,
            number: number(count),
            days: BOOKING_DAYS,
          })}
        </Typography>
      ))}
      <Box component="details" sx={{ '& summary': { cursor: 'pointer', py: 0.5 } }}>
        <summary>
          {isBookingUndo(action, isUndo)
            ? t('bulk-actions:bookingUndo.show')
            : t('bulk-actions:show', { context })}
        </summary>
        <Box component="ul" sx={{ listStyle: 'disc', pl: 3 }}>
          {items.map((item) => (
            <li key={item.order_id ?? item.vehicle_id}>
              {item.vehicle_name ?? `#${item.order_id ?? item.vehicle_id}`}
            </li>
          ))}
        </Box>
        {rest > 0 && t('bulk-actions:more', { count: rest, number: number(rest) })}
      </Box>
    </>
  )
}
