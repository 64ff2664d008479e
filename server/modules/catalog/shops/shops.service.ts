import type * as z from 'zod/mini'
import type { FoundShop, RequestedService } from '#contract/catalog/shops.ts'
import { pageOf } from '#contract/core/paging.ts'
import { isZipFor } from '#domain/core/zip.ts'
import { searchedWords } from '#domain/vehicles/vehicle-search.ts'
import type { Actor } from '#server/actor.ts'
import { Problem } from '#server/problem.ts'
import { moneyText } from '#server/texts/money-text.ts'
import type { UseCase } from '#server/use-case.ts'
import { getVehicle } from '../../vehicles/vehicles/vehicles.service.ts'
import { type Place, placeOfZip } from '../places/zip-places.ts'
import { requireKnownServices } from '../services/require-known-services.ts'
import { readPositions } from '../services/services.reads.ts'
import { shopsRepository as shops } from './shops.repository.ts'

interface Origin {
  zip?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
}

interface ShopQuery extends Origin {
  name?: string | undefined
  vehicle_id?: number | undefined
  vehicle_type_id?: 'light' | 'medium_heavy' | undefined
  services_requested?: z.infer<typeof RequestedService>[] | undefined
  page: number
  per_page: number
}

/** Lists the actor's favorite shops. */
export async function listFavoriteShops({ tx, actor }: Pick<UseCase, 'tx' | 'actor'>) {
  return { shops: await shops.favorites(tx, { userId: actor.userId, fleetId: actor.fleet.id }) }
}

/**
 * Searches shops of the actor's country: Canada, or the US with Puerto Rico (SHP-010, SHP-011). Shops near a location,
 * nearest first; without a location, shops of the whole country by name. `name` keeps those whose name or city
 * contains its words (SHP-029). A zip code of the other country is rejected (SHP-012, MHX-011, MHX-012); an unknown one
 * has no shops. For a medium or heavy duty vehicle, only shops that accept it (SVC-087).
 */
export async function searchShops({ tx, actor }: Pick<UseCase, 'tx' | 'actor'>, query: ShopQuery) {
  const near = await placeOf(actor, query)
  const vehicle = query.vehicle_id === undefined ? null : await getVehicle(tx, actor, query.vehicle_id)
  const type = vehicle?.vehicle_type_id ?? query.vehicle_type_id
  if (near === undefined) return { shops: [], ...pageOf(query, 0) }
  const { page, per_page, services_requested: services = [] } = query
  const serviceIds = services.map((service) => service.service_definition_id)
  requireKnownServices('services_requested', services, await readPositions(tx, serviceIds))
  const search = {
    userId: actor.userId,
    country: actor.fleet.country,
    near,
    words: searchedWords(query.name ?? ''),
    isHeavy: type === 'medium_heavy',
    serviceIds,
    page,
    per_page,
  }
  const count = await shops.count(tx, search)
  const found = await shops.search(tx, search)
  const priced = found.map(
    (shop): FoundShop => ({
      ...shop,
      shopPriceText: shop.shop_price === null ? null : moneyText(actor.fleet.country, shop.shop_price),
    }),
  )
  return { shops: priced, ...pageOf(query, count) }
}

/** Returns a shop of the actor's country with its distance, null without a known origin. 404 otherwise. */
export async function showShop(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  { id, ...origin }: Origin & { id: number },
) {
  const near = (await placeOf(actor, origin)) ?? null
  const query = { id, userId: actor.userId, country: actor.fleet.country, near }
  const shop = await shops.show(tx, query, clock())
  if (!shop) throw new Problem('not_found')
  return shop
}

/** Sets or removes a favorite of the actor (SHP-005). */
export async function toggleFavoriteShop(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  id: number,
  value: boolean,
) {
  if (!(await shops.exists(tx, id))) throw new Problem('not_found')
  await shops.setFavorite(tx, { userId: actor.userId, fleetId: actor.fleet.id, shopId: id }, value)
  return { success: true, id, is_favorite_shop: value } as const
}

/** Returns whether the shop exists. */
export const shopExists = shops.exists

/** Returns country and state of a shop, which determine its taxes. */
export const shopPricing = shops.pricing

/** null: no location given; undefined: unknown location. */
async function placeOf(
  actor: Actor,
  { zip, latitude, longitude }: Origin,
): Promise<Place | null | undefined> {
  if (zip !== undefined) {
    const { country } = actor.fleet
    if (!isZipFor(country, zip))
      throw new Problem('validation', { fields: { zip: [country === 'CA' ? 'postal_code' : 'zip'] } })
    return placeOfZip(zip)
  }
  if (latitude === undefined && longitude === undefined) return null
  if (latitude === undefined || longitude === undefined)
    throw new Problem('validation', {
      fields: { [latitude === undefined ? 'latitude' : 'longitude']: ['required'] },
    })
  return { latitude, longitude }
}
