import type { OrderStatus } from '#domain/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { visibleVehicle } from '../../vehicles/vehicles/vehicle-scope.ts'

/** What bulk actions need to know of an order. */
export interface OrderNow {
  id: number
  vehicle_id: number
  /** Name of its vehicle. */
  name: string
  status: OrderStatus
  po_number: string | null
  originator_id: number | null
}

/** Returns those of the orders that the actor may see. Index: the primary key. */
export const ordersNow = (tx: Queryable, actor: Actor, ids: readonly number[]): Promise<OrderNow[]> =>
  tx.query<OrderNow>(sql`
    select o.id, o.vehicle_id, o.status, o.po_number, o.originator_id,
      coalesce(nullif(v.display_name, ''), '#' || v.id) as name
    from shop_orders o join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id
    where o.fleet_id = ${actor.fleet.id} and ${visibleVehicle(actor)} and o.id = any(${ids}::bigint[])`)
