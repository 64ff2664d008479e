import { keepPreviousData } from '@tanstack/react-query'
import { REPORT_MONTHS_MAX } from '#domain/core/limits.ts'
import { queries } from '#src/api/client.ts'
import {
  type ComplianceView,
  type CostView,
  type DistanceCostView,
  type DowntimeView,
  isRange,
  type ReportView,
} from './report-view.ts'

const daysOf = ({ from, to }: ReportView) => ({ start_date: from, end_date: to })
const options = { placeholderData: keepPreviousData, staleTime: 0, retry: false } as const
const GROUPS_PER_PAGE = 25

export const costsQuery = (view: CostView) =>
  queries.reports.costs.queryOptions({
    input: {
      by: view.by,
      ...daysOf(view),
      sort: view.sort,
      page: view.page,
      // Months have no pages, so that the chart shows all of them.
      per_page: view.by === 'month' ? REPORT_MONTHS_MAX : GROUPS_PER_PAGE,
    },
    enabled: isRange(view) && view.key === null,
    ...options,
  })

/** The rows of the group that the view opens. */
export const costRowsQuery = (view: CostView | DistanceCostView) =>
  queries.reports.costRows.queryOptions({
    input: {
      by: view.by,
      ...daysOf(view),
      ...(view.key !== null && { key: view.key }),
      ...(view.report === 'distance_costs' && { since_arrival: true }),
      page: view.rowsPage,
      per_page: GROUPS_PER_PAGE,
    },
    enabled: isRange(view) && view.key !== null,
    ...options,
  })

export const downtimeQuery = (view: DowntimeView) =>
  queries.reports.downtime.queryOptions({
    input: {
      ...{ by: view.by, ...daysOf(view), sort: view.sort, page: view.page, per_page: GROUPS_PER_PAGE },
    },
    enabled: isRange(view) && view.key === null,
    ...options,
  })

/** The stays of the group that the view opens. */
export const downtimeRowsQuery = (view: DowntimeView) =>
  queries.reports.downtimeRows.queryOptions({
    input: {
      ...{ by: view.by, ...daysOf(view), page: view.rowsPage, per_page: GROUPS_PER_PAGE },
      ...(view.key !== null && { key: view.key }),
    },
    enabled: isRange(view) && view.key !== null,
    ...options,
  })

export const distanceCostsQuery = (view: DistanceCostView) =>
  queries.reports.distanceCosts.queryOptions({
    input: { ...daysOf(view), sort: view.sort, page: view.page, per_page: GROUPS_PER_PAGE },
    enabled: isRange(view) && view.key === null,
    ...options,
  })

export const complianceQuery = (view: ComplianceView) =>
  queries.reports.compliance.queryOptions({
    input: {
      ...{ by: view.by, ...daysOf(view), sort: view.sort, page: view.page },
      per_page: view.by === 'month' ? REPORT_MONTHS_MAX : GROUPS_PER_PAGE,
    },
    enabled: isRange(view) && view.key === null,
    ...options,
  })

/** The intervals of the group that the view opens. */
export const complianceRowsQuery = (view: ComplianceView) =>
  queries.reports.complianceRows.queryOptions({
    input: {
      ...{ by: view.by, ...daysOf(view), figure: view.figure, page: view.rowsPage },
      ...{ per_page: GROUPS_PER_PAGE, ...(view.key !== null && { key: view.key }) },
    },
    enabled: isRange(view) && view.key !== null,
    ...options,
  })
