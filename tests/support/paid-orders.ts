import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from './orders.ts'

interface PaidOrder {
  amount: string
  currency?: 'USD' | 'CAD'
  /** Refunded amount. */
  refund?: string
  invoice?: string
  poNumber?: string
}

/** Inserts an order charged to the fleet's WEX account, for screens that only read it. */
export async function aChargedOrder(
  db: Database,
  vehicle: { id: number; fleetId: number },
  { amount, currency = 'USD', refund, invoice, poNumber }: PaidOrder,
): Promise<{ id: number }> {
  const order = await anOpenOrder(db, vehicle, {
    status: 'paid',
    price: amount,
    ...(poNumber && { poNumber }),
  })
  await db.query(
    sql`update shop_orders set invoice_number = ${invoice ?? null}, is_auto_approved = true where id = ${order.id}`,
  )
  const [payment] = await db.query<{ id: number }>(sql`
    insert into payments (fleet_id, order_id, attempt, key, provider, account_number, currency, amount, capture_amount, status)
    values (${vehicle.fleetId}, ${order.id}, 1, ${`order-${order.id}-1`}, 'WEX', '0412345678901', ${currency}, ${amount},
      ${amount}, 'captured') returning id`)
  const movements = [['captured', amount] as const, ...(refund ? [['refunded', refund] as const] : [])]
  for (const [kind, sum] of movements)
    await db.query(sql`
      insert into payment_activities (fleet_id, payment_id, order_id, kind, amount)
      values (${vehicle.fleetId}, ${payment?.id ?? 0}, ${order.id}, ${kind}, ${sum})`)
  return order
}
