import { difference } from '#domain/orders/prices.ts'
import type { PaymentRow } from '#server/modules/money/payments/payment-types.ts'

/** Returns the part of a capture that was neither refunded nor taken back by the bank. */
export const amountLeft = (payment: Pick<PaymentRow, 'capture_amount' | 'refunded_amount'>): string =>
  difference(payment.capture_amount ?? '0.00', payment.refunded_amount)
