import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import type { GatewayNotification } from '#server/integrations/card-gateway/notifications.ts'
import type { PaymentRow } from '#server/modules/money/payments/payment-types.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import { amountLeft } from '#server/modules/money/payments/refunds/amount-left.ts'
import { refundsRepository as refunds } from '#server/modules/money/payments/refunds/refunds.repository.ts'
import { addOrderActivity } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { Problem } from '#server/problem.ts'
import { requireRecordedCapture, returnAmount, reverseCapture, takeRest } from './capture-reversals.ts'
import { gatewayNotificationsRepository as notifications } from './gateway-notifications.repository.ts'

/** Records a notification about a dispute and its effect on the payment. */
export async function applyDispute(
  tx: Transaction,
  row: PaymentRow,
  { kind, dispute: notified, sentAt }: GatewayNotification,
): Promise<void> {
  if (!notified) return
  const status = kind === 'dispute_opened' ? 'open' : kind === 'dispute_won' ? 'won' : 'lost'
  const saved = await notifications.saveDispute(tx, row, { ...notified, status, notifiedAt: sentAt })
  if (!saved) return
  await payments.logActivity(tx, row, status === 'open' ? 'dispute_opened' : `dispute_${status}`, {
    amount: saved.amount,
    note: notified.reason,
  })
  // Every recorded loss is a movement of money, regardless of the payment's status, so its reversal is one too.
  if (status === 'won' && saved.before === 'lost')
    await payments.logActivity(tx, row, 'dispute_returned', { amount: saved.amount })
  if (row.order_id !== null)
    await addOrderActivity(
      tx,
      { fleetId: row.fleet_id, id: row.order_id },
      { type: `payment_dispute_${status}`, userId: null, note: notified.reason ?? undefined },
    )
  if (status === 'won') await returnAmount(tx, row, saved)
  if (status !== 'lost') return
  requireRecordedCapture(row)
  if (row.status === 'failed' && row.reason === 'dispute_lost') await takeRest(tx, row, saved)
  if (row.status !== 'captured') return
  const left = amountLeft(row)
  // If the bank took a part, it counts as refunded. If it took the whole amount, the order needs another payment.
  const isPart = cents(saved.amount) < cents(left)
  const sent = await refunds.sent(tx, row.id)
  // Whether a part is left depends on a refund that the gateway may have executed.
  if (isPart && cents(saved.amount) >= cents(left) - cents(sent))
    throw new Problem('unavailable', { retryAfter: 10 })
  if (isPart) await refunds.book(tx, row.id, saved.amount)
  else await reverseCapture(tx, row, 'dispute_lost')
  await notifications.markTakenBack(tx, saved.id, isPart ? 'part' : 'whole')
}
