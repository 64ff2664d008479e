import type { Language } from '#contract/core/fields.ts'
import type { PromotionTerms } from '#domain/orders/prices.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { PROMOTION_TERMS } from './promotion-terms.reads.ts'

/** Returns the terms of the order's promotion, if it has one. An applied promotion stays valid after its last day. */
export async function promotionTermsOf(
  db: Queryable,
  fleetId: number,
  orderId: number,
): Promise<PromotionTerms | null> {
  const [row] = await db.query<{ terms: PromotionTerms }>(sql`
    select ${PROMOTION_TERMS} as terms from customers_promotions c join promotions p on p.id = c.promotion_id
    where c.fleet_id = ${fleetId} and c.order_id = ${orderId}`)
  return row?.terms ?? null
}

/** Returns the order's promotion with its terms, in the reader's language. */
export function promotionsOf(db: Queryable, fleetId: number, orderId: number, language: Language) {
  return db.query<{ id: number; name: string; description: string; terms: PromotionTerms }>(sql`
    select p.id, case ${language} when 'fr' then p.name_fr else p.name_en end as name,
      case ${language} when 'fr' then p.description_fr else p.description_en end as description,
      ${PROMOTION_TERMS} as terms
    from customers_promotions c join promotions p on p.id = c.promotion_id
    where c.fleet_id = ${fleetId} and c.order_id = ${orderId}`)
}

/** Releases the promotion of a canceled order, so that the fleet can use it for another one. */
export async function releasePromotion(tx: Transaction, fleetId: number, orderId: number): Promise<void> {
  await tx.query(sql`
    update customers_promotions set is_used = false where fleet_id = ${fleetId} and order_id = ${orderId}`)
}
