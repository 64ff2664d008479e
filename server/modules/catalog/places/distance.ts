import type { Place } from './zip-places.ts'

const EARTH_KM = 6371
export const KM_PER_MILE = 1.609344

/** Returns the great-circle distance by the haversine formula, in kilometres. */
export function kilometersBetween(from: Place, to: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const north = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const square = north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(square)))
}
