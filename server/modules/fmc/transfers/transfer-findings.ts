import type { TransferFinding } from '#contract/fmc/transfers.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { isOpenOrder } from '#server/modules/orders/orders/orders.reads.ts'

interface TransferRequest {
  affiliationId: number
  vehicleIds: readonly number[]
  oldFleetIds: readonly number[]
  newFleetId: number
}

/**
 * Checks each vehicle of a transfer, in the given order, for problems that block it and for warnings. Vehicles outside
 * the company are `not_found`, without a name. Indexes: vehicles_vin, vehicles_by_plate, shop_orders_one_open.
 */
export function findTransferProblems(db: Queryable, request: TransferRequest): Promise<TransferFinding[]> {
  const { affiliationId, vehicleIds, oldFleetIds, newFleetId } = request
  return db.query<TransferFinding>(sql`
    with chosen as (
      select x.id, x.n, v.id is not null and f.id is not null as is_seen, v.fleet_id, f.name as fleet_name, f.country,
        v.display_name, v.vin, v.license_plate_number, v.license_plate_state, v.other_id,
        row_number() over (partition by v.vin order by x.n) as nth_of_vin
      from unnest(${vehicleIds}::bigint[]) with ordinality x(id, n)
        left join vehicles v on v.id = x.id
        left join fleets f on f.id = v.fleet_id and f.deleted_at is null and f.affiliation_id = ${affiliationId}
          and (f.id = any(${oldFleetIds}::bigint[]) or f.id = ${newFleetId})),
    destination as (select id, country from fleets
      where id = ${newFleetId} and affiliation_id = ${affiliationId} and deleted_at is null),
    taken as (select distinct v.other_id from vehicles v
      where v.fleet_id = ${newFleetId} and v.other_id in (select c.other_id from chosen c where c.fleet_id <> ${newFleetId})),
    judged as (
      select c.*, o.id as order_id,
        case when not c.is_seen then 'not_found'
          when d.id is null then 'fleet_gone'
          when c.fleet_id = d.id then 'already_there'
          when o.id is not null then 'open_order'
          when c.country <> d.country then 'other_country'
          when c.vin is not null and (c.nth_of_vin > 1
            or exists (select from vehicles x where x.fleet_id = d.id and x.vin = c.vin)) then 'duplicate_vin'
        end as problem
      from chosen c left join destination d on true
        left join shop_orders o on c.is_seen and o.vehicle_id = c.id and ${isOpenOrder})
    select j.id as vehicle_id, case when j.is_seen then j.display_name end as vehicle_name,
      case when j.is_seen then json_build_object('id', j.fleet_id, 'name', j.fleet_name) end as old_fleet,
      j.problem, case when j.problem = 'open_order' then j.order_id end as order_id,
      case when j.problem is not null then array[]::text[] else array_remove(array[
        case when j.license_plate_number is not null and exists (select from vehicles x
          where x.fleet_id = ${newFleetId} and x.license_plate_number is not null
            and plain_plate(x.license_plate_number) = plain_plate(j.license_plate_number)
            and coalesce(x.license_plate_state = j.license_plate_state, true)) then 'same_plate' end,
        case when j.other_id is not null and j.other_id in (select t.other_id from taken t) then 'same_other_id' end],
        null) end as warnings
    from judged j order by j.n`)
}
