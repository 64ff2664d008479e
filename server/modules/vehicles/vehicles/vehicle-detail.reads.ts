import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { OPEN_STATUSES } from '#domain/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { visibleVehicle } from './vehicle-scope.ts'
import { readVehicles } from './vehicles.reads.ts'

type DetailColumns = Pick<
  VehicleDetail,
  | 'motorMakeID'
  | 'motorModelID'
  | 'address_id'
  | 'address'
  | 'drivers'
  | 'active_order'
  | 'has_policy'
  | 'history_count'
>

/** Returns all details of one vehicle, if the actor may see it. */
export async function readVehicleDetail(
  db: Queryable,
  actor: Actor,
  id: number,
): Promise<VehicleDetail | undefined> {
  const [vehicle] = await readVehicles(db, sql`${visibleVehicle(actor)} and v.id = ${id}`)
  if (!vehicle) return undefined
  const [further] = await db.query<DetailColumns>(sql`
    select v.motor_make_id as "motorMakeID", v.motor_model_id as "motorModelID", v.address_id,
      case when a.id is not null then jsonb_build_object('address_line1', a.address_line1, 'city', a.city,
        'state', a.state, 'zip', a.zip) end as address,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name)
        order by u.first_name, u.last_name, u.id) from vehicle_drivers d join users u on u.id = d.user_id
        where d.vehicle_id = v.id), '[]') as drivers,
      (select jsonb_build_object('id', o.id, 'status', o.status) from shop_orders o
        where o.vehicle_id = v.id and o.status = any(${OPEN_STATUSES}) limit 1) as active_order,
      exists (select from maintenance_policies p where p.fleet_id = v.fleet_id
        and (p.all_vehicles or v.id = any(p.vehicle_ids))) as has_policy,
      (select count(*) from manual_maintenance_histories h where h.vehicle_id = v.id and h.deleted_at is null)
        + (select count(*) from shop_orders o where o.vehicle_id = v.id) as history_count
    from vehicles v left join addresses a on a.id = v.address_id
    where v.fleet_id = ${actor.fleet.id} and v.id = ${id}`)
  if (!further) return undefined
  return { ...vehicle, ...further, motor_sub_model_id: vehicle.sub_model, motorEngineID: vehicle.engine }
}
