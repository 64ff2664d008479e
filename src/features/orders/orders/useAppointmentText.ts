import type { Order } from '#contract/orders/orders.ts'
import { zoneName } from '#domain/core/zone-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { Formatter } from '#src/lib/format/format.ts'
import type { ActiveRow } from './order-rows.ts'

type Appointment = Pick<
  Order,
  'appointment_datetime' | 'appointment_date_pretty' | 'appointment_time_pretty' | 'appointment_time_zone'
>

type RowTime = Pick<ActiveRow, 'date' | 'time' | 'zone' | 'appointment_datetime'>

/**
 * When an appointment is, by the shop's clock. Where the reader's clock shows another time, both are named with their
 * zones, and the reader's with its day where that is another one.
 */
export function useAppointmentText(): (appointment: Appointment) => string {
  const t = useTexts('orders')
  const format = useFormat()
  return (appointment) => {
    const { appointment_datetime: at, appointment_time_zone: zone } = appointment
    const atShop = appointmentAtShop(appointment, format)
    if (!format.zoneMark(at, zone)) return atShop
    const own = format.dateTime(at, format.ownZone)
    const ownName = zoneName(at, format.ownZone, `${format.language}-${format.country}`) ?? ''
    const isSameDay = own.startsWith(appointment.appointment_date_pretty)
    const here = isSameDay ? format.time(at, format.ownZone) : own
    return t('orders:appointment.bothClocks', {
      atShop,
      here: here.endsWith(ownName) ? here : `${here} ${ownName}`,
    })
  }
}

/** Day and time by the shop's clock, with its zone where the reader's clock shows another time. */
export function appointmentAtShop(appointment: Appointment, format: Formatter): string {
  return [appointment.appointment_date_pretty, timeAtShop(appointment, format)].filter(Boolean).join(' ')
}

export function timeAtShop(
  { appointment_datetime: at, appointment_time_pretty: time, appointment_time_zone: zone }: Appointment,
  format: Formatter,
): string {
  return [time, time && format.zoneMark(at, zone)].filter(Boolean).join(' ')
}

/** When the appointment of a row is: by the shop's clock where the server said it, else by the fleet's. */
export function useRowTime(): (row: RowTime) => string {
  const format = useFormat()
  return ({ date, time, zone, appointment_datetime: at }) =>
    date && time && zone
      ? [date, time, format.zoneMark(at, zone)].filter(Boolean).join(' ')
      : format.dateTime(at)
}
