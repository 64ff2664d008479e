import type { BulkRejection } from '#contract/vehicles/bulk-actions.ts'
import { canTransition } from '#domain/orders/order-rules.ts'
import type { OrderBulkAction } from '#domain/vehicles/bulk-action-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { UseCase } from '#server/use-case.ts'
import type { ActionValue, Outcome } from '../../vehicles/bulk-actions/bulk-action-types.ts'
import { cancelOrder, setPoNumber } from '../orders/lifecycle/order-edits.ts'
import type { OrderNow } from './orders-now.reads.ts'

type InFleet = Pick<UseCase, 'tx' | 'actor'>

/** Returns why the action would not change an order, as far as that is known beforehand; null: it would. */
export function orderRejection(
  actor: Actor,
  action: OrderBulkAction,
  value: ActionValue,
  order: OrderNow | undefined,
): BulkRejection | null {
  if (!order) return 'not_found'
  const orderRole = { roles: actor.roles, isOriginator: order.originator_id === actor.userId }
  const verdict = canTransition(orderRole, order.status, action === 'cancel_orders' ? 'cancel' : 'edit')
  if ('refused' in verdict) return verdict.refused
  return action === 'po_number' && order.po_number === value.po_number ? 'unchanged' : null
}

/** Changes one order, by the same function as its own page. Throws its problems. */
export async function applyToOrder(
  { tx, actor }: InFleet,
  action: OrderBulkAction,
  value: ActionValue,
  order: OrderNow,
): Promise<Outcome> {
  const reason = orderRejection(actor, action, value, order)
  if (reason) return { state: 'refused', reason }
  const revision = { id: order.id, ifMatch: null }
  if (action === 'cancel_orders') {
    await cancelOrder(tx, actor, revision, value.note)
    return { state: 'done', before: { status: order.status }, after: { status: 'cancel' } }
  }
  await setPoNumber(tx, actor, revision, value.po_number ?? null)
  return {
    state: 'done',
    before: { po_number: order.po_number },
    after: { po_number: value.po_number ?? null },
  }
}

/** Restores the previous PO number of an order, unless it has changed since. */
export async function undoOnOrder(
  useCase: InFleet,
  { before, after }: { before: ActionValue; after: ActionValue },
  order: OrderNow,
): Promise<Outcome> {
  if (order.po_number !== after.po_number) return { state: 'refused', reason: 'changed_since' }
  return applyToOrder(useCase, 'po_number', before, order)
}
