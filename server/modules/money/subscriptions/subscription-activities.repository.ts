import type { SubscriptionActivity, SubscriptionSearch } from '#contract/money/subscriptions.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { type FleetScope, inScope } from '../../fmc/fleets/fleet-scope.reads.ts'

type Total = { currency: 'USD' | 'CAD'; amount: string; paid: string; n: number }

/** Condition on `subscription_months m` and its `fleets f`. Index: the primary key of subscription_months. */
const matching = (
  fleets: FleetScope,
  { start_date: from, end_date: to, status }: SubscriptionSearch,
): Query =>
  sql`${inScope(fleets)} and m.month between ${from} and ${to} and (${status ?? null}::text is null or m.status = ${status ?? null})`

export const subscriptionActivitiesRepository = {
  list(
    db: Queryable,
    fleets: FleetScope,
    search: SubscriptionSearch,
    page: { limit: number; offset: number },
  ): Promise<SubscriptionActivity[]> {
    return db.query<SubscriptionActivity>(sql`
      select m.fleet_id || '-' || to_char(m.month, 'YYYY-MM') as id, m.fleet_id, f.name as fleet_name,
        m.month as subscription, coalesce((a.created_at at time zone f.time_zone)::date, m.month) as subscription_date,
        case when p.id is null then null when d.id is null then p.provider
          else coalesce(d.card_type || ' ' || d.last_4, d.email, 'PayPal') end as method_of_payment,
        m.vehicles as number_of_vehicles, m.amount, m.currency, m.status
      from subscription_months m join fleets f on f.id = m.fleet_id
        left join lateral (select x.id, x.provider, x.method_id, x.status from payments x
          where x.fleet_id = m.fleet_id and x.subscription_month = m.month
          order by x.status = 'captured' desc, x.attempt desc limit 1) p on true
        left join payment_methods d on d.id = p.method_id
        left join lateral (select x.created_at from payment_activities x
          where x.payment_id = p.id and x.kind = 'captured' order by x.id limit 1) a on m.status = 'paid'
      where ${matching(fleets, search)} order by m.month desc, f.name, m.fleet_id
      limit ${page.limit} offset ${page.offset}`)
  },

  totals(db: Queryable, fleets: FleetScope, search: SubscriptionSearch): Promise<Total[]> {
    return db.query<Total>(sql`
      select m.currency, sum(m.amount) as amount,
        coalesce(sum(m.amount) filter (where m.status = 'paid'), 0.00) as paid, count(*) as n
      from subscription_months m join fleets f on f.id = m.fleet_id
      where ${matching(fleets, search)} group by m.currency order by m.currency desc`)
  },
}
