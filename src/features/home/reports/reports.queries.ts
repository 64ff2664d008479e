import { keepPreviousData } from '@tanstack/react-query'
import { REPORT_MONTHS_MAX, REPORT_ROWS_PER_PAGE } from '#domain/core/limits.ts'
import { api, queries } from '#src/api/client.ts'
import {
  type ComplianceView,
  type CostView,
  type DistanceCostView,
  type DowntimeView,
  isRange,
  type ReportView,
} from './report-view.ts'
import type { Paging } from './usePrintRows.ts'

const daysOf = ({ from, to }: ReportView) => ({ start_date: from, end_date: to })
const options = { placeholderData: keepPreviousData, staleTime: 0, retry: false } as const
const keyOf = ({ key }: ReportView) => ({ ...(key !== null && { key }) })
const rowsPageOf = ({ rowsPage }: ReportView) => ({ page: rowsPage, per_page: REPORT_ROWS_PER_PAGE })

export const costsQuery = (view: CostView) =>
  queries.reports.costs.queryOptions({
    input: {
      ...costsInput(view),
      page: view.page,
      // Months have no pages, so that the chart shows all of them.
      per_page: view.by === 'month' ? REPORT_MONTHS_MAX : REPORT_ROWS_PER_PAGE,
    },
    enabled: isRange(view) && view.key === null,
    ...options,
  })
const costsInput = (view: CostView) => ({ by: view.by, ...daysOf(view), sort: view.sort })
export const loadCosts = (view: CostView, paging: Paging) =>
  api.reports.costs({ ...costsInput(view), ...paging })

/** The rows of the group that the view opens. */
export const costRowsQuery = (view: CostView | DistanceCostView) =>
  queries.reports.costRows.queryOptions({
    input: { ...costRowsInput(view), ...rowsPageOf(view) },
    enabled: isRange(view) && view.key !== null,
    ...options,
  })
const costRowsInput = (view: CostView | DistanceCostView) => ({
  by: view.by,
  ...daysOf(view),
  ...keyOf(view),
  ...(view.report === 'distance_costs' && { since_arrival: true }),
})
export const loadCostRows = (view: CostView | DistanceCostView, paging: Paging) =>
  api.reports.costRows({ ...costRowsInput(view), ...paging })

export const downtimeQuery = (view: DowntimeView) =>
  queries.reports.downtime.queryOptions({
    input: { ...downtimeInput(view), page: view.page, per_page: REPORT_ROWS_PER_PAGE },
    enabled: isRange(view) && view.key === null,
    ...options,
  })
const downtimeInput = (view: DowntimeView) => ({ by: view.by, ...daysOf(view), sort: view.sort })
export const loadDowntime = (view: DowntimeView, paging: Paging) =>
  api.reports.downtime({ ...downtimeInput(view), ...paging })

/** The stays of the group that the view opens. */
export const downtimeRowsQuery = (view: DowntimeView) =>
  queries.reports.downtimeRows.queryOptions({
    input: { ...downtimeRowsInput(view), ...rowsPageOf(view) },
    enabled: isRange(view) && view.key !== null,
    ...options,
  })
const downtimeRowsInput = (view: DowntimeView) => ({ by: view.by, ...daysOf(view), ...keyOf(view) })
export const loadDowntimeRows = (view: DowntimeView, paging: Paging) =>
  api.reports.downtimeRows({ ...downtimeRowsInput(view), ...paging })

export const distanceCostsQuery = (view: DistanceCostView) =>
  queries.reports.distanceCosts.queryOptions({
    input: { ...distanceCostsInput(view), page: view.page, per_page: REPORT_ROWS_PER_PAGE },
    enabled: isRange(view) && view.key === null,
    ...options,
  })
const distanceCostsInput = (view: DistanceCostView) => ({ ...daysOf(view), sort: view.sort })
export const loadDistanceCosts = (view: DistanceCostView, paging: Paging) =>
  api.reports.distanceCosts({ ...distanceCostsInput(view), ...paging })

export const complianceQuery = (view: ComplianceView) =>
  queries.reports.compliance.queryOptions({
    input: {
      ...complianceInput(view),
      page: view.page,
      per_page: view.by === 'month' ? REPORT_MONTHS_MAX : REPORT_ROWS_PER_PAGE,
    },
    enabled: isRange(view) && view.key === null,
    ...options,
  })
const complianceInput = (view: ComplianceView) => ({ by: view.by, ...daysOf(view), sort: view.sort })
export const loadCompliance = (view: ComplianceView, paging: Paging) =>
  api.reports.compliance({ ...complianceInput(view), ...paging })

/** The intervals of the group that the view opens. */
export const complianceRowsQuery = (view: ComplianceView) =>
  queries.reports.complianceRows.queryOptions({
    input: { ...complianceRowsInput(view), ...rowsPageOf(view) },
    enabled: isRange(view) && view.key !== null,
    ...options,
  })
const complianceRowsInput = (view: ComplianceView) => ({
  by: view.by,
  ...daysOf(view),
  figure: view.figure,
  ...keyOf(view),
})
export const loadComplianceRows = (view: ComplianceView, paging: Paging) =>
  api.reports.complianceRows({ ...complianceRowsInput(view), ...paging })

/** The file of the report, or of the rows that the view opens, with its query. */
export function fileOf(view: ReportView): { path: string; query: Record<string, string> } {
  const { report, by, sort } = view
  if (view.key === null) return { path: `/reports/${report}.csv`, query: { by, ...daysOf(view), sort } }
  return { path: `/reports/${ROWS_OF[report]}/rows.csv`, query: textsOf(rowsInput(view)) }
}

/** The figures of cost per mile count rows of the cost report. */
const ROWS_OF = {
  costs: 'costs',
  distance_costs: 'costs',
  downtime: 'downtime',
  compliance: 'compliance',
} as const

function rowsInput(view: ReportView) {
  if (view.report === 'downtime') return downtimeRowsInput(view)
  return view.report === 'compliance' ? complianceRowsInput(view) : costRowsInput(view)
}

const textsOf = (input: Record<string, string | boolean>) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
