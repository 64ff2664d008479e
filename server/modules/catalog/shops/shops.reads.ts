import type { Shop } from '#contract/catalog/shops.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'

type ShopRow = Omit<Shop, 'company' | 'distance' | 'kilometers' | 'logo_url'> & {
  company_name: string | null
  company_reference_id: string | null
  km: number | null
}

/**
 * Shops as one user sees them; `rest` is what follows `from shops s where`, `km` the distance in kilometres where a
 * place is known.
 */
export async function readShops(
  db: Queryable,
  userId: number,
  rest: Query,
  km: Query = sql`null::float`,
): Promise<Shop[]> {
  const rows = await db.query<ShopRow>(sql`
    select s.id, s.name, s.address_line1, s.city, s.state, s.zip, s.main_phone_number, s.support_medium_and_heavy_duty,
      s.company_name, s.company_reference_id, ${km} as km,
      exists (select from favorite_shops f where f.shop_id = s.id and f.user_id = ${userId}) as is_favorite_shop
    from shops s where ${rest}`)
  return rows.map(toShop)
}

/** Favourites of a user, by name; `ids` narrows them. */
export function favoriteShops(
  db: Queryable,
  of: { userId: number; fleetId: number },
  ids?: readonly number[],
): Promise<Shop[]> {
  const among = ids ? sql` and s.id = any(${ids}::bigint[])` : sql``
  return readShops(
    db,
    of.userId,
    sql`s.id in (select shop_id from favorite_shops where user_id = ${of.userId} and fleet_id = ${of.fleetId})${among}
      order by s.name, s.id`,
  )
}

function toShop({ company_name, company_reference_id, km, ...shop }: ShopRow): Shop {
  return {
    ...shop,
    logo_url: null,
    distance: km === null ? null : Math.round(km / 1.609344),
    kilometers: km === null ? null : Math.round(km),
    company: company_name === null ? null : { name: company_name, reference_id: company_reference_id ?? '' },
  }
}
