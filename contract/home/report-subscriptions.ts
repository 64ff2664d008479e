import { REPORT_INTERVALS } from '#domain/home/report-periods.ts'
import { Day, Id } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { COMPLIANCE_DIMENSIONS } from './compliance.ts'
import { DOWNTIME_DIMENSIONS } from './downtime.ts'
import { COST_DIMENSIONS, CostDimension } from './reports.ts'

/** What each report can be split by. */
const REPORT_SPLITS = {
  costs: COST_DIMENSIONS,
  downtime: DOWNTIME_DIMENSIONS,
  distance_costs: ['vehicle'],
  compliance: COMPLIANCE_DIMENSIONS,
} as const satisfies Record<string, readonly CostDimension[]>

const fields = {
  report: z.enum(['costs', 'downtime', 'distance_costs', 'compliance'], 'text'),
  by: CostDimension,
  /** Sent on Mondays, with the figures of the week before; or on the first day of a month, with those of the month before. */
  every: z.enum(REPORT_INTERVALS, 'text'),
}

/** A report that a user gets by email (decision 98). */
export const ReportSubscription = z.object({
  id: Id,
  ...fields,
  /** The day of the next email, in the fleet's time zone. */
  next_on: Day,
})
export type ReportSubscription = z.infer<typeof ReportSubscription>

export const ReportSubscriptionInput = z.object(fields).check(
  z.refine(({ report, by }) => (REPORT_SPLITS[report] as readonly CostDimension[]).includes(by), {
    error: 'text',
    path: ['by'],
  }),
)
export type ReportSubscriptionInput = z.infer<typeof ReportSubscriptionInput>

/** A report that was emailed once: to which address, and the days it covers, inclusive. */
export const SentReport = z.object({ email: z.string(), from: Day, to: Day })
export type SentReport = z.infer<typeof SentReport>

export const reportSubscriptionsContract = {
  /** The user's own subscriptions in this fleet, oldest first. */
  list: call({ access: 'reports.read' })
    .route({
      method: 'GET',
      path: v4('/report_subscriptions'),
      tags: ['reports'],
      summary: 'Own subscriptions to reports by email',
    })
    .output(z.object({ subscriptions: z.array(ReportSubscription) })),
  /**
   * Subscribes to a report. A second subscription to the same report changes nothing. Errors: validation (`by`: not a
   * split of the report; `subscriptions`: too_many).
   */
  create: call({ access: 'reports.read', kind: 'write', idempotent: true })
    .route({
      method: 'POST',
      path: v4('/report_subscriptions'),
      tags: ['reports'],
      summary: 'Subscribe to a report by email',
    })
    .input(ReportSubscriptionInput)
    .output(ReportSubscription),
  /**
   * Emails a report to the user once: that of the last complete week or month (decision 107). Errors: validation (`by`:
   * not a split of the report), too_many, mail_unavailable.
   */
  send: call({
    access: 'reports.read',
    kind: 'write',
    idempotent: true,
    problems: ['too_many', 'mail_unavailable'],
  })
    .route({
      method: 'POST',
      path: v4('/report_subscriptions/send'),
      tags: ['reports'],
      summary: 'Email a report once',
    })
    .input(ReportSubscriptionInput)
    .output(SentReport),
  /** Ends one of the user's subscriptions. Errors: not_found. */
  destroy: call({ access: 'reports.read', kind: 'write', idempotent: true, withoutIfMatch: true })
    .route({
      method: 'DELETE',
      path: v4('/report_subscriptions/{id}'),
      tags: ['reports'],
      summary: 'Unsubscribe from a report',
    })
    .input(z.object({ id: Id }))
    .output(z.object({ success: z.literal(true) })),
}
