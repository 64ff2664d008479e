import type { Transaction } from '#server/db/database.ts'
import type { OrderKey } from '#server/modules/orders/orders/order-types.ts'
import { ordersRepository as orders } from '#server/modules/orders/orders/orders.repository.ts'
import { Problem } from '#server/problem.ts'

// What other modules need about an order besides its transitions (ruling 14).

/** Locks the order and returns its status. */
export async function lockOrderStatus(tx: Transaction, of: OrderKey) {
  return (await orders.lock(tx, of.fleetId, of.id))?.status
}

/** Locks the order and returns its total. */
export async function lockOrderTotal(tx: Transaction, of: OrderKey): Promise<string> {
  const head = await orders.lock(tx, of.fleetId, of.id)
  if (!head) throw new Problem('not_found')
  return head.total
}

/** Lists the counted lines. */
export const orderLines = orders.lines

/** Returns the work of the last approval before an activity log entry. */
export const approvedWork = orders.approvedWork

/** Adds an activity log entry without a transition, for payments. `userId` null: the system. */
export async function addOrderActivity(
  tx: Transaction,
  of: OrderKey,
  entry: { type: string; userId: number | null; note?: string | undefined; amount?: string },
): Promise<void> {
  await orders.logActivity(tx, {
    fleetId: of.fleetId,
    orderId: of.id,
    userId: entry.userId,
    type: entry.type,
    note: entry.note,
    amount: entry.amount,
    party: entry.userId === null ? 'system' : 'user',
  })
}

/** Returns whether the order again has a service that an approver rejected and no one has approved since. */
export const hasRejectedWork = (tx: Transaction, of: OrderKey): Promise<boolean> =>
  orders.hasRejectedWork(tx, { fleet_id: of.fleetId, id: of.id })
