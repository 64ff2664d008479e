import type { Shop } from '#contract/catalog/shops.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { roundedDistance } from '../places/distance.ts'
import { schedulingOfShop } from './free-times.repository.ts'

export type ShopRow = Omit<Shop, 'company' | 'distance' | 'kilometers' | 'logo_url'> & {
  company_name: string | null
  company_reference_id: string | null
  km: number | null
}

/** Columns of `shops s` for one user; `km`: distance in kilometers if a location is known. */
export const shopColumns = (userId: number, km: Query): Query => sql`
  s.id, s.name, s.address_line1, s.city, s.state, s.zip, s.main_phone_number,
  s.support_medium_and_heavy_duty as support_medium_and_heavy_duty_vehicles,
  s.company_name, s.company_reference_id, ${km} as km, ${schedulingOfShop} as scheduling,
  exists (select from favorite_shops f where f.shop_id = s.id and f.user_id = ${userId}) as is_favorite_shop`

/** Favorites of a user, by name; `ids` filters them. */
export async function favoriteShops(
  db: Queryable,
  owner: { userId: number; fleetId: number },
  ids?: readonly number[],
): Promise<Shop[]> {
  const among = ids ? sql` and s.id = any(${ids}::bigint[])` : sql``
  const rows = await db.query<ShopRow>(sql`
    select ${shopColumns(owner.userId, sql`null::float`)} from shops s
    where s.id in (select shop_id from favorite_shops where user_id = ${owner.userId} and fleet_id = ${owner.fleetId})${among}
    order by s.name, s.id`)
  return rows.map(toShop)
}

export function toShop<Row extends ShopRow>({ company_name, company_reference_id, km, ...shop }: Row) {
  return {
    ...shop,
    logo_url: null,
    ...roundedDistance(km),
    company: company_name === null ? null : { name: company_name, reference_id: company_reference_id ?? '' },
  }
}
