import type { ApprovalReason } from '#contract/orders/order-activity.ts'
import {
  canTransition,
  evaluateTransition,
  type OrderAction,
  type OrderStatus,
  serviceStatusFor,
} from '#domain/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { orderActivityRepository as orderActivity } from '#server/modules/orders/orders/order-activity.repository.ts'
import { orderLinesRepository as orderLines } from '#server/modules/orders/orders/order-lines.repository.ts'
import type {
  NewActivity,
  OrderChange,
  OrderHead,
  OrderKey,
} from '#server/modules/orders/orders/order-types.ts'
import { ordersRepository as orders } from '#server/modules/orders/orders/orders.repository.ts'
import { Problem } from '#server/problem.ts'
import { releasePromotion } from './order-promotion.repository.ts'

/**
 * The actor of a transition: a user of the fleet, the shop, or the system (payments). `userId`: a user whose permission
 * was checked before.
 */
type TransitionActor = { actor: Actor } | { shop: true } | { system: true; userId?: number | null }

/** What the activity of a transition records; its type is the action by default. */
interface TransitionReason {
  type?: string
  note?: string
  because?: ApprovalReason
  proposedTime?: Date
}

/**
 * Applies one transition of an order, checked against the table in domain/orders/order-rules.ts. 404 if the actor cannot
 * see the order, 403 if the party may not do this, 409 `order_status` if the status does not allow it.
 */
export async function transitionOrder(
  tx: Transaction,
  orderKey: OrderKey & { ifMatch?: number | null },
  action: OrderAction,
  mover: TransitionActor,
  change: OrderChange = {},
  why: TransitionReason = {},
): Promise<OrderHead> {
  const head = await lockOrder(tx, orderKey, action, mover)
  if (orderKey.ifMatch !== undefined && orderKey.ifMatch !== null && orderKey.ifMatch !== head.rev)
    throw new Problem('stale', { etag: `"${head.rev}"` })
  return applyTransition(tx, head, action, mover, change, why)
}

/** Applies a transition of an order that this transaction has locked. Errors: not_allowed, order_status. */
export async function applyTransition(
  tx: Transaction,
  head: OrderHead,
  action: OrderAction,
  mover: TransitionActor,
  change: OrderChange = {},
  { type = action, ...why }: TransitionReason = {},
): Promise<OrderHead> {
  const to = statusAfter(head, action, mover)
  const { fleet_id: fleetId, id: orderId } = head
  await orders.update(tx, head, to, change)
  const services = to === head.status ? null : serviceStatusFor(to)
  if (services !== null) await orderLines.setServiceStatuses(tx, head, services)
  if (to === 'cancel') await releasePromotion(tx, fleetId, orderId)
  await orderActivity.logActivity(tx, { ...actingParty(mover, action), fleetId, orderId, type, ...why })
  return { ...head, status: to }
}

/** Locks the order until the transaction ends, if `mover` may take this action now. Errors: as `transitionOrder`. */
export async function lockOrder(
  tx: Transaction,
  orderKey: OrderKey,
  action: OrderAction,
  mover: TransitionActor,
): Promise<OrderHead> {
  const actor = 'actor' in mover ? mover.actor : undefined
  const head = await orders.lock(tx, orderKey.fleetId, orderKey.id, actor)
  if (!head) throw new Problem('not_found')
  // Throws if the action is not allowed.
  statusAfter(head, action, mover)
  return head
}

/** Returns the status that the action leads to. Errors: not_allowed, order_status. */
function statusAfter(head: OrderHead, action: OrderAction, mover: TransitionActor): OrderStatus {
  const verdict =
    'actor' in mover
      ? canTransition(orderRoleOf(head, mover.actor), head.status, action)
      : evaluateTransition(head.status, action, 'shop' in mover ? 'shop' : 'system')
  if ('refused' in verdict) throw new Problem(verdict.refused)
  return verdict.to
}

const orderRoleOf = (head: OrderHead, actor: Actor) => ({
  roles: actor.roles,
  isOriginator: head.originator_id === actor.userId,
})

function actingParty(mover: TransitionActor, action: OrderAction): Pick<NewActivity, 'userId' | 'party'> {
  if ('actor' in mover) return { userId: mover.actor.userId, party: 'user' }
  if ('shop' in mover) return { userId: null, party: 'shop' }
  if (mover.userId) return { userId: mover.userId, party: 'user' }
  return { userId: null, party: action === 'auto_approve' ? 'auto_approve' : 'system' }
}
