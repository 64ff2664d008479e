import type { Transaction } from '#server/db/database.ts'
import { orderActivityRepository } from '#server/modules/orders/orders/order-activity.repository.ts'
import { orderLinesRepository } from '#server/modules/orders/orders/order-lines.repository.ts'
import type { OrderKey } from '#server/modules/orders/orders/order-types.ts'
import { ordersRepository as orders } from '#server/modules/orders/orders/orders.repository.ts'
import { Problem } from '#server/problem.ts'

// What other modules need about an order besides its transitions (ruling 14).

/** Locks the order and returns its status. */
export async function lockOrderStatus(tx: Transaction, orderKey: OrderKey) {
  return (await orders.lock(tx, orderKey.fleetId, orderKey.id))?.status
}

/** Locks the order and returns its total. */
export async function lockOrderTotal(tx: Transaction, orderKey: OrderKey): Promise<string> {
  const head = await orders.lock(tx, orderKey.fleetId, orderKey.id)
  if (!head) throw new Problem('not_found')
  return head.total
}

/** Lists the counted lines. */
export const orderLines = orderLinesRepository.lines

/** Returns the work of the last approval before an activity log entry. */
export const approvedWork = orderActivityRepository.approvedWork

/**
 * Returns the total and the work of the last approval. A corrected bill may have less since. Undefined: the activity log
 * has no approval.
 */
export async function lastApproval(tx: Transaction, orderKey: OrderKey) {
  const total = await orderActivityRepository.approvedTotal(tx, orderKey)
  return total === undefined ? undefined : { total, lines: await approvedWork(tx, orderKey) }
}

/** Adds an activity log entry without a transition, for payments. `userId` null: the system. */
export async function addOrderActivity(
  tx: Transaction,
  orderKey: OrderKey,
  entry: { type: string; userId: number | null; note?: string | undefined; amount?: string },
): Promise<void> {
  await orderActivityRepository.logActivity(tx, {
    fleetId: orderKey.fleetId,
    orderId: orderKey.id,
    userId: entry.userId,
    type: entry.type,
    note: entry.note,
    amount: entry.amount,
    party: entry.userId === null ? 'system' : 'user',
  })
}

/** Returns whether the order again has a service that an approver rejected and no one has approved since. */
export const hasRejectedWork = (tx: Transaction, orderKey: OrderKey): Promise<boolean> =>
  orderLinesRepository.hasRejectedWork(tx, { fleet_id: orderKey.fleetId, id: orderKey.id })
