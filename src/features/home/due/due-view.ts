import type { OrderHistory } from '#contract/maintenance/history-record.ts'
import type { Interval } from '#contract/maintenance/intervals.ts'
import {
  DUE_FILTERS,
  type DueFilter,
  type UpcomingRow,
} from '#src/features/maintenance/intervals/upcoming-rows.ts'

/** Filter by vehicle: any, without an active order, or with one (DSH-004). */
export const ORDER_FILTERS = ['any', 'without', 'with'] as const
type OrderFilter = (typeof ORDER_FILTERS)[number]

/** Row type: one interval, or one vehicle with all its due intervals. */
export const ROW_KINDS = ['interval', 'vehicle'] as const
type RowKind = (typeof ROW_KINDS)[number]

/** Selects the rows of due maintenance that a list shows or a number counts. Stored in the URL of the list. */
export interface DueView {
  due: DueFilter
  order: OrderFilter
  by: RowKind
}
export const DEFAULT_DUE_VIEW: DueView = { due: 'all', order: 'any', by: 'interval' }

/** A row of due maintenance: the fields of the upcoming tab, and the intervals that it represents. */
export interface DueRow extends UpcomingRow {
  intervals: readonly Interval[]
}

/** Returns the link to the rows of a view; every number of due maintenance uses it. */
export const linkToDue = (view: Partial<DueView>) => {
  const filter = writeDueView({ ...DEFAULT_DUE_VIEW, ...view })
  const isBare = Object.keys(filter).length === 0
  // Without a filter in the URL, the user's default view would open.
  const search: Record<string, string> = isBare ? { due: DEFAULT_DUE_VIEW.due } : filter
  return { to: '/upcoming_maintenances' as const, search }
}

/** Returns the link to the upcoming tab, which would show three months without explicit days (decision 20). */
export const toUpcoming = () => ({
  to: '/services' as const,
  search: { tab: 'upcoming', days: 'all' },
  state: { startingPage: 'upcoming' as const },
})

export const writeDueView = (view: DueView): Record<string, string> =>
  Object.fromEntries(
    Object.entries(view).filter(([key, value]) => value !== DEFAULT_DUE_VIEW[key as keyof DueView]),
  )

/** Parses the URL; invalid values become defaults. */
export const readDueView = (search: Record<string, string | undefined>): DueView => ({
  due: DUE_FILTERS.find((filter) => filter === search.due) ?? DEFAULT_DUE_VIEW.due,
  order: ORDER_FILTERS.find((filter) => filter === search.order) ?? DEFAULT_DUE_VIEW.order,
  by: ROW_KINDS.find((kind) => kind === search.by) ?? DEFAULT_DUE_VIEW.by,
})

/**
 * Returns the rows of a view, most urgent first. A vehicle is as urgent as its most urgent interval.
 * @param rows due intervals, most urgent first
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

/** Returns the names of the due services, each once; an interval without services uses its own name. */
export function dueNames({ intervals }: Pick<DueRow, 'intervals'>, language: 'en' | 'fr'): string {
  const names = intervals.flatMap(({ services, name }) =>
    services.length === 0
      ? [name]
      : services.map((service) => (language === 'fr' ? service.name_fr : service.name_en)),
  )
  return [...new Set(names)].join(', ')
}

/** How much of what is due is on the vehicle's active order. */
export type Coverage = 'all' | 'some' | 'none'

/** Compares services by id, or by name in copies of orders cached by an earlier build. */
export function coverageOf({ intervals }: Pick<DueRow, 'intervals'>, order: OrderHistory): Coverage {
  const ordered = order.order_services.filter(({ status }) => status !== 'rejected' && status !== 'deleted')
  const names = new Set(ordered.map(({ name }) => name.toLowerCase()))
  const ids = new Set(ordered.map((line) => line.service_definition_id))
  const areOnOrder = intervals.flatMap(({ services, name }) =>
    services.length === 0
      ? [names.has(name.toLowerCase())]
      : services.map(
          (service) =>
            ids.has(service.service_id) ||
            names.has(service.name_en.toLowerCase()) ||
            names.has(service.name_fr.toLowerCase()),
        ),
  )
  if (areOnOrder.every(Boolean)) return 'all'
  return areOnOrder.some(Boolean) ? 'some' : 'none'
}
