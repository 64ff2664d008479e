import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/**
 * Writes the activity log of the demo orders to match their statuses (ruling 14): of an open order up to its status, of
 * a past order until it was paid. Sends no mail.
 */
export async function recordActivity(tx: Transaction): Promise<void> {
  await tx.query(sql`
    with services as materialized (
      select order_id, sum(total) filter (where status = 'rejected') as rejected,
        jsonb_agg(jsonb_build_object('name', name, 'price', price::text) order by id) as estimated,
        jsonb_agg(jsonb_build_object('name', name, 'price', price::text, 'status', status) order by id) as decided
      from order_services group by order_id)
    insert into shop_order_activity_items (fleet_id, order_id, acting_user_id, acting_party, activity_type, total,
      service_details, created_at, told_at)
    select o.fleet_id, o.id, m.user_id, m.party, m.type,
      -- The estimate includes the services that were rejected afterwards.
      o.total + case when m.type = 'estimate' and r.rejected > 0
        then round(r.rejected * (1 + o.tax_amount / nullif(o.pre_tax_sub_total, 0)), 2) else 0 end,
      case when r.rejected > 0 and m.at > o.last_approval_date - interval '1 minute' then r.decided else r.estimated end,
      m.at, now()
    from shop_orders o join services r on r.order_id = o.id cross join lateral (values
      (1, 'request', 'user', o.originator_id, o.created_at, o.status <> 'walk_in'),
      (2, 'confirm', 'shop', null, o.created_at + interval '5 hours', o.status not in ('initiated', 'walk_in')),
      (3, 'estimate', 'shop', null, coalesce(o.last_approval_date - interval '20 minutes', o.created_at + interval '1 day'),
        o.status not in ('initiated', 'active')),
      (4, 'auto_approve', 'auto_approve', null, o.last_approval_date, o.is_auto_approved),
      (4, 'approve', 'user', o.approver_id, o.last_approval_date, o.approver_id is not null),
      (5, 'complete', 'shop', null, o.completed_at, o.completed_at is not null),
      (6, case o.status when 'paid' then 'pay' when 'paid_in_shop' then 'pay_in_shop' else 'defer_payment' end, 'system',
        null, o.completed_at, o.status in ('paid', 'paid_in_shop', 'paid_deferred'))
      ) m(nth, type, party, user_id, at, is_done)
    where m.is_done order by o.id, m.nth`)
  await tx.query(sql`
    update shop_orders o set awaiting_since = least(now(), a.created_at) from shop_order_activity_items a
    where a.order_id = o.id and a.activity_type = 'estimate' and o.status = 'awaiting_approval'`)
}
