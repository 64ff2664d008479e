import { KM_PER_MILE } from '#domain/vehicles/odometer-rules.ts'
import { type Query, sql } from '#server/db/sql.ts'
import type { Place } from './zip-places.ts'

const EARTH_KM = 6371

/** Returns the great-circle distance by the haversine formula, in kilometers. */
export function kilometersBetween(from: Place, to: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const north = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const square = north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(square)))
}

/** Returns the same distance to shop `s` as SQL, for queries that sort or limit by it. */
export const kilometersToShop = ({ latitude, longitude }: Place): Query =>
  sql`(2 * ${EARTH_KM}::float * asin(least(1, sqrt(power(sin(radians(s.latitude - ${latitude}::float) / 2), 2)
    + cos(radians(${latitude}::float)) * cos(radians(s.latitude)) * power(sin(radians(s.longitude - ${longitude}::float) / 2), 2)))))`

/** Returns a distance in whole miles (`distance`) and kilometers, as responses have it; null: not known. */
export const roundedDistance = (km: number | null) => ({
  distance: km === null ? null : Math.round(km / KM_PER_MILE),
  kilometers: km === null ? null : Math.round(km),
})
