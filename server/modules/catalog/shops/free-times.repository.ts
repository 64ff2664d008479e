import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { BookableShop } from './bookable-shop.ts'

/** A time at which a shop works, and its remaining capacity. */
export interface Slot {
  date: string
  time: string
  appointment_datetime: string
  free: number
}

/** Setting for the company of `shops s`, by its reference id, else by its name (SVC-072 to SVC-074). */
export const schedulingOfShop = sql`coalesce((select c.scheduling from shop_company_settings c
  where c.reference_id = s.company_reference_id or c.name = s.company_name
  order by (c.reference_id is not null) desc, c.id limit 1), 'online')`

export const freeTimesRepository = {
  async shop(db: Queryable, id: number, now: Date): Promise<BookableShop | undefined> {
    const [row] = await db.query<BookableShop>(sql`
      select s.id, s.country, s.state, s.time_zone, s.retail_savings_percent::float as retail_savings_percent, s.support_medium_and_heavy_duty, ${schedulingOfShop} as scheduling,
        (${now}::timestamptz at time zone s.time_zone)::date as today
      from shops s where s.id = ${id}`)
    return row
  },

  /** Times of a shop from a day in its time zone; times before `earliest` are left out, booked ones are included. */
  slots(
    db: Queryable,
    range: { shopId: number; from: string; days: number; earliest: Date },
  ): Promise<Slot[]> {
    const last = range.days - 1
    return db.query<Slot>(sql`
      select t.at::date as date, to_char(t.at, 'HH24:MI') as time, t.instant as appointment_datetime,
        s.slot_capacity - coalesce(b.booked, 0) as free
      from shops s
      cross join generate_series(${range.from}::date::timestamp, (${range.from}::date + ${last}::int)::timestamp,
        interval '1 day') d(day)
      cross join lateral (
        select at, at at time zone s.time_zone as instant from generate_series(d.day + s.opens_at,
          d.day + s.closes_at - make_interval(mins => s.slot_minutes), make_interval(mins => s.slot_minutes)) at) t
      left join shop_bookings(${range.shopId}, (${range.from}::date - 2)::timestamptz,
        (${range.from}::date + ${last}::int + 3)::timestamptz) b on b.starts_at = t.instant
      where s.id = ${range.shopId} and extract(isodow from d.day) = any(s.open_days) and t.instant >= ${range.earliest}
      order by t.instant`)
  },

  /** Blocks concurrent bookings of this time at this shop, of any fleet, until the transaction ends. */
  async hold(tx: Transaction, shopId: number, at: Date): Promise<void> {
    // The lock takes 32 bits. Two shops with the same rest only wait for each other.
    const shop = shopId % 2 ** 31
    await tx.query(sql`select pg_advisory_xact_lock(${shop}::int, ${Math.floor(at.getTime() / 60_000)}::int)`)
  },
}
