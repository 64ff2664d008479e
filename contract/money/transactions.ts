import { TRANSACTIONS_PER_PAGE, TRANSACTIONS_PER_PAGE_MAX } from '#domain/core/limits.ts'
import { Day, FileLanguage, Id, Instant, SignedMoneySum, TicketToken } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/**
 * Movements of money for an order: charged, refunded, taken back by the bank (declined settlement, lost dispute), or
 * returned by it (a lost dispute that was won).
 */
export const TRANSACTION_KINDS = [
  'captured',
  'refunded',
  'settlement_declined',
  'dispute_lost',
  'dispute_returned',
] as const

/** A movement of money (TRX-010, TRX-013). `amount` is negative for money returned: '-12.00'. */
export const TransactionRow = z.object({
  id: Id,
  created_at: Instant,
  kind: z.enum(TRANSACTION_KINDS),
  fleet_id: Id,
  fleet_name: z.string(),
  shop_order_id: Id,
  /** Day of completion; before that, day of the appointment, in the shop's time zone. */
  shop_order_date: Day,
  invoice_number: z.nullable(z.string()),
  amount: SignedMoneySum,
  currency: z.enum(['USD', 'CAD']),
})
export type TransactionRow = z.infer<typeof TransactionRow>

/** The same with the fields of the detail dialog (TRX-012). */
export const Transaction = z.extend(TransactionRow, {
  vehicle_id: Id,
  vehicle_name: z.string(),
  vin: z.nullable(z.string()),
  other_id: z.nullable(z.string()),
  po_number: z.nullable(z.string()),
  department_number: z.nullable(z.string()),
  /** 'Visa 1111', a PayPal address, 'WEX'. */
  method_of_payment: z.string(),
  /** A name, or 'Auto-Approve'. */
  approver: z.nullable(z.string()),
  approval_date: z.nullable(Instant),
})
export type Transaction = z.infer<typeof Transaction>

const range = { start_date: Day, end_date: Day, fleet_id: z.optional(Id) }

export const transactionsContract = {
  /**
   * Lists movements of money in a range of days in the fleet's time zone, newest first, with totals of all pages. FMC
   * users may name any fleet of their company, or see all of them without `fleet_id`; others see their own fleet
   * (TRX-004). 404: a fleet that the caller cannot see.
   */
  list: call({ access: 'transactions.read' })
    .route({
      method: 'GET',
      path: v4('/payment_activities'),
      tags: ['money'],
      summary: 'Transactions',
    })
    .input(
      z.object({
        ...range,
        ...pageQuery(TRANSACTIONS_PER_PAGE, TRANSACTIONS_PER_PAGE_MAX),
      }),
    )
    .output(
      z.object({
        payment_activities: z.array(TransactionRow),
        totals: z.array(z.object({ currency: z.enum(['USD', 'CAD']), amount: SignedMoneySum })),
        ...pageFields,
      }),
    ),
  /**
   * Returns all transactions of a range with their details, in the order of the list. Its amounts add up to the list's
   * `totals`. The browser downloads it by URL, with a ticket for 'download' as `auth_token` (ruling 8).
   */
  csv: call({ access: 'transactions.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/payment_activities.csv'),
      tags: ['money'],
      summary: 'Transactions as a CSV file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...range, language: FileLanguage, auth_token: z.optional(TicketToken) }))
    .output(
      z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream<Uint8Array>) }),
    ),
  show: call({ access: 'transactions.read' })
    .route({
      method: 'GET',
      path: v4('/payment_activities/{id}'),
      tags: ['money'],
      summary: 'One transaction',
    })
    .input(z.object({ id: Id }))
    .output(Transaction),
}
