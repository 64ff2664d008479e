import type { Order } from '#contract/orders/order.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { translateGroup } from '#server/texts/translate.ts'
import type { Precondition, UseCase } from '#server/use-case.ts'
import { lastChangeOf } from '../../core/changes/last-change.reads.ts'
import { cancelOrder, setComments, setPoNumber } from './lifecycle/order-edits.ts'
import { orderActivityRepository as orderActivity } from './order-activity.repository.ts'
import { ordersRepository as orders } from './orders.repository.ts'
import { showOrder } from './show-order.service.ts'

/** Fields of an order that its fleet may change. Null clears a field; an omitted field keeps its value. */
interface OrderEdit {
  id: number
  po_number?: string | null | undefined
  customer_comments?: string | null | undefined
}
/** Returns the order as lists show it. 404 if it is missing, in another fleet, or not visible. */
export async function findOrder(tx: Transaction, actor: Actor, id: number): Promise<OrderRow> {
  const row = await orders.find(tx, actor, id)
  if (!row) throw new Problem('not_found')
  return row
}

/** Sets PO number and comments if given. Returns whether one was given. */
export async function editOrder(
  tx: Transaction,
  actor: Actor,
  { id, po_number, customer_comments }: OrderEdit,
  { ifMatch }: Precondition,
): Promise<boolean> {
  if (po_number !== undefined) await setPoNumber(tx, actor, { id, ifMatch }, po_number)
  if (customer_comments === undefined) return po_number !== undefined
  const seen = po_number === undefined ? ifMatch : null
  try {
    await setComments(tx, actor, { id, ifMatch: seen }, customer_comments)
  } catch (error) {
    throw error instanceof Problem && error.code === 'stale'
      ? await staleComments(tx, actor, id, error)
      : error
  }
  return true
}

/** Fields of a decision, which take effect only with `status: 'approved'`. */
const DECISION_FIELDS = ['order_services', 'payment_provider', 'payment_method_id'] as const

/** Cancels, or sets PO number and comments. Checks the revision if the client sent one. */
export async function updateOrder(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  input: OrderEdit & { status?: 'cancel' | undefined } & Partial<
      Record<(typeof DECISION_FIELDS)[number], unknown>
    >,
  { ifMatch }: Precondition,
): Promise<{ body: Order }> {
  const stray = DECISION_FIELDS.filter((field) => input[field] !== undefined)
  if (stray.length > 0 && input.status === undefined)
    throw new Problem('validation', { fields: { status: ['required'] } })
  if (stray.length > 0)
    throw new Problem('validation', {
      fields: Object.fromEntries(stray.map((field) => [field, ['invalid']])),
    })
  const isEdited = await editOrder(tx, actor, input, { ifMatch })
  if (input.status === 'cancel')
    await cancelOrder(tx, actor, { id: input.id, ifMatch: isEdited ? null : ifMatch })
  else if (!isEdited) throw new Problem('validation', { fields: { po_number: ['required'] } })
  return { body: await showOrder({ tx, actor }, input.id) }
}

/** Returns the activity log of an order, newest first (APR-023, APR-057). */
export async function listOrderActivity({ tx, actor }: Pick<UseCase, 'tx' | 'actor'>, orderId: number) {
  if (!(await orders.find(tx, actor, orderId))) throw new Problem('not_found')
  const texts = { ...translateGroup(actor.language, 'server/orders:party'), language: actor.language }
  return { shop_order_activity_items: await orderActivity.activity(tx, actor.fleet.id, orderId, texts) }
}

/**
 * Comments may have been queued on a device while the order changed. The error contains the current order, so the device
 * can tell whether the comments themselves were changed, and by whom.
 */
async function staleComments(tx: Transaction, actor: Actor, id: number, stale: Problem): Promise<Problem> {
  const change = await orderActivity.lastActivity(tx, actor.fleet.id, id, 'comments')
  return new Problem('stale', {
    ...stale.details,
    current: await showOrder({ tx, actor }, id),
    ...(change && { changed: await lastChangeOf(tx, actor, change) }),
  })
}
