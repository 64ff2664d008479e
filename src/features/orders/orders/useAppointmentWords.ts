import type { Order } from '#contract/orders/orders.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { zoneName } from '#src/lib/zone-name.ts'

type Appointment = Pick<
  Order,
  'appointment_datetime' | 'appointment_date_pretty' | 'appointment_time_pretty' | 'appointment_time_zone'
>

/**
 * When an appointment is, by the shop's clock. Where the reader's clock shows another time, both are named with their
 * zones, because every other time on the screen is the reader's.
 */
export function useAppointmentWords(): (appointment: Appointment) => string {
  const t = useTexts('orders')
  const format = useFormat()
  return (appointment) => {
    const { appointment_datetime: at, appointment_time_zone: zone } = appointment
    const atShop = `${appointment.appointment_date_pretty} ${appointment.appointment_time_pretty}`
    const here = format.dateTime(at)
    if (here === atShop) return atShop
    const locale = `${format.language}-${format.country}`
    const named = (time: string, of: string) => `${time} ${zoneName(at, of, locale) ?? ''}`.trim()
    return t('orders:appointment.bothClocks', {
      atShop: named(atShop, zone),
      here: named(format.time(at), format.timeZone),
    })
  }
}
