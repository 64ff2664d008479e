import type { OrderHistory } from '#contract/maintenance/history.ts'
import type { Interval } from '#contract/maintenance/intervals.ts'
import {
  DUE_FILTERS,
  type DueFilter,
  type UpcomingRow,
} from '#src/features/maintenance/intervals/upcoming-rows.ts'

/** Of which vehicles: of all, of those without an active order, or of those with one (DSH-004). */
export const ORDER_FILTERS = ['any', 'without', 'with'] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

/** What a row is: an interval, or a vehicle with all that is due on it. */
export const ROW_KINDS = ['interval', 'vehicle'] as const
export type RowKind = (typeof ROW_KINDS)[number]

/** Which rows of due maintenance a list shows or a number counts. It stands in the address of the list. */
export interface DueView {
  due: DueFilter
  order: OrderFilter
  by: RowKind
}
export const EVERYTHING_DUE: DueView = { due: 'all', order: 'any', by: 'interval' }

/** A row of due maintenance: what it has in common with the upcoming tab, and the intervals that it stands for. */
export interface DueRow extends UpcomingRow {
  intervals: readonly Interval[]
}

/** The link to the rows of a view: the only one that a number of due maintenance may have. */
export const toDue = (view: Partial<DueView>) => ({
  to: '/upcoming_maintenances' as const,
  search: writeDueView({ ...EVERYTHING_DUE, ...view }),
})

export const writeDueView = (view: DueView): Record<string, string> =>
  Object.fromEntries(
    Object.entries(view).filter(([key, value]) => value !== EVERYTHING_DUE[key as keyof DueView]),
  )

/** Reads the address; what it cannot use becomes the default. */
export const readDueView = (search: Record<string, string | undefined>): DueView => ({
  due: DUE_FILTERS.find((one) => one === search.due) ?? EVERYTHING_DUE.due,
  order: ORDER_FILTERS.find((one) => one === search.order) ?? EVERYTHING_DUE.order,
  by: ROW_KINDS.find((one) => one === search.by) ?? EVERYTHING_DUE.by,
})

/**
 * The rows of a view, most urgent first. A vehicle is as urgent as the most urgent of its intervals.
 * @param rows what is due, most urgent first
 */
export function dueRows(
  rows: readonly UpcomingRow[],
  hasOrder: (vehicleId: number) => boolean,
  { due, order, by }: DueView,
): DueRow[] {
  const wanted = order === 'any' ? rows : rows.filter((row) => hasOrder(row.vehicleId) === (order === 'with'))
  const grouped = by === 'vehicle' ? byVehicle(wanted) : wanted.map(alone)
  return due === 'all' ? grouped : grouped.filter((row) => row.due === due)
}

const alone = (row: UpcomingRow): DueRow => ({ ...row, intervals: [row.interval] })

function byVehicle(rows: readonly UpcomingRow[]): DueRow[] {
  const vehicles = new Map<number, DueRow & { intervals: Interval[] }>()
  for (const row of rows) {
    const known = vehicles.get(row.vehicleId)
    if (known) known.intervals.push(row.interval)
    else vehicles.set(row.vehicleId, { ...row, id: row.vehicleId, intervals: [row.interval] })
  }
  return [...vehicles.values()]
}

/** Names of what is due, each once; an interval's own name where it names no service. */
export function dueNames({ intervals }: Pick<DueRow, 'intervals'>, language: 'en' | 'fr'): string {
  const names = intervals.flatMap(({ services, name }) =>
    services.length === 0 ? [name] : services.map((one) => (language === 'fr' ? one.name_fr : one.name_en)),
  )
  return [...new Set(names)].join(', ')
}

/** How much of what is due is on the active order of the vehicle. */
export type Coverage = 'all' | 'some' | 'none'

/** Compares services by id; copies that an earlier build kept of orders have names only. */
export function coverageOf({ intervals }: Pick<DueRow, 'intervals'>, order: OrderHistory): Coverage {
  const ordered = order.order_services.filter(({ status }) => status !== 'rejected' && status !== 'deleted')
  const names = new Set(ordered.map(({ name }) => name.toLowerCase()))
  const ids = new Set(ordered.map((line) => line.service_definition_id))
  const areOnOrder = intervals.flatMap(({ services, name }) =>
    services.length === 0
      ? [names.has(name.toLowerCase())]
      : services.map(
          (one) =>
            ids.has(one.service_id) ||
            names.has(one.name_en.toLowerCase()) ||
            names.has(one.name_fr.toLowerCase()),
        ),
  )
  if (areOnOrder.every(Boolean)) return 'all'
  return areOnOrder.some(Boolean) ? 'some' : 'none'
}
