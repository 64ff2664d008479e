import type { Country, Language } from '#contract/core/fields.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { MONTH_DUE } from '../payments/refunds/held-amount.reads.ts'
import type { MonthState } from './subscription-rules.ts'

export interface Subscriber {
  id: number
  time_zone: string
  country: Country
  brand: string
}

/** An open month, with its latest attempt. */
export interface OpenMonth extends MonthState {
  fleet_id: number
  time_zone: string
  /** The amount due. */
  amount: string
}

interface SubscribedFleet extends Subscriber {
  name: string
  fleet_payment_providers: string[]
  pays_through_platform: boolean
}

/** An owner of the fleet, who gets the email about a failed charge. */
export interface Owner {
  email: string
  first_name: string
  language: Language
}

const MONTH = sql`m.fleet_id, m.month, ${MONTH_DUE} as amount, f.time_zone, m.last_attempt_on as "lastAttemptOn",
  (select case
      when p.status in ('requested', 'unknown', 'authorized') then 'live'
      when p.status = 'captured' then 'captured'
      when p.status = 'failed' and p.reason = 'not_found' then 'never_arrived'
      else 'declined' end
    from payments p where p.fleet_id = m.fleet_id and p.subscription_month = m.month
    order by p.status = 'captured' desc, p.attempt desc limit 1) as payment`

export const subscriptionsRepository = {
  /** Lists fleets without a row for their current month, given the current month of each time zone. */
  withoutMonth(db: Queryable, zones: readonly { zone: string; month: string }[]): Promise<Subscriber[]> {
    const names = zones.map(({ zone }) => zone)
    const months = zones.map(({ month }) => month)
    return db.query<Subscriber>(sql`
      select f.id, f.time_zone, f.country, f.brand
      from fleets f join unnest(${names}::text[], ${months}::date[]) z (name, month) on z.name = f.time_zone
      where f.subscribed_from <= z.month
        and not exists (select from subscription_months m where m.fleet_id = f.id and m.month = z.month)`)
  },

  async zones(db: Queryable): Promise<string[]> {
    const rows = await db.query<{ time_zone: string }>(
      sql`select distinct time_zone from fleets where subscribed_from is not null`,
    )
    return rows.map((row) => row.time_zone)
  },

  /**
   * Adds the missing months up to `month` with their price, including months that passed while no server ran.
   * Idempotent.
   */
  async open(
    tx: Transaction,
    charge: { fleetId: number; month: string; price: string; currency: 'USD' | 'CAD' },
  ): Promise<void> {
    await tx.query(sql`
      insert into subscription_months (fleet_id, month, vehicles, price, amount, currency, status)
      select f.id, g.month::date, v.n, ${charge.price}, v.n * ${charge.price}::numeric, ${charge.currency},
        case when v.n * ${charge.price}::numeric = 0 then 'free' else 'open' end
      from fleets f
        cross join lateral (select count(*)::int as n from vehicles where fleet_id = f.id and is_active) v
        cross join lateral generate_series(
          (date_trunc('month', f.subscribed_from::timestamp)
            + case when extract(day from f.subscribed_from) = 1 then interval '0' else interval '1 month' end),
          ${charge.month}::timestamp, interval '1 month') g (month)
      where f.id = ${charge.fleetId} and f.subscribed_from is not null
      on conflict do nothing`)
  },

  /** Index: subscription_months_open. */
  openMonths(db: Queryable): Promise<OpenMonth[]> {
    return db.query<OpenMonth>(sql`
      select ${MONTH} from subscription_months m join fleets f on f.id = m.fleet_id
      where m.status = 'open' order by m.fleet_id, m.month`)
  },

  /** Locks and returns the open month; undefined if it is closed or locked by another server. */
  async lock(tx: Transaction, fleetId: number, month: string): Promise<OpenMonth | undefined> {
    const locked = await tx.query(sql`
      select 1 from subscription_months where fleet_id = ${fleetId} and month = ${month} and status = 'open'
      for no key update skip locked`)
    if (locked.length === 0) return undefined
    const [row] = await tx.query<OpenMonth>(sql`
      select ${MONTH} from subscription_months m join fleets f on f.id = m.fleet_id
      where m.fleet_id = ${fleetId} and m.month = ${month}`)
    return row
  },

  async markAttempt(tx: Transaction, fleetId: number, month: string, today: string): Promise<void> {
    await tx.query(sql`
      update subscription_months set last_attempt_on = ${today} where fleet_id = ${fleetId} and month = ${month}`)
  },

  async close(tx: Transaction, fleetId: number, month: string, status: 'paid' | 'failed'): Promise<void> {
    await tx.query(sql`
      update subscription_months set status = ${status} where fleet_id = ${fleetId} and month = ${month}`)
  },

  /** Reopens a month, because the bank reversed its payment or a user retries it. Returns whether it was closed. */
  async reopen(
    tx: Transaction,
    charge: { fleetId: number; month: string; from: 'paid' | 'failed'; isRetryNow: boolean },
  ): Promise<boolean> {
    const rows = await tx.query(sql`
      update subscription_months set status = 'open',
        last_attempt_on = case when ${charge.isRetryNow} then null else last_attempt_on end
      where fleet_id = ${charge.fleetId} and month = ${charge.month} and status = ${charge.from} returning 1`)
    return rows.length > 0
  },

  /** Locks the month, regardless of its status. */
  async lockAny(tx: Transaction, { fleetId, month }: { fleetId: number; month: string }): Promise<void> {
    await tx.query(sql`
      select from subscription_months where fleet_id = ${fleetId} and month = ${month} for no key update`)
  },

  async isOwed(tx: Transaction, month: { fleetId: number; month: string }): Promise<boolean> {
    const rows = await tx.query(sql`
      select from subscription_months where fleet_id = ${month.fleetId} and month = ${month.month}
        and status in ('open', 'failed') for no key update`)
    return rows.length > 0
  },

  owners(db: Queryable, fleetId: number): Promise<Owner[]> {
    return db.query<Owner>(sql`
      select email, first_name, language from users
      where fleet_id = ${fleetId} and is_active and roles && array['Owner', 'Account Owner'] order by id`)
  },

  async fleet(db: Queryable, fleetId: number): Promise<SubscribedFleet> {
    const [row] = await db.query<SubscribedFleet>(sql`
      select id, name, time_zone, country, brand, payment_providers as fleet_payment_providers, pays_through_platform
      from fleets where id = ${fleetId}`)
    if (!row) throw new Error('There is no such fleet.')
    return row
  },
}
