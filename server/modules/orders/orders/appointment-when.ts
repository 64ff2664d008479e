import type { Language } from '#contract/core/fields.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { zoneName } from '#domain/core/zone-name.ts'

/** An appointment, or another time for it. */
type ShopTime = Pick<
  OrderRow,
  'appointment_datetime' | 'appointment_date_pretty' | 'appointment_time_pretty' | 'appointment_time_zone'
>

/** When an appointment is, for mails and text messages: by the shop's clock, which is named, for they are read anywhere. */
export function appointmentWhen(time: ShopTime, language: Language): string {
  const { appointment_datetime: at, appointment_time_zone: zone } = time
  const name = zoneName(at, zone, language === 'fr' ? 'fr-CA' : 'en-US')
  return [time.appointment_date_pretty, time.appointment_time_pretty, name].filter(Boolean).join(' ')
}
