import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Months of orders that demand is computed from; our choice. */
const DEMAND_MONTHS = 12

/**
 * Recomputes how often fleets book each service for each vehicle class, in percent of the most booked one, over the
 * appointments of the last 12 months. Idempotent.
 */
export async function refreshServiceDemand(db: Database, now: Date): Promise<void> {
  await db.system(async (tx) => {
    // Serializes concurrent servers.
    await tx.query(sql`lock table service_demand in share row exclusive mode`)
    await tx.query(sql`delete from service_demand`)
    await tx.query(sql`
      insert into service_demand (service_definition_id, vehicle_type_id, percent)
      select service_definition_id, vehicle_type_id,
        round(100.0 * orders / max(orders) over (partition by vehicle_type_id))
      from (select r.service_definition_id, v.vehicle_type_id, count(distinct o.id) as orders
        from shop_orders o join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id
          join order_services r on r.order_id = o.id
        where o.status <> 'cancel' and r.status not in ('rejected', 'deleted')
          and o.appointment_datetime > ${now}::timestamptz - make_interval(months => ${DEMAND_MONTHS})
        group by 1, 2) booked`)
  })
}
