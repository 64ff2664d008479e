import type { Language } from '#contract/core/fields.ts'
import { zoneName } from '#contract/core/zone-name.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'

/** When an appointment is, for mails and text messages: by the shop's clock, which is named, for they are read anywhere. */
export function appointmentWhen(order: OrderRow, language: Language): string {
  const { appointment_datetime: at, appointment_time_zone: zone } = order
  const name = zoneName(at, zone, language === 'fr' ? 'fr-CA' : 'en-US')
  return [order.appointment_date_pretty, order.appointment_time_pretty, name].filter(Boolean).join(' ')
}
