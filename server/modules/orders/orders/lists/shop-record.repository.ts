import type { PaidPrice, ShopRecord } from '#contract/orders/shop-record.ts'
import { SHOP_RECORD_ORDERS_MIN } from '#domain/orders/shop-stay-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { isDoneOrder } from '#server/modules/orders/orders/orders.reads.ts'
import { matchingOrders } from './order-lists.repository.ts'

interface Range {
  shopId: number
  /** First day in the fleet's time zone. */
  from: string
}

/** The figures describe the latest orders; more of them cost time and change little. */
const ORDERS_MAX = 2000
const SERVICES_MAX = 100

export const shopRecordRepository = {
  /** Returns the prices of services with enough orders, those with the most orders first (index shop_orders_shop). */
  prices(db: Queryable, actor: Actor, range: Range): Promise<PaidPrice[]> {
    const name = actor.language === 'fr' ? sql`sd.name_fr` : sql`sd.name_en`
    return db.query(sql`
      select p.service_definition_id, ${name} as name, p.orders, p.median, p.lowest, p.highest
      from (
        select r.service_definition_id, count(distinct r.order_id) as orders,
          percentile_disc(0.5) within group (order by r.price) as median, min(r.price) as lowest, max(r.price) as highest
        from (${latestDone(actor, range)}) o join order_services r on r.order_id = o.id
        where r.status not in ('rejected', 'deleted') and r.price > 0
        group by 1 having count(distinct r.order_id) >= ${SHOP_RECORD_ORDERS_MIN}
        order by 2 desc, 1 limit ${SERVICES_MAX}) p
      join service_definitions sd on sd.id = p.service_definition_id
      order by p.orders desc, name`)
  },

  /** Returns the median stay in calendar days of the fleet, counted like `stayOf`; null: too few orders. */
  async stay(db: Queryable, actor: Actor, range: Range): Promise<ShopRecord['stay']> {
    const zone = actor.fleet.timeZone
    const [row] = await db.query<{ orders: number; median_days: number | null }>(sql`
      select count(*) as orders, percentile_cont(0.5) within group (order by d.days)::float as median_days
      from (
        select greatest(0, (o.completed_at at time zone ${zone})::date
          - (o.appointment_datetime at time zone ${zone})::date) as days
        from (${latestDone(actor, range)}) o where o.completed_at is not null) d`)
    if (!row || row.median_days === null || row.orders < SHOP_RECORD_ORDERS_MIN) return null
    return { orders: row.orders, median_days: row.median_days }
  },
}

const latestDone = (actor: Actor, { shopId, from }: Range): Query => sql`
  select o.id, o.completed_at, o.appointment_datetime from ${matchingOrders(actor, { isActive: false, shopId, from })}
    and ${isDoneOrder} order by o.effective_at desc, o.id desc limit ${ORDERS_MAX}`
