import type { PlannedBooking } from '#contract/vehicles/bulk-actions.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { kilometersBetween, roundedDistance } from '../../catalog/places/distance.ts'
import { type Place, placeOfZip } from '../../catalog/places/zip-places.ts'
import { visibleVehicle } from '../../vehicles/vehicles/vehicle-scope.ts'
import { isDoneOrder } from '../orders/orders.reads.ts'

/** Where a vehicle is, and how far that is from a shop. */
export type VehicleLocation = Pick<PlannedBooking, 'department_number' | 'place' | 'distance' | 'kilometers'>

export const NO_LOCATION: VehicleLocation = { department_number: null, place: null, ...roundedDistance(null) }

interface KnownPlaces {
  id: number
  department_number: string | null
  garage: { city: string; state: string; zip: string } | null
  last_shop: (Place & { city: string; state: string }) | null
}

/** Returns by vehicle where it is: at its garage, else at the shop of its last completed order. */
export async function locationsOf(tx: Queryable, actor: Actor, shopId: number, ids: readonly number[]) {
  const [shop] = await tx.query<Place>(sql`select latitude, longitude from shops where id = ${shopId}`)
  const found = new Map<number, VehicleLocation>()
  for (const { id, department_number, garage, last_shop: last } of await placesOf(tx, actor, ids)) {
    const at = garage ? await placeOfZip(garage.zip) : (last ?? undefined)
    found.set(id, {
      department_number,
      place: garage
        ? { city: garage.city, state: garage.state, source: 'garage' }
        : last && { city: last.city, state: last.state, source: 'last_shop' },
      ...roundedDistance(at && shop ? kilometersBetween(at, shop) : null),
    })
  }
  return found
}

/** Indexes: the primary keys, and shop_orders_vehicle. */
const placesOf = (tx: Queryable, actor: Actor, ids: readonly number[]) =>
  tx.query<KnownPlaces>(sql`
    select v.id, v.department_number,
      (select jsonb_build_object('city', a.city, 'state', a.state, 'zip', a.zip) from addresses a
        where a.id = v.address_id and a.fleet_id = v.fleet_id) as garage,
      (select jsonb_build_object('city', s.city, 'state', s.state, 'latitude', s.latitude, 'longitude', s.longitude)
        from shop_orders o join shops s on s.id = o.shop_id
        where o.vehicle_id = v.id and o.fleet_id = v.fleet_id and ${isDoneOrder}
        order by o.appointment_datetime desc limit 1) as last_shop
    from vehicles v where ${visibleVehicle(actor)} and v.id = any(${ids}::bigint[])`)
