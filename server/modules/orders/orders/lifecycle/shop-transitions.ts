import type { Transaction } from '#server/db/database.ts'
import type { OrderKey } from '#server/modules/orders/orders/order-types.ts'
import { transitionOrder } from './order-transitions.ts'

// Transitions by the shop that change no amount.

/** The shop confirms the appointment. */
export function confirmAppointment(tx: Transaction, of: OrderKey) {
  return transitionOrder(tx, of, 'confirm', { shop: true })
}

/** The shop confirms it at another time, which the caller has already reserved. */
export function rescheduleAppointment(tx: Transaction, of: OrderKey, at: Date) {
  return transitionOrder(tx, of, 'reschedule', { shop: true }, { appointment_datetime: at })
}

/** The shop declines the appointment. */
export function declineAppointment(tx: Transaction, of: OrderKey, note: string | undefined) {
  return transitionOrder(tx, of, 'cancel', { shop: true }, {}, note === undefined ? {} : { note })
}

/** The shop has added its invoice, or will upload it. */
export function attachInvoice(tx: Transaction, of: OrderKey, invoice_number?: string) {
  const change = invoice_number === undefined ? {} : { invoice_number }
  return transitionOrder(tx, of, 'attach_invoice', { shop: true }, change)
}
