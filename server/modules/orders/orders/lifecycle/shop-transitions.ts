import type { Transaction } from '#server/db/database.ts'
import type { OrderKey } from '#server/modules/orders/orders/order-types.ts'
import type { OrderTransitions } from './order-transitions.ts'

/** Transitions by the shop that change no amount. */
export function shopTransitions({ transition }: Pick<OrderTransitions, 'transition'>) {
  return {
    /** The shop confirms the appointment. */
    confirm: (tx: Transaction, of: OrderKey) => transition(tx, of, 'confirm', { shop: true }),

    /** The shop confirms it at another time, which the caller has already reserved. */
    reschedule: (tx: Transaction, of: OrderKey, at: Date) =>
      transition(tx, of, 'reschedule', { shop: true }, { appointment_datetime: at }),

    /** The shop declines the appointment. */
    decline: (tx: Transaction, of: OrderKey, note: string | undefined) =>
      transition(tx, of, 'cancel', { shop: true }, {}, note === undefined ? {} : { note }),

    /** The shop has added its invoice, or will upload it. */
    attachInvoice(tx: Transaction, of: OrderKey, invoice_number?: string) {
      const change = invoice_number === undefined ? {} : { invoice_number }
      return transition(tx, of, 'attach_invoice', { shop: true }, change)
    },

    /** Marks the order as paid at the shop. */
    payInShop: (tx: Transaction, of: OrderKey) => transition(tx, of, 'pay_in_shop', { shop: true }),
  }
}
