import type { PromotionTerms } from '#domain/orders/prices.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { Problem } from '#server/problem.ts'

export interface FoundPromotion extends PromotionTerms {
  id: number
  name: string
  description: string
  has_ended: boolean
  /** Used for another order of the fleet. */
  is_used: boolean
}

/**
 * Condition on `promotions p`: available to the fleet. It has started, is not withdrawn, and matches country, brand and
 * affiliation.
 */
const ofFleet = ({ fleet }: Actor, today: string): Query => sql`p.is_active
  and (p.starts_on is null or p.starts_on <= ${today}::date)
  and (p.country is null or p.country = ${fleet.country})
  and (p.affiliation_id is null or p.affiliation_id = ${fleet.affiliationId})
  and (p.brand is null or p.brand = (select f.brand from fleets f where f.id = ${fleet.id}))`

const hasEnded = (today: string): Query => sql`coalesce(p.ends_on < ${today}::date, false)`

/** Condition on `promotions p`: used for another order of the fleet. */
const isUsed = ({ fleet }: Actor, orderId: number | null): Query => sql`exists (
  select from customers_promotions c where c.fleet_id = ${fleet.id} and c.promotion_id = p.id
    and c.is_used and c.order_id is distinct from ${orderId}::bigint)`

function read(db: Queryable, actor: Actor, today: string, orderId: number | null, rest: Query) {
  return db.query<FoundPromotion>(sql`
    select p.id, p.percent_off, p.amount_off, p.minimum, ${hasEnded(today)} as has_ended,
      case ${actor.language} when 'fr' then p.name_fr else p.name_en end as name,
      case ${actor.language} when 'fr' then p.description_fr else p.description_en end as description,
      ${isUsed(actor, orderId)} as is_used
    from promotions p where ${ofFleet(actor, today)} and ${rest}`)
}

export const promotionsRepository = {
  /**
   * Lists public promotions that can be applied to a subtotal, newest first; null: any subtotal. Index: promotions_listed.
   */
  applicable: (
    db: Queryable,
    actor: Actor,
    today: string,
    { id, subTotal }: { id: number | null; subTotal: string | null },
  ) =>
    read(
      db,
      actor,
      today,
      id,
      sql`p.is_listed and not ${hasEnded(today)} and not ${isUsed(actor, id)}
        and (${subTotal}::numeric is null or p.minimum <= ${subTotal}::numeric) order by p.id desc limit 50`,
    ),

  /** Finds a promotion by code, ignoring case. Index: promotions_code. */
  async byCode(db: Queryable, actor: Actor, today: string, orderId: number | null, code: string) {
    return (await read(db, actor, today, orderId, sql`upper(p.code) = upper(${code})`))[0]
  },

  async listedById(db: Queryable, actor: Actor, today: string, orderId: number | null, id: number) {
    return (await read(db, actor, today, orderId, sql`p.is_listed and p.id = ${id}`))[0]
  },

  /** Applies the promotion to the order, replacing an earlier one. Of two concurrent orders, one gets it. */
  async apply(tx: Transaction, actor: Actor, orderId: number, promotionId: number): Promise<void> {
    try {
      await tx.attempt(() =>
        tx.query(sql`
          insert into customers_promotions (fleet_id, order_id, promotion_id, user_id)
          values (${actor.fleet.id}, ${orderId}, ${promotionId}, ${actor.userId})
          on conflict (order_id) do update
            set promotion_id = excluded.promotion_id, user_id = excluded.user_id, applied_at = now()`),
      )
    } catch (error) {
      if (isUniqueViolation(error, 'customers_promotions_once')) throw new Problem('promotion_used')
      throw error
    }
  },
}
