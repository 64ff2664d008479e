import type { ShopOrder } from '#contract/orders/shop-order.ts'
import {
  DONE_STATUSES,
  evaluateTransition,
  type OrderAction,
  type OrderStatus,
  shopActionsFor,
} from '#domain/orders/order-rules.ts'
import { cents } from '#domain/orders/prices.ts'
import {
  type ApprovedTotal,
  needsNewApproval,
} from '#src/features/orders/shop-links/estimate/estimate-draft.ts'
import type { ShopOp } from '#src/offline/shop/shop-op.ts'

const ACTIONS: Partial<Record<ShopOp['kind'], OrderAction>> = {
  confirm: 'confirm',
  decline: 'cancel',
  accept_time: 'accept_time',
  decline_time: 'decline_time',
  estimate: 'estimate',
  complete: 'complete',
  invoice: 'attach_invoice',
}

/** Returns the order's status and the shop's allowed actions once all waiting operations are sent. */
export function projectOrder(
  order: Pick<ShopOrder, 'status' | 'may'> & ApprovedTotal,
  ops: readonly ShopOp[],
): Pick<ShopOrder, 'status' | 'may'> {
  const waiting = ops.filter((op) => !op.refused && ACTIONS[op.kind])
  if (waiting.length === 0) return order
  const status = waiting.reduce<OrderStatus>((now, op) => {
    const verdict = evaluateTransition(now, actionOf(op, order), 'shop')
    return 'to' in verdict ? verdict.to : now
  }, order.status as OrderStatus)
  const may = shopActionsFor(status).filter(
    (action) => action !== 'reschedule' || order.may.includes('reschedule'),
  )
  return { status, may }
}

/** A completion above the approved amount or with unapproved work returns to approval (rulings 28 and 37). */
function actionOf({ kind, body }: ShopOp, order: ApprovedTotal): OrderAction {
  const lines = Array.isArray(body.lines) ? (body.lines as Parameters<typeof needsNewApproval>[0]) : []
  if (kind === 'complete' && (body.requests_approval || needsNewApproval(lines, order))) return 'exceed'
  return ACTIONS[kind] ?? 'edit'
}

/** States that the shop's page shows. How an order is paid does not concern the shop. */
export type ShopState = 'initiated' | 'active' | 'awaiting_approval' | 'approved' | 'complete' | 'cancel'

/** Returns which text the state has: approvals and final bills have their own (SVC-111). */
export function stateTextOf(
  order: Pick<ShopOrder, 'pre_tax_sub_total' | 'sent_sub_total' | 'has_final_bill'>,
  state: ShopState,
) {
  if (state === 'awaiting_approval') return order.has_final_bill ? 'billAwaiting' : state
  if (state !== 'approved') return state
  const { pre_tax_sub_total: approved, sent_sub_total: sent } = order
  if (sent && cents(approved) < cents(sent)) return 'approvedInPart'
  return order.has_final_bill ? 'billApproved' : state
}

/** Returns the state that the shop's page shows for a status, including unknown ones. */
export function shopStateOf(status: string): ShopState {
  if ((DONE_STATUSES as readonly string[]).includes(status)) return 'complete'
  switch (status) {
    case 'initiated':
    case 'initiated_by_user':
      return 'initiated'
    case 'awaiting_approval':
    case 'approved':
    case 'cancel':
      return status
    default:
      return 'active'
  }
}
