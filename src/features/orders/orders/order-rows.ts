import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { OrderHistory } from '#contract/maintenance/history-record.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import type { OrderSort, OrderSortColumn } from '#contract/orders/orders.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { addDays } from '#domain/core/days.ts'
import { plainText } from '#domain/core/plain-text.ts'
import {
  appointmentState,
  isOpen,
  listedServices,
  type OrderStatus,
  type Stay,
} from '#domain/orders/order-rules.ts'
import { stayOf } from '#domain/orders/shop-stay-rules.ts'
import { searchedWords, vehicleSearchText } from '#domain/vehicles/vehicle-search.ts'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { sortedBy } from '#src/ui/list/paging.ts'

/** An open order in the active tab, from the server or from this device. */
export interface ActiveRow {
  id: number
  vehicleId: number
  status: string
  state: 'requested' | 'confirmed'
  appointment_datetime: string
  /** In the shop's time zone; null for local rows, which do not know it. */
  date: string | null
  time: string | null
  /** Time zone of date and time; null with them. */
  zone: string | null
  vehicle: string
  shop: string
  place: string
  services: string[]
  po_number: string | null
  total: string
}

export function rowOf(order: OrderRow): ActiveRow {
  return {
    id: order.id,
    vehicleId: order.vehicle_id,
    status: order.status,
    state: order.state,
    appointment_datetime: order.appointment_datetime,
    date: order.appointment_date_pretty,
    time: order.appointment_time_pretty,
    zone: order.appointment_time_zone,
    vehicle: order.vehicle.name || `#${order.vehicle_id}`,
    shop: order.shop?.name ?? order.custom_shop_name ?? '',
    place: order.shop ? `${order.shop.city}, ${order.shop.state}` : '',
    services: listedServices(order).map(({ name }) => name),
    po_number: order.po_number,
    total: order.total,
  }
}

/** Days of appointments; an empty end has no limit. `isExact`: a number counts exactly these days. */
export interface DayFilter {
  from: string
  to: string
  isExact?: boolean | undefined
}

/**
 * Returns the days of the appointments that the active tab lists, extended by one day at each end (SVC-012) unless they
 * are exact. The list, its file and the local rows all use it, so that they contain the same orders.
 */
export const activeDays = ({ from, to, isExact }: DayFilter): { from: string; to: string } =>
  isExact ? { from, to } : { from: from && addDays(from, -1), to: to && addDays(to, 1) }

type LocalServices = readonly Pick<ServiceDefinition, 'id' | 'name_en' | 'name_fr'>[]

/**
 * Returns the open orders on this device, soonest first, filtered as on the server. Days are in the user's time zone.
 */
export function localRows(
  orders: readonly OrderHistory[],
  vehicles: readonly Vehicle[],
  filter: DayFilter & {
    search: string
    status: string | undefined
    stay?: Stay | undefined
    isOfVehicle: (id: number) => boolean
    /** Those on this device, for the search in both languages. */
    services?: LocalServices | undefined
  },
  dayOf: (instant: string) => string,
): ActiveRow[] {
  const known = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const { from, to } = activeDays(filter)
  const words = searchedWords(filter.search)
  const namesOf = new Map(filter.services?.map(({ id, name_en, name_fr }) => [id, [name_en, name_fr]]))
  return orders
    .filter(({ status }) => (filter.status ? status === filter.status : isOpen(status)))
    .filter(({ vehicle_id }) => filter.isOfVehicle(vehicle_id))
    .filter((order) => {
      const stay = filter.stay && stayOf(order, Date.now(), (at) => dayOf(new Date(at).toISOString()))
      return !stay || (stay.kind === 'atShop' && (filter.stay === 'at_shop' || stay.isLate))
    })
    .filter(({ appointment_datetime }) => {
      const day = dayOf(appointment_datetime)
      return (!from || day >= from) && (!to || day <= to)
    })
    .filter((order) => {
      if (words.length === 0) return true
      const text = searchTextOf(order, known.get(order.vehicle_id), namesOf)
      return words.every((word) => text.includes(word))
    })
    .map((order) => {
      const vehicle = known.get(order.vehicle_id)
      return toRow(order, vehicle ? vehicleName(vehicle) : `#${order.vehicle_id}`)
    })
    .toSorted((a, b) => a.appointment_datetime.localeCompare(b.appointment_datetime) || a.id - b.id)
}

/**
 * Returns the text in which words are searched: at least the fields that the server searches. It also contains the
 * drivers. Accents are ignored.
 */
function searchTextOf(
  { shop, vehicle_id, ...order }: OrderHistory,
  vehicle: Vehicle | undefined,
  namesOf: ReadonlyMap<number, readonly string[]>,
): string {
  const texts = [
    shop?.name,
    shop?.city,
    shop?.state,
    order.custom_shop_name,
    order.po_number,
    order.invoice_number,
    ...order.order_services.flatMap(({ name, service_definition_id: service = 0 }) => [
      name,
      ...(namesOf.get(service) ?? []),
    ]),
  ]
  const ofVehicle = vehicle ? vehicleSearchText(vehicle) : `#${vehicle_id}`
  return `${ofVehicle} ${plainText(texts.filter(Boolean).join(' '))}`
}

/** Sorts local rows by a column. Columns that local rows lack keep the order: soonest first. */
export function sortActive(rows: readonly ActiveRow[], sort: OrderSort): ActiveRow[] {
  const column = sort.replace('-', '') as OrderSortColumn
  const keyOf = (row: ActiveRow) => {
    if (column === 'date') return row.appointment_datetime
    if (column === 'cost') return Number(row.total)
    return column === 'distance' || column === 'kind' ? null : row[column]
  }
  return sortedBy(rows, keyOf, sort.startsWith('-'))
}

function toRow(order: OrderHistory, vehicle: string): ActiveRow {
  return {
    id: order.id,
    vehicleId: order.vehicle_id,
    status: order.status,
    state: appointmentState(order.status as OrderStatus),
    appointment_datetime: order.appointment_datetime,
    date: null,
    time: null,
    zone: null,
    vehicle,
    shop: order.shop?.name ?? order.custom_shop_name ?? '',
    place: order.shop ? `${order.shop.city}, ${order.shop.state}` : '',
    services: listedServices(order).map(({ name }) => name),
    po_number: order.po_number,
    total: order.total,
  }
}

/** The active tab's default range: today to three months ahead (SVC-011). */
export function nextThreeMonths(today: string): { from: string; to: string } {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + 3, 0)).getUTCDate()
  const end = new Date(Date.UTC(year, month + 2, Math.min(day, lastDay)))
  return { from: today, to: end.toISOString().slice(0, 10) }
}
