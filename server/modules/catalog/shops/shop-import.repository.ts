import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** A shop by the columns of `shops`; undefined keeps the current value, or uses the default. */
export interface ImportedShop {
  name: string
  address_line1: string
  city: string
  state: string
  zip: string
  country: 'US' | 'CA'
  latitude: number
  longitude: number
  main_phone_number: string
  time_zone: string
  email?: string | undefined
  company_name?: string | undefined
  company_reference_id?: string | undefined
  opens_at?: string | undefined
  closes_at?: string | undefined
  open_days?: number[] | undefined
  support_medium_and_heavy_duty?: boolean | undefined
}

export const shopImportRepository = {
  /** Adds shops, and updates those with the same name, street and zip code if they differ. */
  async save(
    tx: Transaction,
    shops: readonly ImportedShop[],
  ): Promise<{ created: number; changed: number; same: number; fleets: number[] }> {
    await tx.query(sql`lock table shops in share row exclusive mode`)
    const rows = sql`jsonb_populate_recordset(null::shops, ${JSON.stringify(shops)}::jsonb)`
    const isKnown = sql`lower(s.name) = lower(r.name) and lower(s.address_line1) = lower(r.address_line1) and s.zip = r.zip`
    const wanted = sql`(r.city, r.state, r.country, r.latitude, r.longitude, r.main_phone_number, r.time_zone,
      coalesce(r.email, s.email), coalesce(r.company_name, s.company_name),
      coalesce(r.company_reference_id, s.company_reference_id), coalesce(r.opens_at, s.opens_at),
      coalesce(r.closes_at, s.closes_at), coalesce(r.open_days, s.open_days),
      coalesce(r.support_medium_and_heavy_duty, s.support_medium_and_heavy_duty))`
    const changed = await tx.query<ChangedShop>(sql`
      update shops s set (city, state, country, latitude, longitude, main_phone_number, time_zone, email, company_name,
        company_reference_id, opens_at, closes_at, open_days, support_medium_and_heavy_duty) = row${wanted}
      from ${rows} r where ${isKnown} and (s.city, s.state, s.country, s.latitude, s.longitude, s.main_phone_number,
        s.time_zone, s.email, s.company_name, s.company_reference_id, s.opens_at, s.closes_at, s.open_days,
        s.support_medium_and_heavy_duty) is distinct from ${wanted}
      returning s.id, (select (o.city, o.state) is distinct from (s.city, s.state) from shops o where o.id = s.id) as has_moved`)
    const created = await tx.query(sql`
      insert into shops (name, address_line1, city, state, zip, country, latitude, longitude, main_phone_number, email,
        time_zone, company_name, company_reference_id, opens_at, closes_at, open_days, support_medium_and_heavy_duty)
      select r.name, r.address_line1, r.city, r.state, r.zip, r.country, r.latitude, r.longitude, r.main_phone_number,
        r.email, r.time_zone, r.company_name, r.company_reference_id, coalesce(r.opens_at, '08:00'),
        coalesce(r.closes_at, '17:00'), coalesce(r.open_days, '{1,2,3,4,5}'),
        coalesce(r.support_medium_and_heavy_duty, false)
      from ${rows} r where not exists (select from shops s where ${isKnown}) returning id`)
    const [n, m] = [created.length, changed.length]
    return { created: n, changed: m, same: shops.length - n - m, fleets: await noteChanges(tx, changed) }
  },
}

interface ChangedShop {
  id: number
  /** Its city or state changed. */
  has_moved: boolean
}

/**
 * Records the changes for the devices that store these shops: as favorites, and in entries and orders, which show name,
 * city and state. Returns the fleets of these devices.
 */
async function noteChanges(tx: Transaction, changed: readonly ChangedShop[]): Promise<number[]> {
  if (changed.length === 0) return []
  const ids = changed.map(({ id }) => id)
  const moved = changed.flatMap(({ id, has_moved }) => (has_moved ? [id] : []))
  // Only these scan the histories, which have no index by shop.
  const entries = sql`
        union all select fleet_id, 'manual_history', id::text, vehicle_id, null from manual_maintenance_histories
          where shop_id = any(${moved}::bigint[]) and deleted_at is null
        union all select fleet_id, 'order_history', id::text, vehicle_id, null from shop_orders
          where shop_id = any(${moved}::bigint[])`
  const rows = await tx.query<{ fleet_id: number }>(sql`
    with noted as (
      insert into sync_changes (fleet_id, type, entity_id, vehicle_id, user_id, xid)
      select r.*, pg_current_xact_id() from (
        select fleet_id, 'favorite_shop', user_id || ':' || shop_id || ':' || fleet_id as entity_id, null::bigint, user_id
          from favorite_shops where shop_id = any(${ids}::bigint[])
        ${moved.length > 0 ? entries : sql``}) r
      order by 2, 3
      on conflict (type, entity_id) do update set xid = excluded.xid
      returning fleet_id)
    select distinct fleet_id from noted`)
  return rows.map((row) => row.fleet_id)
}
