import { judgeMove, type OrderAction, type OrderStatus, shopMay } from '#contract/orders/order-rules.ts'
import type { ShopOrder } from '#contract/orders/shop-links.ts'
import type { ShopKind, ShopOp } from '#src/offline/shop/shop-db.ts'

const ACTIONS: Partial<Record<ShopKind, OrderAction>> = {
  confirm: 'confirm',
  decline: 'cancel',
  estimate: 'estimate',
  complete: 'complete',
  invoice: 'attach_invoice',
}

/** What the shop may do next and which status that is, once all that waits here has arrived. */
export function projected(order: ShopOrder, ops: readonly ShopOp[]): Pick<ShopOrder, 'status' | 'may'> {
  const waiting = ops.filter((op) => !op.refused && ACTIONS[op.kind])
  if (waiting.length === 0) return order
  const status = waiting.reduce<OrderStatus>((now, op) => {
    const verdict = judgeMove(now, ACTIONS[op.kind] ?? 'edit', 'shop')
    return 'to' in verdict ? verdict.to : now
  }, order.status as OrderStatus)
  const may = shopMay(status).filter((action) => action !== 'reschedule' || order.may.includes('reschedule'))
  return { status, may }
}
