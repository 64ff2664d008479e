import { COMPLIANCE_DIMENSIONS } from '#contract/home/compliance.ts'
import type { DistanceCosts } from '#contract/home/distance-costs.ts'
import { DOWNTIME_DIMENSIONS } from '#contract/home/downtime.ts'
import type { ReportSubscription } from '#contract/home/report-subscriptions.ts'
import type { CostDimension } from '#contract/home/reports.ts'
import type { ReportRange } from '#domain/home/report-periods.ts'
import type { UseCase } from '#server/use-case.ts'
import { reportCompliance } from '../compliance/compliance.service.ts'
import { reportCosts } from '../reports/costs.service.ts'
import { reportDistanceCosts } from '../reports/distance-costs.service.ts'
import { reportDowntime } from '../reports/downtime.service.ts'

/** Groups of a report in an email; the app shows the rest. */
export const REPORT_EMAIL_GROUPS = 20

export type ReportFigures =
  | ({ report: 'costs' } & Awaited<ReturnType<typeof reportCosts>>)
  | ({ report: 'downtime' } & Awaited<ReturnType<typeof reportDowntime>>)
  | ({ report: 'distance_costs' } & DistanceCosts)
  | ({ report: 'compliance' } & Awaited<ReturnType<typeof reportCompliance>>)

/** Returns the first groups of a report with its totals, by the functions that the API uses. */
export async function readReportFigures(
  reader: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  { report, by }: Pick<ReportSubscription, 'report' | 'by'>,
  { from, to }: ReportRange,
): Promise<ReportFigures> {
  const query = { start_date: from, end_date: to, page: 1, per_page: REPORT_EMAIL_GROUPS }
  if (report === 'costs') return { report, ...(await reportCosts(reader, { ...query, by, sort: '-total' })) }
  if (report === 'distance_costs')
    return { report, ...(await reportDistanceCosts(reader, { ...query, sort: '-per_distance' })) }
  if (report === 'compliance')
    return {
      report,
      ...(await reportCompliance(reader, {
        ...query,
        by: splitOf(COMPLIANCE_DIMENSIONS, by),
        sort: '-late',
      })),
    }
  return {
    report,
    ...(await reportDowntime(reader, { ...query, by: splitOf(DOWNTIME_DIMENSIONS, by), sort: '-days' })),
  }
}

/** A subscription has only splits of its report (`ReportSubscriptionInput`). */
function splitOf<Split extends CostDimension>(splits: readonly Split[], by: CostDimension): Split {
  const split = splits.find((candidate) => candidate === by)
  if (!split) throw new Error(`The report cannot be split by ${by}.`)
  return split
}
