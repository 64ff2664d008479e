import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import type { PaymentRow } from '#server/modules/money/payments/payment-types.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import { addOrderActivity } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { amountLeft } from './amount-left.ts'
import { type RefundRow, refundsRepository as refunds } from './refunds.repository.ts'

/**
 * Records the end of a refund. Lock payment and refund first. Books at most what is left of the payment, because the
 * bank may have taken the rest. Returns whether the refund was higher than that.
 */
export async function endRefund(
  tx: Transaction,
  payment: PaymentRow,
  row: RefundRow,
  end: { status: 'refunded' | 'failed'; gatewayId: string | null; reason: string | null },
): Promise<boolean> {
  const isDone = end.status === 'refunded'
  const left = amountLeft(payment)
  const isTooMuch = isDone && cents(row.amount) > cents(left)
  await refunds.end(tx, row.id, end.status, end.gatewayId)
  if (isDone) {
    await refunds.book(tx, row.payment_id, isTooMuch ? left : row.amount)
    await payments.logActivity(tx, payment, 'refunded', {
      amount: row.amount,
      userId: row.requested_by,
      note: row.reason,
    })
  }
  if (payment.order_id !== null)
    await addOrderActivity(
      tx,
      { fleetId: row.fleet_id, id: payment.order_id },
      {
        type: isDone ? 'payment_refunded' : 'payment_refund_failed',
        userId: row.requested_by,
        note: isDone ? row.reason : (end.reason ?? undefined),
        amount: row.amount,
      },
    )
  return isTooMuch
}
