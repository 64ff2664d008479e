import type { DistanceCosts } from '#contract/home/distance-costs.ts'
import { DOWNTIME_DIMENSIONS } from '#contract/home/downtime.ts'
import type { ReportSubscription } from '#contract/home/report-subscriptions.ts'
import type { ReportRange } from '#domain/home/report-periods.ts'
import type { UseCase } from '#server/use-case.ts'
import { reportCosts } from '../reports/costs.service.ts'
import { reportDistanceCosts } from '../reports/distance-costs.service.ts'
import { reportDowntime } from '../reports/downtime.service.ts'

/** Groups of a report in an email; the app shows the rest. */
export const REPORT_EMAIL_GROUPS = 20

export type ReportFigures =
  | ({ report: 'costs' } & Awaited<ReturnType<typeof reportCosts>>)
  | ({ report: 'downtime' } & Awaited<ReturnType<typeof reportDowntime>>)
  | ({ report: 'distance_costs' } & DistanceCosts)

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
  const dimension = DOWNTIME_DIMENSIONS.find((one) => one === by) ?? 'vehicle'
  return { report, ...(await reportDowntime(reader, { ...query, by: dimension, sort: '-days' })) }
}
