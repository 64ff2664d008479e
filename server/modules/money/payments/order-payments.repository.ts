import type { Payment, PaymentActivity } from '#contract/money/payment.ts'
import type { ReviewItem } from '#contract/money/payment-review.ts'
import { paysThroughApp } from '#domain/money/pays-through-app.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type FleetScope, inScope } from '../../fmc/fleets/fleet-scope.reads.ts'
import { HELD, HELD_JOINS, IS_REVERSED, MONTH_DUE } from './refunds/held-amount.reads.ts'

/** The payment fields of an order. */
export interface PaidOrder {
  id: number
  status: string
  total: string
  currency: 'USD' | 'CAD'
  pays_through_platform: boolean
}

const METHOD = sql`case when p.method_id is null then p.provider
  else coalesce(m.card_type || ' ' || m.last_4, m.email, 'PayPal') end`
const NAME = sql`u.first_name || ' ' || u.last_name`

/** Condition: a user wrote the note of activity `a`. All other notes are codes. */
const IS_WRITTEN = sql`(a.kind in ('refunded', 'settled_outside') and a.user_id is not null)`

/** The reason why an order is in manual review. Needs the join `p`, its latest attempt. */
const REASON = sql`case
  when p.status in ('requested', 'unknown') then 'running'
  when p.status = 'authorized' and p.next_action = 'void' then 'running'
  when p.status = 'authorized' then 'capture_failed'
  when p.status = 'declined' then 'declined'
  when p.status = 'failed' and p.reason in ('settlement_declined', 'dispute_lost') then p.reason
  when p.status = 'failed' and p.capture_amount is not null then 'capture_failed'
  else 'not_authorized' end`

/**
 * The amount due of an order `o` in manual review: its total minus refunds by users, minus the amount that earlier
 * payments hold.
 */
const AMOUNT_DUE = sql`(o.total - coalesce((
  select sum(refund.by_users + ${HELD}) from payments x ${HELD_JOINS}
  where x.order_id = o.id and ${IS_REVERSED}), 0))::numeric(12, 2)`

/**
 * When order `o` entered manual review. Later edits of the order do not count. Index: shop_order_activity_items_order.
 */
const IN_REVIEW_SINCE = sql`coalesce((
  select max(a.created_at) from shop_order_activity_items a
  where a.order_id = o.id and a.activity_type in ('defer_payment', 'payment_returned')), o.updated_at)`

export const orderPaymentsRepository = {
  async order(db: Queryable, fleetId: number, id: number): Promise<PaidOrder | undefined> {
    const [row] = await db.query<PaidOrder>(sql`
      select o.id, o.status, o.total, case f.country when 'CA' then 'CAD' else 'USD' end as currency,
        f.pays_through_platform
      from shop_orders o join fleets f on f.id = o.fleet_id where o.fleet_id = ${fleetId} and o.id = ${id}`)
    return row
  },

  /** Lists attempts, newest first. Index: payments_attempt. */
  payments(db: Queryable, orderId: number): Promise<Payment[]> {
    return db.query<Payment>(sql`
      select p.id, p.created_at, p.attempt, p.provider, ${METHOD} as method_of_payment, p.status, p.reason, p.amount,
        case when p.status in ('captured', 'refunded') or p.refunded_amount > 0 then p.capture_amount end as captured_amount,
        p.refunded_amount, ${NAME} as requested_by, disputed.disputes, disputed.disputes -> 0 as dispute,
        coalesce((select json_agg(json_build_object('id', r.id,
            'created_at', to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'amount', r.amount::text, 'reason', case when r.requested_by is not null then r.reason end,
            'reason_code', case when r.requested_by is null then r.reason end, 'status', r.status,
            'requested_by', (select ${NAME} from users u where u.id = r.requested_by)) order by r.id desc)
          from payment_refunds r where r.payment_id = p.id), '[]') as refunds
      from payments p left join payment_methods m on m.id = p.method_id left join users u on u.id = p.requested_by
        cross join lateral (select coalesce(json_agg(json_build_object('status', d.status, 'amount', d.amount::text,
            'opened_at', to_char(d.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            order by (d.status = 'open') desc, d.opened_at desc, d.id), '[]') as disputes
          from payment_disputes d where d.payment_id = p.id) disputed
      where p.order_id = ${orderId} order by p.attempt desc`)
  },

  /** Lists activities, newest first. Index: payment_activities_order. */
  activities(db: Queryable, orderId: number): Promise<PaymentActivity[]> {
    return db.query<PaymentActivity>(sql`
      select a.id, a.created_at, a.kind, a.amount, ${NAME} as acting_user,
        case when ${IS_WRITTEN} then a.note end as note,
        case when not ${IS_WRITTEN} then case when a.kind like 'dispute%' then 'dispute_' || a.note else a.note end end
          as note_code, a.payment_id, p.provider,
        case when p.id is not null then ${METHOD} end as method_of_payment
      from payment_activities a left join payments p on p.id = a.payment_id
        left join payment_methods m on m.id = p.method_id left join users u on u.id = a.user_id
      where a.order_id = ${orderId} order by a.id desc`)
  },

  async reviewReason(db: Queryable, orderId: number): Promise<ReviewItem['reason']> {
    const [row] = await db.query<{ reason: ReviewItem['reason'] }>(sql`
      select ${REASON} as reason from shop_orders o left join lateral (
        select * from payments where order_id = o.id order by attempt desc limit 1) p on true
      where o.id = ${orderId}`)
    return row?.reason ?? 'not_authorized'
  },

  /** Returns the amount due of an order in manual review. */
  async amountDue(db: Queryable, orderId: number): Promise<string> {
    const [row] = await db.query<{ amount: string }>(sql`
      select ${AMOUNT_DUE} as amount from shop_orders o where o.id = ${orderId}`)
    if (!row) throw new Error('There is no such order.')
    return row.amount
  },

  /** Returns one page of manual review, oldest first, and the total count. Index: shop_orders_in_review. */
  async inReview(
    db: Queryable,
    scope: FleetScope,
    { page, per_page: perPage }: { page: number; per_page: number },
  ): Promise<{ items: ReviewItem[]; count: number }> {
    const fleets = inScope(scope)
    const waiting = sql`
      select 'order' as kind, f.id as fleet_id, f.name as fleet_name, o.id as order_id, v.display_name as vehicle_name,
        coalesce(s.name, o.custom_shop_name) as shop_name, null::date as subscription_month, ${REASON} as reason,
        null::text as decline_reason, ${AMOUNT_DUE} as amount, case f.country when 'CA' then 'CAD' else 'USD' end as currency, ${IN_REVIEW_SINCE} as since
      from fleets f join shop_orders o on o.fleet_id = f.id and o.status = 'paid_deferred'
        join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id left join shops s on s.id = o.shop_id
        left join lateral (select * from payments where order_id = o.id order by attempt desc limit 1) p on true
      where ${fleets}
      union all
      select 'order', f.id, f.name, o.id, v.display_name, coalesce(s.name, o.custom_shop_name), null, 'dispute_open',
        null, d.amount, case f.country when 'CA' then 'CAD' else 'USD' end, d.opened_at
      from fleets f join payment_disputes d on d.fleet_id = f.id and d.status = 'open'
        join shop_orders o on o.id = d.order_id and o.status <> 'paid_deferred' join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id
        left join shops s on s.id = o.shop_id
      where ${fleets}
      union all
      select 'subscription', f.id, f.name, null, null, null, p.subscription_month, 'dispute_open', null, d.amount,
        p.currency, d.opened_at
      from fleets f join payment_disputes d on d.fleet_id = f.id and d.status = 'open'
        join payments p on p.id = d.payment_id and p.subscription_month is not null
      where ${fleets}
      union all
      select 'subscription', f.id, f.name, null, null, null, m.month, 'subscription_failed',
        (select p.reason from payments p
          where p.fleet_id = m.fleet_id and p.subscription_month = m.month and p.status = 'declined'
          order by p.attempt desc limit 1), ${MONTH_DUE}, m.currency, m.changed_at
      from fleets f join subscription_months m on m.fleet_id = f.id and m.status = 'failed'
      where ${fleets}`
    const rows = await db.query<ReviewRow>(sql`
      select w.*, f.payment_providers as fleet_payment_providers, f.pays_through_platform
      from (${waiting}) w join fleets f on f.id = w.fleet_id order by w.since, w.kind, w.order_id
      limit ${perPage} offset ${(page - 1) * perPage}`)
    const [row] = await db.query<{ n: number }>(sql`select count(*) as n from (${waiting}) w`)
    return { items: rows.map(toReviewItem), count: row?.n ?? 0 }
  },
}

type ReviewRow = Omit<ReviewItem, 'pays_through_app'> & Parameters<typeof paysThroughApp>[0]

const toReviewItem = ({
  fleet_payment_providers,
  pays_through_platform,
  ...item
}: ReviewRow): ReviewItem => ({
  ...item,
  pays_through_app: paysThroughApp({ fleet_payment_providers, pays_through_platform }),
})
