import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** What a shop last sent for approval. */
export interface ShopSubmission {
  /** Its subtotal before tax; null: nothing was sent. */
  sub_total: string | null
  /** Whether the shop has sent a final bill that needed an approval. */
  has_bill: boolean
}

/**
 * Columns of an order `o`: see ShopSubmission. They come from the activity log, because a decision changes the lines of
 * the order. Index: shop_order_activity_items_order.
 */
export const SUBMISSION = sql`
  (select coalesce(sum((d ->> 'price')::numeric) filter (where d ->> 'status' is distinct from 'rejected'), 0)::numeric(12, 2)::text
    from (select a.service_details from shop_order_activity_items a where a.order_id = o.id
      and a.activity_type in ('estimate', 'estimate_received', 'exceed', 'bill_received')
      order by a.id desc limit 1) last, jsonb_array_elements(last.service_details) d having count(*) > 0) as sub_total,
  exists (select from shop_order_activity_items a where a.order_id = o.id
    and a.activity_type in ('exceed', 'bill_received')) as has_bill`

export async function readSubmission(db: Queryable, orderId: number): Promise<ShopSubmission> {
  const [row] = await db.query<ShopSubmission>(
    sql`select ${SUBMISSION} from shop_orders o where o.id = ${orderId}`,
  )
  return row ?? { sub_total: null, has_bill: false }
}
