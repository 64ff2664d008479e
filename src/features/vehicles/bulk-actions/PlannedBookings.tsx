import type { PlannedBooking } from '#contract/vehicles/bulk-actions.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface PlannedBookingsProps {
  bookings: readonly PlannedBooking[]
  /** Number of all appointments, of which `bookings` are the first. */
  total: number
  timeZone: string
}

/** Lists the appointments that a booking would make, in the shop's time zone. */
export function PlannedBookings({ bookings, total, timeZone }: PlannedBookingsProps) {
  const t = useTexts('bulk-actions')
  const format = useFormat()
  const rest = total - bookings.length
  return (
    <>
      {/* A list that scrolls must be reachable by keyboard. */}
      <Box
        component="ul"
        tabIndex={0}
        aria-label={t('bulk-actions:booking.list')}
        sx={{ m: 0, pl: 2.5, maxHeight: 220, overflowY: 'auto' }}
      >
        {bookings.map(({ vehicle_id, vehicle_name, services, appointment_datetime: at }) => (
          <li key={vehicle_id}>
            {format.dateTime(at, timeZone)} · {vehicle_name}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {services.join(', ')}
            </Typography>
          </li>
        ))}
      </Box>
      {rest > 0 && (
        <Typography>{t('bulk-actions:more', { count: rest, number: format.number(rest) })}</Typography>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('bulk-actions:booking.note')}
      </Typography>
    </>
  )
}
