import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import { gatewayNotificationsRepository as notifications } from '#server/modules/money/payments/notifications/gateway-notifications.repository.ts'
import type { PaymentRow } from '#server/modules/money/payments/payment-types.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import { amountLeft } from './amount-left.ts'
import { endRefund } from './end-refund.ts'
import { heldAmounts } from './held-amount.reads.ts'
import { refundOverpayment } from './overpayment.ts'
import { type RefundRow, refundsRepository as refunds } from './refunds.repository.ts'

/**
 * Decides whether to send a refund that the gateway does not have, and marks it as sent. Ends it as failed if the bank
 * took the amount back. Locks the payment, so that a dispute sees either a sent or an unsent refund. Needs a
 * transaction of the system, because it may change a dispute.
 */
export async function prepareRefund(tx: Transaction, claimed: RefundRow): Promise<boolean> {
  const payment = await payments.lock(tx, claimed.payment_id)
  const row = await refunds.lock(tx, claimed.id)
  if (!payment || row?.status !== 'requested') return false
  // The bank may take the amount back, so the refund waits until the dispute is over.
  const isDisputed = await refunds.isDisputed(tx, payment.id)
  const reason = isDisputed ? null : await obstacleOf(tx, payment, row)
  if (reason === null) await refunds.markSent(tx, row.id, !isDisputed)
  else {
    await endRefund(tx, payment, row, { status: 'failed', gatewayId: null, reason })
    // Another dispute may have returned a part of the amount.
    if (isPaidAgain(row)) await refundOverpayment(tx, payment)
  }
  return reason === null && !isDisputed
}

/** Returns why a refund must not be sent; null if it may be. */
async function obstacleOf(tx: Transaction, payment: PaymentRow, row: RefundRow): Promise<string | null> {
  if (isPaidAgain(row)) {
    const lostId = await notifications.unrecordedLossId(tx, payment.id)
    // If the dispute is won once more, the amount is refunded then.
    if (lostId !== undefined) {
      await notifications.markTakenBack(tx, lostId, 'whole')
      return 'dispute_lost'
    }
    const held = await heldAmounts.find(tx, payment)
    return cents(held) < 0 ? 'dispute_lost' : null
  }
  if (payment.status !== 'captured') return payment.reason ?? payment.status
  return cents(row.amount) > cents(amountLeft(payment)) ? 'dispute_lost' : null
}

/** Whether the system refunds an amount that the bank returned after another payment replaced it. */
const isPaidAgain = (row: RefundRow) => row.requested_by === null && row.reason === 'paid_again'
