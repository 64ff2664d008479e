import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { StoredCard } from '#server/integrations/card-gateway/port.ts'

/** Of one fleet, the default one first. Index: payment_methods_fleet. */
export async function listPaymentMethods(tx: Transaction, fleetId: number): Promise<PaymentMethod[]> {
  return tx.query<PaymentMethod>(sql`
    select m.id, m.owner_id, u.first_name || ' ' || u.last_name as customer_name, m.type, m.card_type, m.last_4,
      m.expiration_date, m.email, m.cardholder_name, m.is_default
    from payment_methods m join users u on u.id = m.owner_id
    where m.fleet_id = ${fleetId} order by m.is_default desc, m.id`)
}

/** Keeps one; the fleet's first is its default. */
export async function insertPaymentMethod(
  tx: Transaction,
  { fleetId, userId }: { fleetId: number; userId: number },
  card: StoredCard,
) {
  await tx.query(sql`
    insert into payment_methods (fleet_id, owner_id, token, type, card_type, last_4, expiration_date, email,
      cardholder_name, is_default)
    values (${fleetId}, ${userId}, ${card.token}, ${card.type}, ${card.cardType}, ${card.last4}, ${card.expirationDate},
      ${card.email}, ${card.cardholderName},
      not exists (select from payment_methods where fleet_id = ${fleetId} and is_default))`)
}
