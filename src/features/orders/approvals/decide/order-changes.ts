import type { Order } from '#contract/orders/order.ts'
import type { OrderService } from '#contract/orders/order-row.ts'

/** A difference that an approver must see before deciding. */
export type OrderChange =
  | { kind: 'added' | 'removed'; id: number; name: string; after: string }
  | { kind: 'price'; id: number; name: string; before: string; after: string }
  | { kind: 'total' | 'shop'; before: string; after: string }
  | { kind: 'appointment'; before: Order; after: Order }

const shownOf = (order: Order): OrderService[] =>
  order.order_services.filter(({ status }) => status !== 'deleted' && status !== 'rejected')

const nameOf = (service: OrderService) => service.vanity_label ?? service.name

/**
 * Returns the differences between the order that the approver saw and the current one. Ignores labels, notes and the PO
 * number.
 */
export function changesBetween(seen: Order, now: Order): OrderChange[] {
  if (seen.rev === now.rev) return []
  const before = new Map(shownOf(seen).map((service) => [service.id, service]))
  const after = new Map(shownOf(now).map((service) => [service.id, service]))
  const changes: OrderChange[] = []
  for (const [id, service] of after) {
    const known = before.get(id)
    if (!known) changes.push({ kind: 'added', id, name: nameOf(service), after: service.total })
    else if (known.total !== service.total)
      changes.push({ kind: 'price', id, name: nameOf(service), before: known.total, after: service.total })
  }
  for (const [id, service] of before)
    if (!after.has(id)) changes.push({ kind: 'removed', id, name: nameOf(service), after: service.total })
  if (seen.total !== now.total) changes.push({ kind: 'total', before: seen.total, after: now.total })
  if (seen.appointment_datetime !== now.appointment_datetime)
    changes.push({ kind: 'appointment', before: seen, after: now })
  if (seen.shop_id !== now.shop_id) changes.push({ kind: 'shop', before: shopOf(seen), after: shopOf(now) })
  return changes
}

/** The order that the approver saw, with the total that their own promotion gave it. All other changes are reported. */
export const withOwnPromotion = (seen: Order, applied: Order): Order => ({ ...seen, total: applied.total })

const shopOf = (order: Order) => order.shop?.name ?? order.custom_shop_name ?? ''
