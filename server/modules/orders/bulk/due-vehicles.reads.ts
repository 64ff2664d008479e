import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { openServices } from '../../maintenance/intervals/intervals.reads.ts'
import { visibleVehicle } from '../../vehicles/vehicles/vehicle-scope.ts'
import { isOpenOrder } from '../orders/orders.reads.ts'

/** What a bulk booking needs to know of a vehicle. */
export interface DueVehicle {
  id: number
  name: string
  is_active: boolean
  vehicle_type_id: string
  has_open_order: boolean
  is_past_due: boolean
  /** Services that are not done, of its intervals that are past due or due soon. */
  service_ids: number[]
}

/** Returns those of the vehicles that the actor may see. Indexes: the primary key, and one by vehicle of each other table. */
export const dueVehicles = (tx: Queryable, actor: Actor, ids: readonly number[]): Promise<DueVehicle[]> =>
  tx.query<DueVehicle>(sql`
    select v.id, v.is_active, v.vehicle_type_id,
      coalesce(nullif(v.display_name, ''), '#' || v.id) as name,
      exists (select from shop_orders o where o.vehicle_id = v.id and o.fleet_id = v.fleet_id and ${isOpenOrder})
        as has_open_order,
      exists (select from maintenance_intervals i where i.vehicle_id = v.id and i.fleet_id = v.fleet_id
        and i.due_status = 'past_due') as is_past_due,
      array(select distinct service_id::int from maintenance_intervals i, unnest(${openServices}) service_id
        where i.vehicle_id = v.id and i.fleet_id = v.fleet_id and i.due_status is not null order by 1) as service_ids
    from vehicles v where ${visibleVehicle(actor)} and v.id = any(${ids}::bigint[])`)
