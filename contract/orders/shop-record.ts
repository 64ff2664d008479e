import { Id, Money } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** What a fleet paid for one service at a shop, before tax. */
export const PaidPrice = z.object({
  service_definition_id: Id,
  /** In the language of the request. */
  name: z.string(),
  /** Number of orders that the prices come from. */
  orders: z.int(),
  median: Money,
  lowest: Money,
  highest: Money,
})
export type PaidPrice = z.infer<typeof PaidPrice>

/** What a fleet knows about a shop from its own orders there, as far as the user sees their vehicles. */
export const ShopRecord = z.object({
  shop_id: Id,
  open_count: z.int(),
  past_count: z.int(),
  /** Of the finished orders of the last 24 months; services with too few orders are left out. */
  prices: z.array(PaidPrice),
  /** Median of the calendar days from the appointment to the completion; null: too few orders. */
  stay: z.nullable(z.object({ orders: z.int(), median_days: z.number() })),
})
export type ShopRecord = z.infer<typeof ShopRecord>

export const shopRecordContract = {
  /** 404: no such shop in the fleet's country. */
  show: call({ access: 'orders.read' })
    .route({
      method: 'GET',
      path: v4('/shops/{shop_id}/record'),
      tags: ['orders'],
      summary: 'Summarize the fleet’s orders at a shop',
    })
    .input(z.object({ shop_id: Id }))
    .output(ShopRecord),
}
