import type { PlannedBooking } from '#contract/vehicles/bulk-actions.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { KM_PER_MILE, kilometersBetween } from '../../catalog/places/distance.ts'
import { type Place, placeOfZip } from '../../catalog/places/zip-places.ts'
import type { DueVehicle } from './due-vehicles.reads.ts'

/** Where a vehicle is, and how far that is from a shop. */
export type Whereabouts = Pick<PlannedBooking, 'department_number' | 'place' | 'distance' | 'kilometers'>

export const NOWHERE: Whereabouts = { department_number: null, place: null, distance: null, kilometers: null }

/** Returns by vehicle where it is: at its garage, else at the shop of its last completed order. */
export async function whereaboutsOf(tx: Queryable, shopId: number, vehicles: readonly DueVehicle[]) {
  const [shop] = await tx.query<Place>(sql`select latitude, longitude from shops where id = ${shopId}`)
  const found = new Map<number, Whereabouts>()
  for (const { id, department_number, garage, last_shop: last } of vehicles) {
    const at = garage ? await placeOfZip(garage.zip) : (last ?? undefined)
    const km = at && shop ? kilometersBetween(at, shop) : null
    found.set(id, {
      department_number,
      place: garage
        ? { city: garage.city, state: garage.state, source: 'garage' }
        : last && { city: last.city, state: last.state, source: 'last_shop' },
      distance: km === null ? null : Math.round(km / KM_PER_MILE),
      kilometers: km === null ? null : Math.round(km),
    })
  }
  return found
}
