import Button from '@mui/material/Button'
import type { PlannedBooking } from '#contract/vehicles/bulk-actions.ts'
import { FAR_FROM_SHOP_KM, FAR_FROM_SHOP_MILES } from '#domain/vehicles/bulk-action-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

interface PlannedBookingsProps {
  bookings: readonly PlannedBooking[]
  /** Number of all appointments, of which `bookings` are the first. */
  total: number
  /** How many of all appointments are far from the vehicle. */
  far: number
  timeZone: string
  onTakeOut?: ((vehicleId: number) => void) | undefined
}

/**
 * Lists the appointments that a booking would make, in the shop's time zone, with the place of each vehicle and its
 * distance from the shop.
 */
export function PlannedBookings({ bookings, total, far, timeZone, onTakeOut }: PlannedBookingsProps) {
  const t = useTexts('bulk-actions')
  const format = useFormat()
  const rest = total - bookings.length
  const limit = format.distance(format.distanceUnit === 'km' ? FAR_FROM_SHOP_KM : FAR_FROM_SHOP_MILES)
  return (
    <>
      {far > 0 && (
        <AlertBox
          type="notice"
          message={t('bulk-actions:booking.far', {
            count: far,
            number: format.number(far),
            distance: limit,
          })}
        />
      )}
      {/* A list that scrolls must be reachable by keyboard. */}
      <Box component="ul" tabIndex={0} aria-label={t('bulk-actions:booking.list')} sx={list}>
        {bookings.map((booking) => (
          <Box component="li" key={booking.vehicle_id} sx={row}>
            <div>
              {format.dateTime(booking.appointment_datetime, timeZone)} · {booking.vehicle_name}
              <BookingLocation booking={booking} />
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {booking.services.join(', ')}
              </Typography>
            </div>
            {onTakeOut && (
              <Button
                size="small"
                aria-label={t('bulk-actions:booking.takeOutOf', { vehicle: booking.vehicle_name })}
                onClick={() => onTakeOut(booking.vehicle_id)}
              >
                {t('bulk-actions:booking.takeOut')}
              </Button>
            )}
          </Box>
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

/** Department, place and distance, as far as they are known. */
function BookingLocation({ booking }: { booking: PlannedBooking }) {
  const t = useTexts('bulk-actions')
  const format = useFormat()
  const { department_number: department, place, kilometers } = booking
  const away = format.distanceUnit === 'km' ? kilometers : booking.distance
  const isFar = (kilometers ?? 0) > FAR_FROM_SHOP_KM
  const city = place && [place.city, place.state].filter(Boolean).join(', ')
  const facts = [
    department && t('bulk-actions:booking.department', { department }),
    place ? t(`bulk-actions:booking.${place.source}`, { city }) : t('bulk-actions:booking.noLocation'),
  ]
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {facts.filter(Boolean).join(' · ')}
      {away !== null && (
        <>
          {' · '}
          <Box component="span" sx={isFar ? { fontWeight: 650, color: 'error.main' } : {}}>
            {t(isFar ? 'bulk-actions:booking.farAway' : 'bulk-actions:booking.away', {
              distance: format.distance(away),
            })}
          </Box>
        </>
      )}
    </Typography>
  )
}

const list = { maxHeight: 280, overflowY: 'auto' } as const

const row = {
  display: 'flex',
  gap: 1,
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  py: 0.75,
  borderTop: 1,
  borderColor: 'divider',
} as const
