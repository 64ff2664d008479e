import type { OrderSort, OrderSortColumn } from '#contract/orders/orders.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { dayIn } from '#domain/core/days.ts'
import { plainText } from '#domain/core/plain-text.ts'
import { searchedWords, vehicleSearchText } from '#domain/vehicles/vehicle-search.ts'
import { byDay, type HistoryRow } from '#src/features/maintenance/history/history-rows.ts'
import { vehicleDetail, vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { sortedBy } from '#src/ui/list/paging.ts'

/** A row of the past tab: completed work with its vehicle. */
export interface PastRow {
  id: string
  row: HistoryRow
  vehicleName: string
  vehicleDetail: string
  haystack: string
}

export interface DayRange {
  /** 'YYYY-MM-DD'; empty: unbounded. */
  from: string
  to: string
}

/**
 * Adds the vehicles' names and sorts newest first. If this device does not have the vehicle, its name comes from the
 * waiting entry or from `names`.
 */
export function pastRows(
  rows: readonly HistoryRow[],
  vehicles: readonly Vehicle[],
  order: 'newest first' | 'as given' = 'newest first',
  names?: ReadonlyMap<number, string>,
): PastRow[] {
  const known = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const searchTexts = new Map<number, string>()
  const searchTextOf = (vehicle: Vehicle) => {
    const text = searchTexts.get(vehicle.id) ?? vehicleSearchText(vehicle)
    searchTexts.set(vehicle.id, text)
    return text
  }
  const inOrder = order === 'as given' ? rows : rows.toSorted(byDay)
  return inOrder.map((row) => {
    const own = known.get(row.vehicleId)
    const vehicle = own ?? row.waiting?.vehicle
    const name = vehicle ? vehicleName(vehicle) : names?.get(row.vehicleId) || `#${row.vehicleId}`
    const detail = vehicle ? vehicleDetail(vehicle) : ''
    // At least the fields that the server searches.
    const texts = [
      name,
      detail,
      vehicle?.vin,
      row.shop,
      row.shopPlace,
      row.po_number,
      ...row.completed,
      ...row.saved,
      ...(row.searched ?? []),
    ]
    return {
      id: row.key,
      row,
      vehicleName: name,
      vehicleDetail: detail,
      haystack: `${own ? searchTextOf(own) : ''} ${plainText(texts.filter(Boolean).join(' '))}`,
    }
  })
}

/** Returns whether a row is in a range of days, both ends included; waiting entries always are. */
export function isInRange(day: string, isWaiting: boolean, { from, to }: DayRange): boolean {
  return isWaiting || ((!from || day >= from) && (!to || day <= to))
}

/** Returns the rows that contain every word of the query. */
export function findPast(rows: readonly PastRow[], query: string): PastRow[] {
  const words = searchedWords(query)
  return rows.filter(({ haystack }) => words.every((word) => haystack.includes(word)))
}

/** Returns whether a row has the status, if one is chosen. Only orders have one, although entries count as complete. */
export const hasStatus = ({ kind, status }: HistoryRow, chosen: string | undefined): boolean =>
  chosen === undefined || (kind === 'order' && status === chosen)

/** Sorts local rows, given newest first, by a column. */
export function sortPast(rows: readonly PastRow[], sort: OrderSort): PastRow[] {
  const keyOf = ({ vehicleName: name, row }: PastRow) =>
    ({
      date: row.day,
      vehicle: name,
      shop: row.shop,
      distance: row.distance,
      po_number: row.po_number,
      cost: Number(row.total),
      status: row.status,
      kind: row.kind,
    })[sort.replace('-', '') as OrderSortColumn]
  return sort === '-date' ? [...rows] : sortedBy(rows, keyOf, sort.startsWith('-'))
}

/**
 * Returns the initial range of the past tab. Orders use the fleet's time zone, entries the device's; the later date
 * includes both.
 *
 * @param dayOf returns the fleet's day
 */
export function pastDays(dayOf: (instant: number) => string, now = Date.now()): DayRange {
  const [device, fleet] = [dayIn(undefined, new Date(now)), dayOf(now)]
  return lastThreeMonths(device > fleet ? device : fleet)
}

/** Returns the range of the past tab: three months up to today (SVC-010). */
export function lastThreeMonths(today: string): DayRange {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const start = new Date(Date.UTC(year, month - 4, 1))
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate()
  start.setUTCDate(Math.min(day, lastDay))
  return { from: start.toISOString().slice(0, 10), to: today }
}
