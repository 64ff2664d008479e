import { orderSums, RETAIL_SAVINGS_PERCENT } from '#domain/orders/prices.ts'
import { taxPercent } from '#domain/orders/tax-rates.ts'
import type { Transaction } from '#server/db/database.ts'
import type { ShopsService } from '#server/modules/catalog/shops/shops.service.ts'
import type { OrderHead } from '#server/modules/orders/orders/order-types.ts'
import type { OrdersRepository } from '#server/modules/orders/orders/orders.repository.ts'
import { promotionTermsOf } from '#server/modules/orders/promotions/order-promotion.ts'

/** Calculates subtotal, tax, promotion, saving and total of an order. */
export function orderTotals({ orders, shops }: { orders: OrdersRepository; shops: ShopsService }) {
  /** Returns the totals for services with these prices. */
  async function totalsOf(tx: Transaction, head: OrderHead, prices: readonly string[]) {
    const shop = head.shop_id === null ? undefined : await shops.pricing(tx, head.shop_id)
    const { lines: _, ...sums } = orderSums(prices, {
      taxPercent: shop ? taxPercent(shop.country, shop.state) : 0,
      savingsPercent: shop?.retail_savings_percent ?? RETAIL_SAVINGS_PERCENT,
      promotion: await promotionTermsOf(tx, head.fleet_id, head.id),
    })
    return sums
  }

  return {
    totalsOf,

    /** Returns the totals of the order's current services. */
    async currentTotals(tx: Transaction, head: OrderHead) {
      const lines = await orders.lines(tx, head.fleet_id, head.id)
      return totalsOf(
        tx,
        head,
        lines.map((line) => line.total),
      )
    },
  }
}
export type OrderTotals = ReturnType<typeof orderTotals>
