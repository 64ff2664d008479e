import type { Language } from '#contract/core/fields.ts'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import type { OrderSort } from '#contract/orders/orders.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { zoneName } from '#domain/core/zone-name.ts'
import { listedServices } from '#domain/orders/order-rules.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database } from '#server/db/database.ts'
import { formatDateTime } from '#server/modules/orders/orders/orders.reads.ts'
import { translate, translateGroup } from '#server/texts/translate.ts'
import { orderListsRepository as lists, type OrderFilter } from './order-lists.repository.ts'
import {
  type EntryVehicle,
  type PastKey,
  pastServicesRepository as past,
} from './past-services.repository.ts'

/** Rows per read. No connection is held between two reads, so a slow download blocks none (P-13). */
const BATCH = 200

interface FileFilter extends OrderFilter {
  sort?: OrderSort | undefined
  /** Include manual entries among past orders, as the list does. */
  withEntries: boolean
}

type Row = { order: OrderRow } | { entry: ManualHistory; vehicle: EntryVehicle | undefined }
type Cells = Record<keyof ReturnType<typeof headingsOf>, Cell>

interface FileReader {
  db: Database
  actor: Actor
}

/**
 * Streams the list of a tab as a file, in the same order. The keys are read first, so the order is stable; the rows are
 * read in batches while the file is sent.
 */
export function ordersFile(
  { db, actor }: FileReader,
  filter: FileFilter,
  language: Language,
): ReadableStream<Uint8Array> {
  const headings = headingsOf(language)
  const columns = Object.keys(headings) as (keyof typeof headings)[]
  async function* rows() {
    yield columns.map((column) => headings[column])
    for await (const row of matchingRows({ db, actor: { ...actor, language } }, filter)) {
      const cells = 'order' in row ? cellsOf(row.order, actor, language) : cellsOfEntry(row, actor, language)
      yield columns.map((column) => cells[column])
    }
  }
  return csv(rows(), { language, fleetId: actor.fleet.id })
}

async function* matchingRows(reader: FileReader, filter: FileFilter): AsyncGenerator<Row> {
  const keys = await keysOf(reader, filter)
  for (let from = 0; from < keys.length; from += BATCH)
    yield* await rowsOf(reader, keys.slice(from, from + BATCH))
}

function keysOf({ db, actor }: FileReader, { sort, withEntries, ...filter }: FileFilter): Promise<PastKey[]> {
  return db.tenant(actor.fleet.id, async (tx) => {
    // As in the list: only orders have a status or a stay.
    const isOfOrders = filter.status !== undefined || filter.stay !== undefined
    if (withEntries && !filter.isActive && !isOfOrders) return past.keys(tx, actor, filter, sort)
    const ids = await lists.ids(tx, actor, filter, sort)
    return ids.map((order_id) => ({ order_id, history_id: null }))
  })
}

function rowsOf({ db, actor }: FileReader, keys: readonly PastKey[]): Promise<Row[]> {
  return db.tenant(actor.fleet.id, async (tx) => {
    const { orders, entries } = await past.rowsOf(tx, actor, keys)
    const vehicleIds = [...new Set(entries.map(({ vehicle_id }) => vehicle_id))]
    const vehicles = vehicleIds.length === 0 ? [] : await past.vehiclesOf(tx, actor, vehicleIds)
    const vehicleOf = new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]))
    const orderOf = new Map(orders.map((order) => [order.id, order]))
    const entryOf = new Map(entries.map((entry) => [entry.id, entry]))
    // Rows that were deleted in between are omitted.
    return keys.flatMap(({ order_id, history_id }): Row[] => {
      const order = order_id === null ? undefined : orderOf.get(order_id)
      if (order) return [{ order }]
      const entry = history_id === null ? undefined : entryOf.get(history_id)
      return entry ? [{ entry, vehicle: vehicleOf.get(entry.vehicle_id) }] : []
    })
  })
}

const headingsOf = (language: Language) => translateGroup(language, 'server/orders:column')

function cellsOf(order: OrderRow, { fleet }: Actor, language: Language): Cells {
  const labels: Record<string, string> = translateGroup(language, 'server/orders:status')
  return {
    id: order.id,
    status: labels[order.status] ?? order.status,
    date: order.appointment_date_pretty,
    time: order.appointment_time_pretty,
    time_zone: zoneName(order.appointment_datetime, order.appointment_time_zone, {
      language,
      country: fleet.country,
    }),
    completed: order.completed_date_pretty,
    vehicle: order.vehicle.name,
    vin: order.vehicle.vin,
    other_id: order.vehicle.other_id,
    department_number: order.vehicle.department_number,
    shop: order.shop?.name ?? order.custom_shop_name,
    services: listedServices(order)
      .map((service) => service.name)
      .join('; '),
    odometer: fleet.unit === 'km' ? order.kilometers : order.miles,
    po_number: order.po_number,
    total: { amount: order.total },
    invoice_number: order.invoice_number,
    maintenance_type: order.maintenance_type,
  }
}

/** Returns the cells of an entry, which has a day but no time and counts as complete (MHX-037). */
function cellsOfEntry(
  { entry, vehicle }: Extract<Row, { entry: unknown }>,
  { fleet }: Actor,
  language: Language,
): Cells {
  const day = formatDateTime(
    `${entry.date_of_completion}T12:00:00Z`,
    'UTC',
    fleet.country,
  ).appointment_date_pretty
  return {
    id: null,
    status: translate(language, 'server/orders:status.complete'),
    date: day,
    time: null,
    time_zone: null,
    completed: day,
    vehicle: vehicle?.name ?? null,
    vin: vehicle?.vin ?? null,
    other_id: vehicle?.other_id ?? null,
    department_number: vehicle?.department_number ?? null,
    shop: entry.shop?.name ?? entry.custom_shop_name,
    services: entry.order_services.map((service) => service.name).join('; '),
    odometer: convertDistance(entry.odometer, entry.odometer_units, fleet.unit),
    po_number: entry.po_number,
    total: { amount: entry.total },
    invoice_number: null,
    maintenance_type: translate(language, 'server/orders:manualEntry'),
  }
}
