import type { Country, Language } from '#contract/core/fields.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { zoneName } from '#domain/core/zone-name.ts'

/** An appointment, or a proposed time for it. */
type ShopTime = Pick<
  OrderRow,
  'appointment_datetime' | 'appointment_date_pretty' | 'appointment_time_pretty' | 'appointment_time_zone'
>

/**
 * Formats the time of an appointment for emails and text messages, in the shop's time zone. Names the zone, because the
 * reader may be anywhere.
 */
export function appointmentWhen(time: ShopTime, reader: { language: Language; country: Country }): string {
  const zone = zoneName(time.appointment_datetime, time.appointment_time_zone, reader)
  return [time.appointment_date_pretty, time.appointment_time_pretty, zone].filter(Boolean).join(' ')
}
