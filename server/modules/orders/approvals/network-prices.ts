import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { PRICE_RANGE_MONTHS, PRICE_RANGE_ORDERS_MIN } from '#server/limits.ts'

/**
 * Recalculates the price ranges of the network (ruling 31): 10th to 90th percentile per service, vehicle class and
 * state or province of the shop. Covers the completed orders of the last 12 months and requires at least 8 orders.
 * Idempotent.
 */
export async function refreshNetworkPrices(db: Database, now: Date): Promise<void> {
  await db.system(async (tx) => {
    // With two servers, the second waits and then calculates the same.
    await tx.query(sql`lock table network_prices in share row exclusive mode`)
    await tx.query(sql`delete from network_prices`)
    await tx.query(sql`
      insert into network_prices (service_definition_id, vehicle_type_id, country, state, low, high, orders, computed_at)
      select r.service_definition_id, v.vehicle_type_id, s.country, s.state,
        round(percentile_cont(0.1) within group (order by r.price)::numeric, 2),
        round(percentile_cont(0.9) within group (order by r.price)::numeric, 2),
        count(distinct o.id), ${now}
      from shop_orders o join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id join shops s on s.id = o.shop_id
        join order_services r on r.order_id = o.id
      where o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred')
        and o.effective_at > ${now}::timestamptz - make_interval(months => ${PRICE_RANGE_MONTHS})
        and o.effective_at <= ${now}::timestamptz
        and r.status not in ('rejected', 'deleted')
        and r.price > 0
      group by r.service_definition_id, v.vehicle_type_id, s.country, s.state
      having count(distinct o.id) >= ${PRICE_RANGE_ORDERS_MIN}`)
  })
}
