import { sql } from '#server/db/sql.ts'

/**
 * Column with the terms of a promotion `p` that an order has (`customers_promotions c`), as JSON: see PromotionTerms. Only
 * approvals since the promotion was applied count, because earlier ones did not have its discount. IDs of the activity
 * log are in the order of the changes, because each change locks the order. Index: shop_order_activity_items_order.
 */
export const PROMOTION_TERMS = sql`json_build_object('percent_off', p.percent_off::text, 'amount_off', p.amount_off::text,
  'minimum', p.minimum::text, 'approved_sub_total', (
    select s.sub_total::text
    from shop_order_activity_items a cross join lateral (
      select coalesce(sum((d ->> 'price')::numeric), 0)::numeric(12, 2) as sub_total
      from jsonb_array_elements(a.service_details) d where d ->> 'status' is distinct from 'rejected') s
    where a.order_id = c.order_id and a.activity_type in ('approve', 'auto_approve') and s.sub_total >= p.minimum
      and a.id > coalesce((select max(b.id) from shop_order_activity_items b
        where b.order_id = c.order_id and b.activity_type = 'promote'), 0)
    order by a.id desc limit 1))`
