import { orderSums, RETAIL_SAVINGS_PERCENT } from '#domain/orders/prices.ts'
import { taxPercent } from '#domain/orders/tax-rates.ts'
import type { Transaction } from '#server/db/database.ts'
import { shopPricing } from '#server/modules/catalog/shops/shops.service.ts'
import { orderLinesRepository as orderLines } from '#server/modules/orders/orders/order-lines.repository.ts'
import type { OrderHead } from '#server/modules/orders/orders/order-types.ts'
import { promotionTermsOf } from './order-promotion.repository.ts'

/** Returns subtotal, tax, promotion, saving and total of an order for services with these prices. */
export async function orderTotalsFor(tx: Transaction, head: OrderHead, prices: readonly string[]) {
  const shop = head.shop_id === null ? undefined : await shopPricing(tx, head.shop_id)
  const { lines: _, ...sums } = orderSums(prices, {
    taxPercent: shop ? taxPercent(shop.country, shop.state) : 0,
    savingsPercent: shop?.retail_savings_percent ?? RETAIL_SAVINGS_PERCENT,
    promotion: await promotionTermsOf(tx, head.fleet_id, head.id),
  })
  return sums
}

/** Returns the totals of the order's current services. */
export async function currentOrderTotals(tx: Transaction, head: OrderHead) {
  const lines = await orderLines.lines(tx, head.fleet_id, head.id)
  return orderTotalsFor(
    tx,
    head,
    lines.map((line) => line.total),
  )
}
