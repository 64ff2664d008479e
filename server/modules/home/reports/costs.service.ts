import { pageOf } from '#contract/core/paging.ts'
import type { CostDimension, CostGroup, CostSort } from '#contract/home/reports.ts'
import { addDays } from '#domain/core/days.ts'
import { sumOf } from '#domain/orders/prices.ts'
import { REPORT_YEARS_MAX } from '#server/limits.ts'
import { aggregateOrders } from '#server/modules/orders/orders/lists/order-costs.service.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { costRowsRepository as rows } from './cost-rows.repository.ts'
import type { ReportDays } from './cost-work.ts'
import { type CostPage, costsRepository as costs } from './costs.repository.ts'
import { groupNameOf, withIdentities } from './report-groups.ts'

type Reader = Pick<UseCase, 'tx' | 'actor'>
export interface RangeQuery {
  start_date: string
  end_date: string
}
export interface Paging {
  page: number
  per_page: number
}
export interface CostsQuery extends RangeQuery {
  by: CostDimension
  sort: CostSort
}

export type CostRowsQuery = RangeQuery & {
  by: CostDimension
  key?: string | undefined
  since_arrival?: boolean
}

/** Returns a page of the cost report with the totals of all pages. Errors: validation (days). */
export async function reportCosts(reader: Reader, query: CostsQuery & Paging) {
  const { page, per_page } = query
  const found = await groupsOf(reader, query, { limit: per_page, offset: (page - 1) * per_page })
  const { groups, groupCount, count, total } = found
  return {
    groups: await identified(reader, query.by, groups),
    count,
    total,
    ...pageOf(query, groupCount),
  }
}

/** Returns a page of the rows that a figure counts. Errors: validation (days). */
export async function reportCostRows({ tx, actor }: Reader, query: CostRowsQuery & Paging) {
  const { by, key, since_arrival: sinceArrival = false } = query
  const filter = { by, key, sinceArrival, days: daysOf(query) }
  const { count, total } = await rows.totals(tx, actor, filter)
  const slice = { limit: query.per_page, offset: (query.page - 1) * query.per_page, count }
  return {
    rows: await rows.list(tx, actor, filter, slice),
    name: await groupNameOf(tx, actor, filter),
    total,
    ...pageOf(query, count),
  }
}

/** Adds what tells vehicles of the same name apart to the groups of a page. */
export async function identified<Group extends { key: string }>(
  { tx, actor }: Reader,
  by: CostDimension,
  groups: readonly Group[],
) {
  const found = await withIdentities(tx, actor, by, groups)
  return found.map(({ identity: _, ...group }) => group)
}

/** Returns groups of the report. The app shows all months on one page. */
export async function groupsOf(
  reader: Reader,
  query: CostsQuery,
  page: { limit: number; offset: number },
): Promise<CostPage> {
  const days = daysOf(query)
  const { by, sort } = query
  if (by === 'month') {
    const months = await monthsOf(reader, query)
    return {
      groups: months.slice(page.offset, page.offset + page.limit),
      groupCount: months.length,
      count: months.reduce((all, { count }) => all + (count ?? 0), 0),
      total: sumOf(months.map(({ total }) => total)),
    }
  }
  return costs.list(reader.tx, reader.actor, { by, sort, days }, page)
}

async function monthsOf(reader: Reader, query: RangeQuery): Promise<CostGroup[]> {
  const { aggregate } = await aggregateOrders(reader, query)
  return aggregate.map(({ month, orders, entries, total }) => ({
    key: month,
    name: null,
    count: orders + entries,
    total,
  }))
}

/** Checks that the range is in order and not longer than five years. */
export function daysOf({ start_date: from, end_date: to }: RangeQuery): ReportDays {
  if (to < from) throw new Problem('validation', { fields: { end_date: ['date'] } })
  if (to >= addDays(from, REPORT_YEARS_MAX * 366))
    throw new Problem('validation', { fields: { end_date: ['too_far'] } })
  return { from, to }
}
