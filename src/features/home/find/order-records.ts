import type { OrderName } from '#src/offline/model/api/cache-api.ts'
import { indexNow, indexTexts, type TextIndex } from './text-index.ts'

/** A shop of past or open orders. */
export interface OrderShop {
  name: string
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
  const counts = new Map<string, number>()
  const index = yield* indexTexts(orders.length, (nth) => {
    const order = orders[nth]
    if (!order) return []
    if (order.shop) counts.set(order.shop, (counts.get(order.shop) ?? 0) + 1)
    return [order.id, order.po_number, order.shop]
  })
  const shops = [...counts].map(([name, count]) => ({ name, orders: count }))
  shops.sort((a, b) => b.orders - a.orders)
  return { orders, index, shops, shopIndex: indexNow(shops.map(({ name }) => [name])) }
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
