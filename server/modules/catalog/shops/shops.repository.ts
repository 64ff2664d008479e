import type { FoundShop, Shop, ShopDetail } from '#contract/catalog/shops.ts'
import type { Country } from '#contract/core/fields.ts'
import { countRows } from '#server/db/counts.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { containing } from '../../vehicles/vehicles/vehicle-scope.ts'
import { kilometersToShop } from '../places/distance.ts'
import type { Place } from '../places/zip-places.ts'
import { isAgreedAt, priceAt } from '../services/prices.reads.ts'
import { favoriteShops, type ShopRow, shopColumns, toShop } from './shops.reads.ts'

/** Search radius: about 100 miles, our choice. */
const NEAR_KM = 160
const KM_PER_DEGREE = 111.2

interface ShopPricing {
  country: Country
  state: string
  retail_savings_percent: number
}

export interface ShopSearch {
  userId: number
  country: Country
  /** null: all shops of the country by name. */
  near: Place | null
  /** Parts of the name or the city, in plain text. */
  words: readonly string[]
  /** Only shops that accept such vehicles. */
  isHeavy: boolean
  /** Services to price, one id per requested position. */
  serviceIds: readonly number[]
  page: number
  per_page: number
}

type FoundRow = ShopRow & Pick<FoundShop, 'shop_price' | 'price_kind'>

export const shopsRepository = {
  favorites: favoriteShops,

  /** Returns one page; prices and favorites are computed only for its shops. */
  async search(db: Queryable, search: ShopSearch): Promise<ReturnType<typeof toShop<FoundRow>>[]> {
    const km = search.near ? kilometersToShop(search.near) : sql`null::float`
    const order = search.near ? sql`km, id` : sql`s.name, s.id`
    const offset = (search.page - 1) * search.per_page
    const rows = await db.query<FoundRow>(sql`
      with page as materialized (
        select s.id, ${km} as km from shops s
        where ${matching(search)} order by ${order} limit ${search.per_page} offset ${offset})
      select ${shopColumns(search.userId, sql`page.km`)}, p.shop_price, p.price_kind
      from page join shops s on s.id = page.id
      cross join lateral (${pricesOf(search)}) p
      order by page.km, s.name, s.id`)
    return rows.map(toShop)
  },

  count(db: Queryable, search: ShopSearch): Promise<number> {
    return countRows(db, sql`select count(*) from shops s where ${matching(search)}`)
  },

  async show(
    db: Queryable,
    query: { id: number; userId: number; country: Country; near: Place | null },
    now: Date,
  ): Promise<ShopDetail | undefined> {
    const km = query.near ? kilometersToShop(query.near) : sql`null::float`
    const [row] = await db.query<ShopRow & Omit<ShopDetail, keyof Shop>>(sql`
      select ${shopColumns(query.userId, km)}, s.time_zone, to_char(s.opens_at, 'HH24:MI') as opens_at,
        to_char(s.closes_at, 'HH24:MI') as closes_at, s.open_days,
        (${now}::timestamptz at time zone s.time_zone)::date as today
      from shops s where s.id = ${query.id} and s.country = ${query.country}`)
    return row && toShop(row)
  },

  async exists(db: Queryable, id: number): Promise<boolean> {
    return (await db.query(sql`select from shops where id = ${id}`)).length > 0
  },

  /** Data that the totals of the shop's orders depend on. */
  async pricing(db: Queryable, id: number): Promise<ShopPricing | undefined> {
    const [row] = await db.query<ShopPricing>(sql`
      select country, state, retail_savings_percent::float as retail_savings_percent from shops where id = ${id}`)
    return row
  },

  /** Sets or removes a favorite. Idempotent. */
  async setFavorite(
    tx: Transaction,
    favorite: { userId: number; fleetId: number; shopId: number },
    isFavorite: boolean,
  ): Promise<void> {
    await tx.query(
      isFavorite
        ? sql`insert into favorite_shops (fleet_id, user_id, shop_id)
            values (${favorite.fleetId}, ${favorite.userId}, ${favorite.shopId}) on conflict do nothing`
        : sql`delete from favorite_shops
            where fleet_id = ${favorite.fleetId} and user_id = ${favorite.userId} and shop_id = ${favorite.shopId}`,
    )
  },
}

/** Total price of the requested services, if each has a price; agreed if all prices are. */
function pricesOf({ serviceIds, isHeavy }: ShopSearch): Query {
  if (serviceIds.length === 0) return sql`select null::text as shop_price, null::text as price_kind`
  const type = sql`${isHeavy ? 'medium_heavy' : 'light'}::text`
  return sql`
    select case when count(*) = count(w.price) then sum(w.price)::text end as shop_price,
      case when count(*) = count(w.price) then case when bool_and(w.agreed) then 'agreed' else 'estimated' end end as price_kind
    from (select ${priceAt(type)} as price, ${isAgreedAt(type)} as agreed
      from unnest(${serviceIds}::bigint[]) wanted join service_definitions sd on sd.id = wanted) w`
}

/** Index shops_place finds a bounding box, whose corners the exact distance excludes; shops_search finds words. */
function matching({ country, near, words, isHeavy }: ShopSearch): Query {
  let able = isHeavy ? sql` and s.support_medium_and_heavy_duty` : sql``
  for (const word of words) able = sql`${able} and s.search_text like ${containing(word)}`
  if (!near) return sql`s.country = ${country}${able}`
  const north = NEAR_KM / KM_PER_DEGREE
  const east = north / Math.max(0.01, Math.cos((near.latitude * Math.PI) / 180))
  return sql`s.country = ${country}${able}
    and s.latitude between ${near.latitude - north} and ${near.latitude + north}
    and s.longitude between ${near.longitude - east} and ${near.longitude + east}
    and ${kilometersToShop(near)} <= ${NEAR_KM}`
}
