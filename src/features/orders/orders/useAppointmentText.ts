import type { Order } from '#contract/orders/order.ts'
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
 * Formats an appointment in the shop's time zone. If the user's local time differs, shows both with their zones, and
 * the user's date if that differs too.
 */
export function useAppointmentText(): (appointment: Appointment) => string {
  const t = useTexts('orders')
  const format = useFormat()
  return (appointment) => {
    const { appointment_datetime: at, appointment_time_zone: zone } = appointment
    const atShop = appointmentAtShop(appointment, format)
    if (!format.zoneMark(at, zone)) return atShop
    const own = format.dateTime(at, format.ownZone)
    const ownName = zoneName(at, format.ownZone, format) ?? ''
    const isSameDay = own.startsWith(appointment.appointment_date_pretty)
    const here = isSameDay ? format.time(at, format.ownZone) : own
    return t('orders:appointment.bothClocks', {
      atShop,
      here: here.endsWith(ownName) ? here : `${here} ${ownName}`,
    })
  }
}

/** Formats date and time in the shop's time zone, with the zone if the user's local time differs. */
export function appointmentAtShop(appointment: Appointment, format: Formatter): string {
  return [appointment.appointment_date_pretty, timeAtShop(appointment, format)].filter(Boolean).join(' ')
}

export function timeAtShop(
  { appointment_datetime: at, appointment_time_pretty: time, appointment_time_zone: zone }: Appointment,
  format: Formatter,
): string {
  return [time, time && format.zoneMark(at, zone)].filter(Boolean).join(' ')
}

/** Formats a row's appointment: in the shop's time zone if the server sent it, else in the fleet's. */
export function useRowTime(): (row: RowTime) => string {
  const format = useFormat()
  return ({ date, time, zone, appointment_datetime: at }) =>
    date && time && zone
      ? [date, time, format.zoneMark(at, zone)].filter(Boolean).join(' ')
      : format.dateTime(at)
}
