import { addDays } from '#domain/core/days.ts'
import { REPORT_MONTHS_MAX } from '#domain/core/limits.ts'
import { sumOf } from '#domain/orders/prices.ts'
import { monthlyHistory } from '#server/modules/maintenance/history/history.service.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { orderListsRepository as lists } from './order-lists.repository.ts'

/** Returns the cost of finished orders and manual entries for every month of the range (decision 57). */
export async function aggregateOrders(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  query: { start_date: string; end_date: string },
) {
  const months = monthsOf(query.start_date, query.end_date)
  if (months.length === 0) throw new Problem('validation', { fields: { end_date: ['date'] } })
  if (months.length > REPORT_MONTHS_MAX)
    throw new Problem('validation', { fields: { end_date: ['too_far'] } })
  const range = { from: query.start_date, to: query.end_date }
  const done = new Map((await lists.byMonth(tx, actor, range)).map((row) => [row.month, row]))
  const entered = new Map((await monthlyHistory(tx, actor, range)).map((row) => [row.month, row]))
  return {
    aggregate: months.map((month) => {
      const [ordered, manual] = [done.get(month), entered.get(month)]
      const total = sumOf([ordered?.total ?? '0.00', manual?.total ?? '0.00'])
      const [orders, canceled] = [ordered?.orders ?? 0, ordered?.canceled ?? 0]
      return { month, orders, canceled, entries: manual?.entries ?? 0, total }
    }),
  }
}

/** Returns 'YYYY-MM' of every month in a range. */
function monthsOf(from: string, to: string): string[] {
  const months: string[] = []
  for (let day = `${from.slice(0, 7)}-01`; day <= to && months.length <= REPORT_MONTHS_MAX; ) {
    months.push(day.slice(0, 7))
    day = `${addDays(day, 31).slice(0, 7)}-01`
  }
  return months
}
