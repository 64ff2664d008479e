import type { Transaction } from '#server/db/database.ts'
import {
  addOrderActivity,
  lockOrderStatus,
} from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import type { PaymentRow } from './payment-types.ts'
import { paymentsRepository as payments } from './payments.repository.ts'

// The effects of a payment's result on its order. A charge of a subscription has no order and no effect.

export async function logOrderActivity(
  tx: Transaction,
  row: PaymentRow,
  type: string,
  note?: string,
): Promise<void> {
  if (row.order_id === null) return
  const amount = type === 'approval_required' ? {} : { amount: row.amount }
  const orderKey = { fleetId: row.fleet_id, id: row.order_id }
  await addOrderActivity(tx, orderKey, { type, userId: row.requested_by, note, ...amount })
}

/** Asks for manual approval when an automatic approval could not be paid. */
export async function requestManualApproval(tx: Transaction, row: PaymentRow): Promise<void> {
  if (row.order_id === null || row.decision === null || row.requested_by !== null) return
  const orderKey = { fleetId: row.fleet_id, id: row.order_id }
  if ((await lockOrderStatus(tx, orderKey)) === 'awaiting_approval')
    await logOrderActivity(tx, row, 'approval_required')
}

/** Records a failed attempt. `waitSeconds` null: do not look it up again. */
export async function failPayment(
  tx: Transaction,
  row: PaymentRow,
  reason: string,
  waitSeconds: number | null,
): Promise<void> {
  await payments.saveState(tx, row.id, { status: 'failed', reason, waitSeconds })
  await payments.logActivity(tx, row, 'failed', { note: reason })
  await logOrderActivity(tx, row, 'payment_failed', reason)
  await requestManualApproval(tx, row)
}

/** Moves the order to manual review (ruling 28), unless it is there already. */
export async function moveToReview(tx: Transaction, row: PaymentRow): Promise<void> {
  if (row.order_id === null) return
  const orderKey = { fleetId: row.fleet_id, id: row.order_id }
  if ((await lockOrderStatus(tx, orderKey)) === 'complete')
    await transitionOrder(tx, orderKey, 'defer_payment', { system: true })
}
