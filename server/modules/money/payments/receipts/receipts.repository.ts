import type { Country, Language } from '#contract/core/fields.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** A captured card payment whose receipt is due. */
export interface DueReceipt {
  id: number
  /** Null: it was removed since the capture. */
  email: string | null
  /** Of the user who added the card. */
  language: Language
  card: string
  amount: string
  captured_at: string
  fleet_name: string
  brand: string
  country: Country
  time_zone: string
  /** Null for a month of the subscription. */
  order_id: number | null
  vehicle_name: string | null
  shop_name: string | null
  po_number: string | null
  subscription_month: string | null
}

export const receiptsRepository = {
  /**
   * Schedules the receipt of a captured payment if its card has an address for receipts. PayPal sends its own receipts.
   */
  async schedule(tx: Transaction, paymentId: number): Promise<void> {
    await tx.query(sql`
      update payments p set receipt_due_at = now() from payment_methods m
      where p.id = ${paymentId} and m.id = p.method_id and m.type = 'credit_card' and m.email is not null`)
  },

  /** Lists payments whose receipt is due. Index: payments_receipt. */
  async dueIds(db: Queryable, limit: number): Promise<number[]> {
    const rows = await db.query<{ id: number }>(sql`
      select id from payments where receipt_due_at <= now() order by receipt_due_at limit ${limit}`)
    return rows.map(({ id }) => id)
  },

  /** Locks a due receipt. Undefined: it was sent, or another server has locked it. */
  async lockDue(tx: Transaction, id: number): Promise<DueReceipt | undefined> {
    const [row] = await tx.query<DueReceipt>(sql`
      select p.id, m.email, coalesce(u.language, 'en') as language,
        coalesce(m.card_type || ' ', '') || '•••• ' || m.last_4 as card, p.capture_amount as amount,
        (select max(a.created_at) from payment_activities a where a.payment_id = p.id and a.kind = 'captured') as captured_at,
        f.name as fleet_name, f.brand, f.country, f.time_zone, p.order_id, v.display_name as vehicle_name,
        coalesce(s.name, o.custom_shop_name) as shop_name, o.po_number, p.subscription_month
      from payments p join payment_methods m on m.id = p.method_id join fleets f on f.id = p.fleet_id
        left join users u on u.id = m.owner_id left join shop_orders o on o.id = p.order_id
        left join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id
        left join shops s on s.id = o.shop_id
      where p.id = ${id} and p.receipt_due_at <= now() for update of p skip locked`)
    return row
  },

  async markSent(tx: Transaction, id: number): Promise<void> {
    await tx.query(sql`update payments set receipt_due_at = null where id = ${id}`)
  },

  async postpone(db: Queryable, id: number, seconds: number): Promise<void> {
    await db.query(sql`
      update payments set receipt_due_at = now() + make_interval(secs => ${seconds})
      where id = ${id} and receipt_due_at is not null`)
  },
}
