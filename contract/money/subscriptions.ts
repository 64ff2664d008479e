import { TRANSACTIONS_PER_PAGE, TRANSACTIONS_PER_PAGE_MAX } from '#domain/core/limits.ts'
import { Day, FileLanguage, Id, MoneySum, TicketToken } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** `open`: being charged. `failed`: all attempts were declined, so a user has to act. `free`: nothing to charge. */
const SUBSCRIPTION_STATUSES = ['open', 'paid', 'failed', 'free'] as const

/** One month of a fleet's subscription (TRX-014, ruling 32). */
export const SubscriptionActivity = z.object({
  /** '<fleet>-<month>': a fleet has one row per month. */
  id: z.string(),
  fleet_id: Id,
  fleet_name: z.string(),
  /** First day of the charged month. */
  subscription: Day,
  /** Day of payment in the fleet's time zone; until then, the first day of the month. */
  subscription_date: Day,
  /** 'Visa 1111', a PayPal address, 'WEX'; null: not charged yet. */
  method_of_payment: z.nullable(z.string()),
  number_of_vehicles: z.int(),
  amount: MoneySum,
  currency: z.enum(['USD', 'CAD']),
  status: z.enum(SUBSCRIPTION_STATUSES),
})
export type SubscriptionActivity = z.infer<typeof SubscriptionActivity>

const search = {
  start_date: Day,
  end_date: Day,
  fleet_id: z.optional(Id),
  status: z.optional(z.enum(SUBSCRIPTION_STATUSES)),
}
export const SubscriptionSearch = z.object(search)
export type SubscriptionSearch = z.infer<typeof SubscriptionSearch>

/**
 * Subscriptions of months that begin in a range of days, newest first. FMC users may name any fleet of their company,
 * or see all of them without `fleet_id`; others see their own fleet (TRX-004). 404: a fleet that the caller cannot see.
 */
export const subscriptionsContract = {
  /** `totals` cover all pages: every month shown, and the paid ones. */
  list: call({ access: 'transactions.read' })
    .route({ method: 'GET', path: v4('/subscription_activities'), tags: ['money'], summary: 'Subscriptions' })
    .input(z.object({ ...search, ...pageQuery(TRANSACTIONS_PER_PAGE, TRANSACTIONS_PER_PAGE_MAX) }))
    .output(
      z.object({
        subscription_activities: z.array(SubscriptionActivity),
        totals: z.array(z.object({ currency: z.enum(['USD', 'CAD']), amount: MoneySum, paid: MoneySum })),
        ...pageFields,
      }),
    ),
  /** The browser downloads it by URL, with a ticket for 'download' as `auth_token` (ruling 8). */
  csv: call({ access: 'transactions.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/subscription_activities.csv'),
      tags: ['money'],
      summary: 'Subscriptions as a CSV file',
      outputStructure: 'detailed',
    })
    .input(z.object({ ...search, language: FileLanguage, auth_token: z.optional(TicketToken) }))
    .output(
      z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream<Uint8Array>) }),
    ),
}
