import { cents } from '#domain/orders/prices.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderHead } from '#server/modules/orders/orders/order-types.ts'
import { Problem } from '#server/problem.ts'
import { currentOrderTotals } from './order-totals.ts'
import { lockOrder, transitionOrder } from './order-transitions.ts'

// Changes to an order by users of its fleet.

/** The revision of an order that its editor saw. */
interface OrderRevision {
  id: number
  ifMatch: number | null
}

/** Applies a promotion to the order's totals and logs it. */
export async function promoteOrder(
  tx: Transaction,
  actor: Actor,
  id: number,
  apply: (head: OrderHead) => Promise<void>,
) {
  const orderKey = { fleetId: actor.fleet.id, id }
  const head = await lockOrder(tx, orderKey, 'promote', { actor })
  await apply(head)
  const totals = await currentOrderTotals(tx, head)
  // A higher amount needs a new approval.
  if (head.status === 'approved' && cents(totals.total) > cents(head.total)) throw new Problem('order_status')
  return transitionOrder(tx, orderKey, 'promote', { actor }, totals)
}

/** Cancels an order. @param note the reason, for its activity */
export function cancelOrder(tx: Transaction, actor: Actor, revision: OrderRevision, note?: string) {
  const why = note === undefined ? {} : { note }
  return transitionOrder(tx, { ...revision, fleetId: actor.fleet.id }, 'cancel', { actor }, {}, why)
}

export function setPoNumber(
  tx: Transaction,
  actor: Actor,
  revision: OrderRevision,
  po_number: string | null,
) {
  const key = { ...revision, fleetId: actor.fleet.id }
  return transitionOrder(tx, key, 'edit', { actor }, { po_number }, { type: 'po_number' })
}

export function setComments(
  tx: Transaction,
  actor: Actor,
  revision: OrderRevision,
  customer_comments: string | null,
) {
  const key = { ...revision, fleetId: actor.fleet.id }
  return transitionOrder(tx, key, 'edit', { actor }, { customer_comments }, { type: 'comments' })
}
