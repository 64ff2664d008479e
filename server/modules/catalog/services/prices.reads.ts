import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'

/** Price factor of medium and heavy vehicles if no price was agreed; our choice. */
const HEAVY_FACTOR = 1.9

/** One service at one shop. */
export interface ServicePrice {
  id: number
  name_en: string
  name_fr: string
  positions: string[]
  support_medium_and_heavy_duty_vehicles: boolean
  /** Per position, before tax; null: unknown. */
  price: string | null
  kind: 'agreed' | 'estimated'
  retail_savings_percent: number
}

/**
 * Price of service `sd` at shop `s`: agreed with its company, else the usual price at the shop's price level (ruling
 * 17).
 */
export const priceAt = (vehicleType: Query) => sql`coalesce(
  (select a.price from agreed_prices a where a.company_reference_id = s.company_reference_id
    and a.service_definition_id = sd.id and a.vehicle_type_id = ${vehicleType}),
  round(sd.typical_price * s.price_level
    * case ${vehicleType} when 'medium_heavy' then ${HEAVY_FACTOR}::numeric else 1 end, 2))`

/** Whether that price is an agreed one. */
export const isAgreedAt = (vehicleType: Query) => sql`exists (select from agreed_prices a
  where a.company_reference_id = s.company_reference_id and a.service_definition_id = sd.id
    and a.vehicle_type_id = ${vehicleType})`

/** Returns prices of services at a shop for a vehicle type; unknown services are missing. */
export async function readPrices(
  db: Queryable,
  query: { shopId: number; vehicleType: string; serviceIds: readonly number[] },
): Promise<Map<number, ServicePrice>> {
  const type = sql`${query.vehicleType}::text`
  const rows = await db.query<ServicePrice>(sql`
    select sd.id, sd.name_en, sd.name_fr, sd.positions, sd.support_medium_and_heavy_duty_vehicles,
      ${priceAt(type)} as price, case when ${isAgreedAt(type)} then 'agreed' else 'estimated' end as kind,
      s.retail_savings_percent::float as retail_savings_percent
    from service_definitions sd, shops s where s.id = ${query.shopId} and sd.id = any(${query.serviceIds}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Providers whose account pays without a payment method of the fleet (SVC-079). */
const ACCOUNT_PROVIDERS = ['WEX', 'Fleetcor']

/** Returns whether a fleet needs a payment method for booking, and whether it has one. */
export async function readPayment(
  db: Queryable,
  fleetId: number,
): Promise<{ is_required: boolean; is_available: boolean }> {
  const [row] = await db.query<{ is_required: boolean; is_available: boolean }>(sql`
    select f.pays_through_platform and not f.payment_providers && ${ACCOUNT_PROVIDERS} as is_required,
      exists (select from payment_methods m where m.fleet_id = f.id and m.removed_at is null) as is_available
    from fleets f where f.id = ${fleetId}`)
  return row ?? { is_required: false, is_available: false }
}
