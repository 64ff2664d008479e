import type { Language } from '#contract/core/fields.ts'
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
export function appointmentWhen(time: ShopTime, language: Language): string {
  const { appointment_datetime: at, appointment_time_zone: zone } = time
  const name = zoneName(at, zone, language === 'fr' ? 'fr-CA' : 'en-US')
  return [time.appointment_date_pretty, time.appointment_time_pretty, name].filter(Boolean).join(' ')
}
