import type { Shop } from '#contract/catalog/shops.ts'
import type { Country } from '#contract/core/fields.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import type { Place } from '../places/zip-places.ts'
import { favoriteShops, readShops } from './shops.reads.ts'

/** How far 'near' reaches: about 100 miles, a number of ours. */
const NEAR_KM = 160
const KM_PER_DEGREE = 111.2

export interface ShopSearch {
  userId: number
  country: Country
  /** null: all shops of the country by name. */
  near: Place | null
  page: number
  per_page: number
}

export const shopsRepository = {
  favorites: favoriteShops,

  search(db: Queryable, search: ShopSearch): Promise<Shop[]> {
    const km = search.near ? kilometresTo(search.near) : sql`null::float`
    const order = search.near ? sql`km, s.id` : sql`s.name, s.id`
    const offset = (search.page - 1) * search.per_page
    return readShops(
      db,
      search.userId,
      sql`${matching(search)} order by ${order} limit ${search.per_page} offset ${offset}`,
      km,
    )
  },

  async count(db: Queryable, search: ShopSearch): Promise<number> {
    const [row] = await db.query<{ count: number }>(
      sql`select count(*) from shops s where ${matching(search)}`,
    )
    return row?.count ?? 0
  },

  async exists(db: Queryable, id: number): Promise<boolean> {
    return (await db.query(sql`select from shops where id = ${id}`)).length > 0
  },
}
export type ShopsRepository = typeof shopsRepository

/** Index shops_place finds the box, the exact distance cuts its corners. */
function matching({ country, near }: ShopSearch): Query {
  if (!near) return sql`s.country = ${country}`
  const north = NEAR_KM / KM_PER_DEGREE
  const east = north / Math.max(0.01, Math.cos((near.latitude * Math.PI) / 180))
  return sql`s.country = ${country}
    and s.latitude between ${near.latitude - north} and ${near.latitude + north}
    and s.longitude between ${near.longitude - east} and ${near.longitude + east}
    and ${kilometresTo(near)} <= ${NEAR_KM}`
}

/** Great-circle distance by the haversine formula, kilometres. */
function kilometresTo({ latitude, longitude }: Place): Query {
  return sql`(2 * 6371 * asin(least(1, sqrt(power(sin(radians(s.latitude - ${latitude}::float) / 2), 2)
    + cos(radians(${latitude}::float)) * cos(radians(s.latitude)) * power(sin(radians(s.longitude - ${longitude}::float) / 2), 2)))))`
}
