import { isOpen } from '#domain/orders/order-rules.ts'
import type { OrderName } from '#src/offline/model/api/cache-api.ts'
import { indexNow, indexTexts, type TextIndex } from './text-index.ts'

/** A shop of past orders. */
export interface OrderShop {
  name: string
  city: string | null
  /** Past orders, which rank the shops. Not shown, because the list that a shop opens has other rows too. */
  orders: number
}

/** The orders of the current fleet, newest first, and their shops, most used first. */
export interface OrderRecords {
  orders: readonly OrderName[]
  index: TextIndex
  shops: readonly OrderShop[]
  shopIndex: TextIndex
}

/** Indexes orders in steps. */
export function* indexOrders(oldestFirst: readonly OrderName[]): Generator<void, OrderRecords> {
  const orders = oldestFirst.toReversed()
  const shopsByLabel = new Map<string, OrderShop>()
  const index = yield* indexTexts(orders.length, (nth) => {
    const order = orders[nth]
    if (!order) return []
    if (order.shop && !isOpen(order.status)) countOrder(shopsByLabel, order.shop, order.city)
    return [order.id, order.po_number, shopLabel(order.shop, order.city)]
  })
  const shops = [...shopsByLabel.values()].sort((a, b) => b.orders - a.orders)
  return { orders, index, shops, shopIndex: indexNow(shops.map(({ name, city }) => [shopLabel(name, city)])) }
}

/** Returns a shop's name and city, as lists show them. */
export const shopLabel = (name: string | null, city: string | null): string =>
  name === null || city === null ? (name ?? '') : `${name}, ${city}`

function countOrder(shops: Map<string, OrderShop>, name: string, city: string | null) {
  const label = shopLabel(name, city)
  const known = shops.get(label)
  if (known) known.orders++
  else shops.set(label, { name, city, orders: 1 })
}

/** Returns a vehicle's latest orders. */
export function ordersOfVehicle({ orders }: OrderRecords, vehicleId: number, most: number): OrderName[] {
  const found: OrderName[] = []
  for (const order of orders) {
    if (order.vehicle_id !== vehicleId) continue
    found.push(order)
    if (found.length === most) break
  }
  return found
}
