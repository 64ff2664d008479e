import type { DistanceUnit } from '#contract/core/fields.ts'
import type {
  MaintenanceDocument,
  ManualHistory,
  OrderHistory,
} from '#contract/maintenance/history-record.ts'
import { effectiveTime } from '#domain/orders/order-rules.ts'
import type { LocalRow, PendingChange } from '#src/offline/model/api/cache-api.ts'

/** A row of the history table: an order or a manual entry (MHX-042). */
export interface HistoryRow {
  key: string
  kind: 'manual' | 'order'
  /** UUID of a manual entry, or number of an order. */
  id: string
  vehicleId: number
  /** Status of the order; a manual entry counts as completed (MHX-037). */
  status: string
  /** 'YYYY-MM-DD', for sorting and display. */
  day: string
  shop: string | null
  shopPlace: string
  distance: number | null
  unit: DistanceUnit
  completed: string[]
  /** Recommended or rejected, not done (MHX-043). */
  saved: string[]
  /** Null: not known. */
  total: string | null
  po_number: string | null
  documents: MaintenanceDocument[]
  waiting: PendingChange | null
  /** What the row does not show and a search finds: the invoice number, and the services in both languages. */
  searched?: readonly string[]
}

export interface RowTexts {
  /** Returns the name of a service in the screen language, or undefined if the catalog does not contain it. */
  nameOf: (serviceDefinitionId: number) => string | undefined
  /** Translates a service name from either language, for local copies without a definition id. */
  translated: (name: string) => string
  /** Returns the names of a service in both languages, for the search. */
  namesOf?: (serviceDefinitionId: number | undefined, name: string) => readonly string[]
  /** Returns the calendar day of an instant in the fleet's time zone. */
  dayOf: (instant: string) => string
  /** Unit of the fleet; orders contain both. */
  unit: DistanceUnit
}

export function manualRow(
  { row, waiting }: LocalRow<ManualHistory>,
  { nameOf, namesOf }: RowTexts,
): HistoryRow {
  const isUnknown = (value: string | number) => row.is_carried_over === true && Number(value) === 0
  return {
    key: `manual:${row.id}`,
    kind: 'manual',
    status: 'complete',
    id: row.id,
    vehicleId: row.vehicle_id,
    day: row.date_of_completion,
    shop: row.shop?.name ?? row.custom_shop_name,
    shopPlace: placeOf(row.shop),
    distance: isUnknown(row.odometer) ? null : row.odometer,
    unit: row.odometer_units,
    completed: row.order_services.map((service) => nameOf(service.service_definition_id) ?? service.name),
    saved: [],
    total: isUnknown(row.total) ? null : row.total,
    po_number: row.po_number,
    documents: row.maintenance_documents,
    waiting,
    searched: row.order_services.flatMap(
      ({ service_definition_id: id, name }) => namesOf?.(id, name) ?? [name],
    ),
  }
}

const notDone = ['rejected', 'recommended']

export function orderRow(
  order: OrderHistory,
  { dayOf, unit, nameOf, namesOf, translated }: RowTexts,
): HistoryRow {
  // An order stores each name in the language of the booking.
  const named = (take: (status: string) => boolean) =>
    order.order_services
      .filter(({ status }) => take(status))
      .map(
        ({ service_definition_id: id, name }) =>
          (id === undefined ? undefined : nameOf(id)) ?? translated(name),
      )
  return {
    key: `order:${order.id}`,
    kind: 'order',
    status: order.status,
    id: String(order.id),
    vehicleId: order.vehicle_id,
    day: dayOf(effectiveTime(order)),
    shop: order.shop?.name ?? order.custom_shop_name,
    shopPlace: placeOf(order.shop),
    distance: unit === 'km' ? order.kilometers : order.miles,
    unit,
    completed: named((status) => !notDone.includes(status) && status !== 'deleted'),
    saved: named((status) => notDone.includes(status)),
    total: order.total,
    po_number: order.po_number,
    documents: order.maintenance_documents,
    waiting: null,
    searched: [
      order.invoice_number ?? '',
      ...order.order_services.flatMap(({ service_definition_id: id, name }) => namesOf?.(id, name) ?? [name]),
    ],
  }
}

function placeOf(shop: { city: string; state: string } | null): string {
  return shop ? [shop.city, shop.state].filter(Boolean).join(', ') : ''
}

/**
 * Returns the rows of several independently paged lists, newest first, that no further page can precede. `lists`: for
 * each, the days loaded so far and whether there are more.
 */
export function withoutGaps<Row extends { day: string }>(
  rows: readonly Row[],
  lists: readonly { days: readonly string[]; hasMore: boolean }[],
): Row[] {
  const ends = lists.filter(({ hasMore }) => hasMore).map(({ days }) => days.toSorted()[0] ?? '9999')
  const end = ends.toSorted().at(-1) ?? ''
  return rows.filter(({ day }) => day >= end)
}

/** Sorts newest first; on the same day, manual entries before orders. */
export function byDay(a: HistoryRow, b: HistoryRow): number {
  return b.day.localeCompare(a.day) || a.key.localeCompare(b.key)
}

interface Loaded {
  /** Rows of all pages loaded so far; a row may be repeated. */
  fetched: readonly ManualHistory[]
  /** Whether all pages are loaded. */
  isAll: boolean
  /** Ids of entries that waiting edits move to another vehicle. */
  moved?: readonly string[] | undefined
}

/**
 * Returns the server's pages overlaid with local changes. A waiting row wins, and so does a newer local copy. A row
 * that was just sent and is in no page yet is inserted at its position.
 */
export function overlay(
  { fetched, isAll, moved = [] }: Loaded,
  localRows: readonly LocalRow<ManualHistory>[],
): LocalRow<ManualHistory>[] {
  const own = new Map(localRows.map((local) => [local.row.id, local]))
  const oldest = fetched.map((row) => row.date_of_completion).toSorted()[0] ?? '9999'
  const rows = new Map<string, LocalRow<ManualHistory>>()
  for (const row of fetched) {
    if (moved.includes(row.id)) continue
    const mine = own.get(row.id)
    const isMine = mine && (mine.waiting !== null || mine.row.rev >= row.rev)
    rows.set(row.id, isMine ? mine : { row, waiting: null, basis: { rev: row.rev, opId: null, seen: row } })
  }
  for (const local of localRows) {
    const belongs = local.waiting !== null || isAll || local.row.date_of_completion >= oldest
    if (!rows.has(local.row.id) && belongs) rows.set(local.row.id, local)
  }
  return [...rows.values()]
}
