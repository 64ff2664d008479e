import { isZipFor } from '#contract/core/fields.ts'
import { pageOf } from '#contract/core/paging.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { type Place, placeOfZip } from '../places/zip-places.ts'
import type { ShopsRepository } from './shops.repository.ts'

interface ShopQuery {
  zip?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
  page: number
  per_page: number
}

/** Shops of the actor's country. */
export function shopsService(shops: ShopsRepository) {
  return {
    async favorites(tx: Transaction, actor: Actor) {
      return { shops: await shops.favorites(tx, { userId: actor.userId, fleetId: actor.fleet.id }) }
    },

    /**
     * Shops near a place, nearest first; without a place all of the country by name. A zip code of the other country
     * is refused (MHX-011, MHX-012); one that nobody knows has no shops near it.
     */
    async select(tx: Transaction, actor: Actor, query: ShopQuery) {
      const near = await placeOf(actor, query)
      if (near === undefined) return { shops: [], ...pageOf(query, 0) }
      const { page, per_page } = query
      const search = { userId: actor.userId, country: actor.fleet.country, near, page, per_page }
      const count = await shops.count(tx, search)
      return { shops: await shops.search(tx, search), ...pageOf(query, count) }
    },

    exists: shops.exists,
  }
}
export type ShopsService = ReturnType<typeof shopsService>

/** null: none asked for; undefined: asked for, but unknown. */
async function placeOf(
  actor: Actor,
  { zip, latitude, longitude }: ShopQuery,
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
