import type { Transaction } from '#server/db/database.ts'
import type { ShopsService } from '#server/modules/catalog/shops/shops.service.ts'
import type { AutoApproval } from '#server/modules/money/payments/auto-approval.ts'
import type { OrderKey } from '#server/modules/orders/orders/order-types.ts'
import type { OrdersRepository } from '#server/modules/orders/orders/orders.repository.ts'
import type { OdometerService } from '#server/modules/vehicles/odometer/odometer.service.ts'
import type { VehiclesService } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import { Problem } from '#server/problem.ts'
import { orderEdits } from './order-edits.ts'
import { orderEstimates } from './order-estimates.ts'
import { orderTotals } from './order-totals.ts'
import { orderTransitions } from './order-transitions.ts'
import { orderWork } from './order-work.ts'
import { shopTransitions } from './shop-transitions.ts'

export interface OrderLifecycleDeps {
  orders: OrdersRepository
  vehicles: VehiclesService
  odometer: OdometerService
  shops: ShopsService
  /** Authorizes the amount of an approval by policy. */
  autoApproval: AutoApproval
  now: () => Date
}

/**
 * The lifecycle of an order (ruling 14). Each transition is one use case inside the given transaction: checked against
 * the table in domain/orders/order-rules.ts, written in one statement, and added to the activity log. The triggers of
 * sync_changes notify devices.
 */
export function orderLifecycleService(deps: OrderLifecycleDeps) {
  const { orders } = deps
  const transitions = orderTransitions(orders)
  const totals = orderTotals(deps)
  const parts = { ...deps, ...transitions, ...totals }
  return {
    transition: transitions.transition,
    lockForShop: transitions.lockForShop,
    totalsOf: totals.totalsOf,
    ...shopTransitions(transitions),
    ...orderEstimates(parts),
    ...orderWork(parts),
    ...orderEdits(parts),

    /** Locks the order and returns its status. */
    async statusOf(tx: Transaction, of: OrderKey) {
      return (await orders.lock(tx, of.fleetId, of.id))?.status
    },

    /** Locks the order and returns its total. */
    async totalOf(tx: Transaction, of: OrderKey): Promise<string> {
      const head = await orders.lock(tx, of.fleetId, of.id)
      if (!head) throw new Problem('not_found')
      return head.total
    },

    /** Lists the counted lines. */
    lines: orders.lines,

    /** Adds an activity log entry without a transition, for payments. `userId` null: the system. */
    logActivity: (
      tx: Transaction,
      of: OrderKey,
      entry: { type: string; userId: number | null; note?: string | undefined; amount?: string },
    ) =>
      orders.logActivity(tx, {
        ...{ fleetId: of.fleetId, orderId: of.id, userId: entry.userId, type: entry.type, note: entry.note },
        amount: entry.amount,
        party: entry.userId === null ? 'system' : 'user',
      }),
  }
}
export type OrderLifecycleService = ReturnType<typeof orderLifecycleService>
