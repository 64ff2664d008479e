import { Money, MoneySum } from '../core/fields.ts'
import * as z from '../core/zod.ts'

/** Terms of an order's promotion, from which the totals of its services are computed. */
export const PromotionTerms = z.object({
  percent_off: z.nullable(z.string()),
  amount_off: z.nullable(Money),
  minimum: Money,
  /**
   * Subtotal of the last approval that reached the minimum since the promotion was applied: below the minimum, services
   * keep their share of its discount (decision 133). Null: none. Earlier servers lack it.
   */
  approved_sub_total: z.optional(z.nullable(MoneySum)),
})
