import type { DistanceUnit } from '#contract/core/fields.ts'
import type { MaintenanceDocument, ManualHistory, OrderHistory } from '#contract/maintenance/history.ts'
import { effectiveTime } from '#domain/orders/order-rules.ts'
import type { Kept, Waiting } from '#src/offline/model/api/cache-api.ts'

/** A row of the history table: what was done, once, whoever entered it (MHX-042). */
export interface HistoryRow {
  key: string
  kind: 'manual' | 'order'
  /** Manual: the entry's UUID; order: its number. */
  id: string
  vehicleId: number
  /** Of the order; a manual entry is one that was completed (MHX-037). */
  status: string
  /** 'YYYY-MM-DD' for sorting and showing. */
  day: string
  shop: string | null
  shopPlace: string
  distance: number | null
  unit: DistanceUnit
  completed: string[]
  /** Recommended or rejected and not done (MHX-043). */
  saved: string[]
  total: string
  po_number: string | null
  documents: MaintenanceDocument[]
  waiting: Waiting | null
}

export interface Words {
  /** Name of a service in the language of the screen, or undefined where the catalogue does not know it. */
  nameOf: (serviceDefinitionId: number) => string | undefined
  /** A service in the language of the screen, by its name in either language: of copies that name no definition. */
  translated: (name: string) => string
  /** The calendar day of an instant in the fleet's zone. */
  dayOf: (instant: string) => string
  /** The fleet's: orders bear both. */
  unit: DistanceUnit
}

export function manualRow({ row, waiting }: Kept<ManualHistory>, { nameOf }: Words): HistoryRow {
  return {
    key: `manual:${row.id}`,
    kind: 'manual',
    status: 'complete',
    id: row.id,
    vehicleId: row.vehicle_id,
    day: row.date_of_completion,
    shop: row.shop?.name ?? row.custom_shop_name,
    shopPlace: placeOf(row.shop),
    distance: row.odometer,
    unit: row.odometer_units,
    completed: row.order_services.map((service) => nameOf(service.service_definition_id) ?? service.name),
    saved: [],
    total: row.total,
    po_number: row.po_number,
    documents: row.maintenance_documents,
    waiting,
  }
}

const notDone = ['rejected', 'recommended']

export function orderRow(order: OrderHistory, { dayOf, unit, nameOf, translated }: Words): HistoryRow {
  // An order keeps each name in the language of whoever booked it.
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
  }
}

function placeOf(shop: { city: string; state: string } | null): string {
  return shop ? [shop.city, shop.state].filter(Boolean).join(', ') : ''
}

/**
 * Of several lists that page each on their own, newest first: the rows that no further page comes before. `lists`: the
 * days that came so far of each, and whether there are more.
 */
export function withoutGaps<Row extends { day: string }>(
  rows: readonly Row[],
  lists: readonly { days: readonly string[]; hasMore: boolean }[],
): Row[] {
  const ends = lists.filter(({ hasMore }) => hasMore).map(({ days }) => days.toSorted()[0] ?? '9999')
  const end = ends.toSorted().at(-1) ?? ''
  return rows.filter(({ day }) => day >= end)
}

/** Newest first; of one day, manual entries before orders. */
export function byDay(a: HistoryRow, b: HistoryRow): number {
  return b.day.localeCompare(a.day) || a.key.localeCompare(b.key)
}

interface Loaded {
  /** What the server sent so far, page after page; a row may come twice. */
  fetched: readonly ManualHistory[]
  /** Whether that is all there is. */
  isAll: boolean
}

/**
 * The entries to show while pages come from the server: those pages, with this device's own changes laid over them.
 * A row that waits here wins, and so does a newer copy; what was just sent and is in no page yet is put in its place.
 */
export function overlay(
  { fetched, isAll }: Loaded,
  kept: readonly Kept<ManualHistory>[],
): Kept<ManualHistory>[] {
  const own = new Map(kept.map((one) => [one.row.id, one]))
  const oldest = fetched.map((row) => row.date_of_completion).toSorted()[0] ?? '9999'
  const rows = new Map<string, Kept<ManualHistory>>()
  for (const row of fetched) {
    const mine = own.get(row.id)
    const isMine = mine && (mine.waiting !== null || mine.row.rev >= row.rev)
    rows.set(row.id, isMine ? mine : { row, waiting: null, basis: { rev: row.rev, opId: null, seen: row } })
  }
  for (const one of kept) {
    const belongs = one.waiting !== null || isAll || one.row.date_of_completion >= oldest
    if (!rows.has(one.row.id) && belongs) rows.set(one.row.id, one)
  }
  return [...rows.values()]
}
