import { type Random, randomFor } from '#server/db/seed/core/random.ts'
import type { FavoriteShopRow, ShopRow, UserRow } from '#server/db/seed/core/rows.ts'
import { PLACES, type Place, postalPoints } from '#server/db/seed/tables/places.ts'
import {
  COMPANIES,
  FRENCH_STREETS,
  INDEPENDENT,
  INDEPENDENT_FRENCH,
  STREET_KINDS,
  STREETS,
} from '#server/db/seed/tables/shop-names.ts'
import type { DemoVehicle } from './vehicles.ts'

/** Letters of Canadian postal codes. */
const POSTAL_LETTERS = 'ABCEGHJKLMNPRSTVWXYZ'

/** Returns the shop network: fictional names on real postal areas. */
export function createShops(): ShopRow[] {
  let id = 0
  return PLACES.flatMap((place) => {
    const points = postalPoints(place)
    return Array.from({ length: place.shops }, (_, nth) => {
      // Spreads the shops evenly over the town's zip codes.
      const point = points[Math.floor(((nth + 0.5) * points.length) / place.shops)]
      if (point === undefined) throw new RangeError(`No postal area for ${place.city}`)
      return createShop(++id, nth, place, point)
    })
  })
}

function createShop(
  id: number,
  nth: number,
  place: Place,
  point: { zip: string; latitude: number; longitude: number },
): ShopRow {
  const random = randomFor('shop', id)
  const companies = COMPANIES.filter(({ country }) => country === place.country)
  // The second shop of each town accepts trucks, so that every base has one.
  const company =
    nth === 1 ? companies.find(({ heavy }) => heavy) : random.chance(0.4) ? random.pick(companies) : undefined
  const isFrench = place.state === 'QC'
  return {
    id,
    name: company === undefined ? independentName(random, isFrench) : `${company.name} ${place.city}`,
    address_line1: isFrench
      ? `${random.int(10, 4900)}, ${random.pick(FRENCH_STREETS)}`
      : `${random.int(10, 9800)} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`,
    city: place.city,
    state: place.state,
    zip: place.country === 'CA' ? `${point.zip} ${localUnit(random)}` : point.zip,
    country: place.country,
    latitude: point.latitude,
    longitude: point.longitude,
    main_phone_number: `${place.areaCode}55501${String(id % 100).padStart(2, '0')}`,
    email: `service.${id}@shops.example`,
    time_zone: place.timeZone,
    support_medium_and_heavy_duty: company?.heavy ?? random.chance(0.25),
    company_name: company?.name ?? null,
    company_reference_id: company?.reference ?? null,
    // Every third shop also works on Saturdays.
    open_days: nth % 3 === 2 ? [1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5],
    slot_capacity: 1 + (id % 3),
    price_level: ((place.country === 'CA' ? 1.3 : 1) * (0.92 + (id % 8) * 0.03)).toFixed(2),
  }
}

function independentName(random: Random, isFrench: boolean): string {
  if (!isFrench) return `${random.pick(INDEPENDENT.first)} ${random.pick(INDEPENDENT.second)}`
  return `${random.pick(INDEPENDENT_FRENCH.first)} ${random.pick(INDEPENDENT_FRENCH.second).replaceAll('-', ' ')}`
}

function localUnit(random: Random): string {
  const letter = POSTAL_LETTERS.charAt(random.int(0, POSTAL_LETTERS.length - 1))
  return `${random.int(1, 9)}${letter}${random.int(1, 9)}`
}

/** Returns the shops in a vehicle's home town that accept it, or all of the town's shops if none does. */
export function shopsFor(vehicle: DemoVehicle, shops: readonly ShopRow[]): ShopRow[] {
  const near = shops.filter(({ city, state }) => city === vehicle.home.city && state === vehicle.home.state)
  const fit = near.filter(
    (shop) => vehicle.row.vehicle_type_id === 'light' || shop.support_medium_and_heavy_duty,
  )
  return fit.length > 0 ? fit : near
}

/** Creates favorites: three to six shops near the bases of the user's fleet, for most users and every demo account. */
export function createFavorites(
  users: readonly UserRow[],
  isDemo: (user: UserRow) => boolean,
  shopsOfFleet: (fleetId: number) => readonly ShopRow[],
): FavoriteShopRow[] {
  return users.flatMap((user) => {
    const random = randomFor('favorites', user.id)
    const shops = user.fleet_id === null ? [] : shopsOfFleet(user.fleet_id)
    if (user.fleet_id === null || shops.length === 0 || !(isDemo(user) || random.chance(0.5))) return []
    const fleetId = user.fleet_id
    const chosen = new Set(Array.from({ length: random.int(4, 7) }, () => random.pick(shops).id))
    return [...chosen].map((shopId) => ({ fleet_id: fleetId, user_id: user.id, shop_id: shopId }))
  })
}
