import {
  COMPLIANCE_DIMENSIONS,
  COMPLIANCE_FIGURES,
  COMPLIANCE_SORTS,
  type ComplianceDimension,
  type ComplianceFigure,
  type ComplianceSort,
} from '#contract/home/compliance.ts'
import { DISTANCE_COST_SORTS, type DistanceCostSort } from '#contract/home/distance-costs.ts'
import {
  DOWNTIME_DIMENSIONS,
  DOWNTIME_SORTS,
  type DowntimeDimension,
  type DowntimeSort,
} from '#contract/home/downtime.ts'
import { COST_DIMENSIONS, COST_SORTS, type CostDimension, type CostSort } from '#contract/home/reports.ts'
import { positiveInteger } from '#domain/core/numbers.ts'
import { daysOfPeriod, PERIODS, type Period } from '#domain/home/report-periods.ts'

type Search = Record<string, string | undefined>

const STANDARD = 'twelveMonths' satisfies Period

/** A report and its order. */
export type ReportChoice =
  | { report: 'costs'; by: CostDimension; sort: CostSort }
  | { report: 'downtime'; by: DowntimeDimension; sort: DowntimeSort }
  | { report: 'distance_costs'; by: 'vehicle'; sort: DistanceCostSort }
  | { report: 'compliance'; by: ComplianceDimension; sort: ComplianceSort }

/** The state of the reports screen, as stored in the URL. */
export type ReportView = ReportChoice & SharedView
export type CostView = Extract<ReportView, { report: 'costs' }>
export type DowntimeView = Extract<ReportView, { report: 'downtime' }>

export type ComplianceView = Extract<ReportView, { report: 'compliance' }>
export type DistanceCostView = Extract<ReportView, { report: 'distance_costs' }>

interface SharedView {
  period: Period | 'custom'
  /** Days as typed, 'YYYY-MM-DD' once valid, inclusive. */
  from: string
  to: string
  /** One-based. */
  page: number
  /** The group whose rows are shown; null shows the report. */
  key: string | null
  /** Which rows of a group are shown, in reports with several figures that count rows. */
  figure: ComplianceFigure
  rowsPage: number
}

/** Parses URL parameters. Invalid values become the default. */
export function readReportView(search: Search, today: string): ReportView {
  const isCustom = search.from !== undefined && search.to !== undefined
  const period = PERIODS.find((option) => option === search.period) ?? STANDARD
  const days = isCustom ? { from: search.from ?? '', to: search.to ?? '' } : daysOfPeriod(period, today)
  return {
    ...choiceOf(search),
    period: isCustom ? 'custom' : period,
    ...days,
    page: positiveInteger(search.page) ?? 1,
    key: search.group ?? null,
    figure: COMPLIANCE_FIGURES.find((figure) => figure === search.figure) ?? 'completed',
    rowsPage: positiveInteger(search.rows) ?? 1,
  }
}

/** Returns the report of URL parameters or of a subscription, in its default order without `sort`. */
export function choiceOf(search: Search): ReportChoice {
  if (search.report === 'downtime')
    return {
      report: 'downtime',
      by: DOWNTIME_DIMENSIONS.find((dimension) => dimension === search.by) ?? 'vehicle',
      sort: DOWNTIME_SORTS.find((sort) => sort === search.sort) ?? '-days',
    }
  if (search.report === 'distance_costs')
    return {
      report: 'distance_costs',
      by: 'vehicle',
      sort: DISTANCE_COST_SORTS.find((sort) => sort === search.sort) ?? '-per_distance',
    }
  if (search.report === 'compliance')
    return {
      report: 'compliance',
      by: COMPLIANCE_DIMENSIONS.find((dimension) => dimension === search.by) ?? 'month',
      sort: COMPLIANCE_SORTS.find((sort) => sort === search.sort) ?? '-late',
    }
  return {
    report: 'costs',
    by: COST_DIMENSIONS.find((dimension) => dimension === search.by) ?? 'month',
    sort: COST_SORTS.find((sort) => sort === search.sort) ?? '-total',
  }
}

/** All reports, in the order of the list. */
export const REPORTS: readonly ReportChoice[] = [
  ...COST_DIMENSIONS.map((by) => ({ report: 'costs', by, sort: '-total' }) as const),
  ...DOWNTIME_DIMENSIONS.map((by) => ({ report: 'downtime', by, sort: '-days' }) as const),
  { report: 'distance_costs', by: 'vehicle', sort: '-per_distance' },
  ...COMPLIANCE_DIMENSIONS.map((by) => ({ report: 'compliance', by, sort: '-late' }) as const),
]

/** Builds URL parameters without default values. */
export function writeReportView(view: ReportView): Search {
  const isCustom = view.period === 'custom'
  const standard = choiceOf({ report: view.report })
  return {
    report: view.report === 'costs' ? undefined : view.report,
    by: view.by === standard.by ? undefined : view.by,
    period: isCustom || view.period === STANDARD ? undefined : view.period,
    from: isCustom ? view.from : undefined,
    to: isCustom ? view.to : undefined,
    sort: view.sort === standard.sort ? undefined : view.sort,
    page: view.page === 1 ? undefined : String(view.page),
    // Not 'key', which is the parameter of sign-in links.
    group: view.key ?? undefined,
    figure: view.figure === 'completed' ? undefined : view.figure,
    rows: view.rowsPage === 1 ? undefined : String(view.rowsPage),
  }
}

/** Whether both days exist and are in order. */
export function isRange({ from, to }: Pick<ReportView, 'from' | 'to'>): boolean {
  return isDay(from) && isDay(to) && from <= to
}

function isDay(text: string): boolean {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const noon = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(text)
}
