import { TRANSACTION_KINDS, type Transaction, type TransactionRow } from '#contract/money/transactions.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { type FleetScope, inScope } from '../../fmc/fleets/fleet-scope.reads.ts'

/** A range of calendar days, inclusive. */
export interface Days {
  from: string
  to: string
  timeZone: string
}

const AMOUNT = sql`case when a.kind in ('captured', 'dispute_returned') then a.amount else -a.amount end`
const CURRENCY = sql`case f.country when 'CA' then 'CAD' else 'USD' end`
const ROW = sql`a.id, a.created_at, a.kind, f.id as fleet_id, f.name as fleet_name, o.id as shop_order_id,
  to_char(o.effective_at at time zone coalesce(s.time_zone, f.time_zone), 'YYYY-MM-DD') as shop_order_date,
  o.invoice_number, ${AMOUNT} as amount, ${CURRENCY} as currency`
const DETAILS = sql`o.vehicle_id, coalesce(v.display_name, '#' || o.vehicle_id) as vehicle_name, v.vin, v.other_id, o.po_number, v.department_number,
  case when m.id is null then p.provider else coalesce(m.card_type || ' ' || m.last_4, m.email, 'PayPal') end
    as method_of_payment,
  case when o.is_auto_approved then 'Auto-Approve'
    else (select u.first_name || ' ' || u.last_name from users u where u.id = o.approver_id) end as approver,
  o.last_approval_date as approval_date`
const ORDERS = sql`join shop_orders o on o.id = a.order_id and o.fleet_id = a.fleet_id left join shops s on s.id = o.shop_id`

/**
 * Outer joins, because a vehicle that was moved to another fleet is not visible here but its payments count in the
 * totals.
 */
const DETAILS_OF = sql`left join current_and_former_vehicles v
  on v.id = o.vehicle_id and v.fleet_id = o.fleet_id left join payments p on p.id = a.payment_id
  left join payment_methods m on m.id = p.method_id`

/**
 * Condition on `payment_activities a`. Indexes: payment_activities_seen for one fleet, payment_activities_moved for all.
 * The latter's predicate lists the same kinds (`TRANSACTION_KINDS`).
 */
const within = ({ from, to, timeZone }: Days): Query => sql`
  a.kind in ('captured', 'refunded', 'settlement_declined', 'dispute_lost', 'dispute_returned')
  and a.order_id is not null and a.created_at >= ${from}::date::timestamp at time zone ${timeZone}
  and a.created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}`

export const transactionsRepository = {
  /** Returns one page, newest first. Finds its rows by the index alone and joins the orders only for them. */
  list(
    db: Queryable,
    fleets: FleetScope,
    days: Days,
    { page, per_page: perPage }: { page: number; per_page: number },
  ): Promise<TransactionRow[]> {
    return db.query<TransactionRow>(sql`
      with found as materialized (
        select a.id from payment_activities a join fleets f on f.id = a.fleet_id
        where ${inScope(fleets)} and ${within(days)} order by a.created_at desc, a.id desc
        limit ${perPage} offset ${(page - 1) * perPage})
      select ${ROW} from found join payment_activities a on a.id = found.id join fleets f on f.id = a.fleet_id ${ORDERS}
      order by a.created_at desc, a.id desc`)
  },

  /** Returns the totals by currency, with the number of rows. */
  totals(
    db: Queryable,
    fleets: FleetScope,
    days: Days,
  ): Promise<{ currency: 'USD' | 'CAD'; amount: string; n: number }[]> {
    return db.query(sql`
      select ${CURRENCY} as currency, sum(${AMOUNT}) as amount, count(*) as n
      from payment_activities a join fleets f on f.id = a.fleet_id
      where ${inScope(fleets)} and ${within(days)} group by 1 order by 1 desc`)
  },

  async find(db: Queryable, fleets: FleetScope, id: number): Promise<Transaction | undefined> {
    const [row] = await db.query<Transaction>(sql`
      select ${ROW}, ${DETAILS}
      from payment_activities a join fleets f on f.id = a.fleet_id ${ORDERS} ${DETAILS_OF}
      where ${inScope(fleets)} and a.id = ${id} and a.kind = any(${[...TRANSACTION_KINDS]}::text[])`)
    return row
  },

  /** Returns `limit` rows with details, newest first, after the given one or from the start. */
  batch(
    db: Queryable,
    fleets: FleetScope,
    days: Days,
    afterId: number | undefined,
    limit: number,
  ): Promise<Transaction[]> {
    const rest =
      afterId === undefined
        ? sql`true`
        : sql`(a.created_at, a.id) < (select x.created_at, x.id from payment_activities x where x.id = ${afterId})`
    return db.query<Transaction>(sql`
      with found as materialized (
        select a.id from payment_activities a join fleets f on f.id = a.fleet_id
        where ${inScope(fleets)} and ${within(days)} and ${rest} order by a.created_at desc, a.id desc limit ${limit})
      select ${ROW}, ${DETAILS} from found join payment_activities a on a.id = found.id join fleets f on f.id = a.fleet_id
      ${ORDERS} ${DETAILS_OF} order by a.created_at desc, a.id desc`)
  },
}
