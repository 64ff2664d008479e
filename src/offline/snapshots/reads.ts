import type { Table } from 'dexie'
import type { ManualHistory, OrderHistory } from '#contract/maintenance/history-record.ts'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { dayIn } from '#domain/core/days.ts'
import { effectiveTime } from '#domain/orders/order-rules.ts'
import type { LocalRow, OrderName } from '#src/offline/model/api/cache-api.ts'
import type { Clock } from '#src/offline/model/clock.ts'
import { isFileOp, type OpRow, readOp } from '#src/offline/model/op-row.ts'
import { readOpsOfEntity } from '#src/offline/queue/existing.ts'
import type { CacheDb } from '#src/offline/storage/cache-db.ts'
import type { OutboxDb } from '#src/offline/storage/outbox-db.ts'
import { overlay } from './overlay.ts'
import { daysLeft, type ProjectionContext, projectHistory, projectItem } from './project.ts'

/** Both databases of one user. */
export interface Databases {
  cache: CacheDb
  outbox: OutboxDb
  clock: Clock
  /** The fleet's time zone (IANA); undefined: the device's. */
  timeZone: string | undefined
}

/** Selects rows: of one vehicle, one row, from a day on (and all pending ones), or all. */
export type RowFilter = { vehicleId: number } | { id: string } | { since: string } | 'all'

/** Histories with pending changes applied, newest first. */
export async function readHistories(
  databases: Databases,
  which: RowFilter,
): Promise<LocalRow<ManualHistory>[]> {
  const { cache } = databases
  const { rows, ops } = await gather(cache.histories, databases.outbox, 'history', which)
  const context = await projectionContext(databases, ops)
  const localRows = overlay(rows, ops, (op, base) => projectHistory(op, base, context))
  return within(localRows, which).sort(
    (a, b) =>
      b.row.date_of_completion.localeCompare(a.row.date_of_completion) || b.row.id.localeCompare(a.row.id),
  )
}

/** Ids of histories that pending edits move from a vehicle to another one. */
export async function readMovedFrom({ cache, outbox }: Databases, vehicleId: number): Promise<string[]> {
  const rows = await outbox.ops.toArray()
  const edits = ofNoun(
    rows.filter(({ kind, state }) => kind === 'history.update' && state !== 'damaged'),
    'history',
  )
  // The last edit of each entry decides.
  const vehicleOf = new Map(edits.map((op) => [op.entityId, op.vehicleId]))
  const stored = await cache.histories.bulkGet([...vehicleOf.keys()])
  return stored.flatMap((row) =>
    row?.vehicle_id === vehicleId && vehicleOf.get(row.id) !== vehicleId ? [row.id] : [],
  )
}

/** Glovebox items with pending changes applied; days to expiry are counted today. */
export async function readItems(databases: Databases, which: RowFilter): Promise<LocalRow<GloveboxItem>[]> {
  const today = todayOf(databases)
  const { rows, ops } = await gather(databases.cache.glovebox_items, databases.outbox, 'glovebox', which)
  const dated = rows.map((row) => ({ ...row, expires_in_days: daysLeft(row.expiration_date, today) }))
  const context = await projectionContext(databases, ops)
  return within(
    overlay(dated, ops, (op, base) => projectItem(op, base, context)),
    which,
  )
}

/** Shop orders, newest first. */
export async function readOrders(
  { orders }: CacheDb,
  which: { vehicleId: number } | { since: string } | { statuses: readonly string[] } | 'all',
): Promise<OrderHistory[]> {
  const rows = await wanted().toArray()
  return rows.sort((a, b) => effectiveTime(b).localeCompare(effectiveTime(a)) || b.id - a.id)

  function wanted() {
    if (which === 'all') return orders
    if ('statuses' in which) return orders.where('status').anyOf(which.statuses)
    return 'since' in which
      ? orders.where('appointment_datetime').aboveOrEqual(which.since)
      : orders.where({ vehicle_id: which.vehicleId })
  }
}

export function orderName(order: OrderHistory): OrderName {
  const { id, vehicle_id, status, appointment_datetime, po_number, shop, custom_shop_name } = order
  const place = { shop: shop ? shop.name : custom_shop_name, city: shop?.city || null }
  return { id, vehicle_id, status, appointment_datetime, po_number, ...place }
}

/** Copies of server rows, and the operations on them and on rows that are still pending, in order. */
async function gather<T extends { id: string }, I>(
  table: Table<T, string, I>,
  outbox: OutboxDb,
  noun: 'history' | 'glovebox',
  which: RowFilter,
): Promise<{ rows: T[]; ops: OpRow[] }> {
  if (which === 'all') return { rows: await table.toArray(), ops: ofNoun(await outbox.ops.toArray(), noun) }
  if ('id' in which) {
    const row = await table.get(which.id)
    return { rows: row ? [row] : [], ops: await readOpsOfEntity(outbox, which.id) }
  }
  if ('since' in which) {
    const rows = await table.where('date_of_completion').aboveOrEqual(which.since).toArray()
    return withRowsOf(table, rows, ofNoun(await outbox.ops.toArray(), noun))
  }
  // An edit can move an entry to another vehicle: match by row or by operation.
  const rows = await table.where({ vehicle_id: which.vehicleId }).toArray()
  const onRows = await outbox.ops
    .where('entityId')
    .anyOf(rows.map((row) => row.id))
    .toArray()
  const onVehicle = await outbox.ops.where('vehicleId').equals(which.vehicleId).toArray()
  const onBoth = new Map([...onRows, ...onVehicle].map((op) => [op.id, op]))
  return withRowsOf(table, rows, ofNoun([...onBoth.values()], noun))
}

/** Adds the rows that the operations change but the filter did not select. */
async function withRowsOf<T extends { id: string }, I>(table: Table<T, string, I>, rows: T[], ops: OpRow[]) {
  const here = new Set(rows.map((row) => row.id))
  const elsewhere = [...new Set(ops.map((op) => op.entityId))].filter((id) => !here.has(id))
  const found = (await table.bulkGet(elsewhere)).filter((row) => row !== undefined)
  return { rows: [...rows, ...found], ops }
}

/** Shows an entry with the vehicle that it will belong to. */
function within<T extends { vehicle_id: number }>(localRows: LocalRow<T>[], which: RowFilter): LocalRow<T>[] {
  return typeof which === 'object' && 'vehicleId' in which
    ? localRows.filter(({ row }) => row.vehicle_id === which.vehicleId)
    : localRows
}

function ofNoun(rows: readonly unknown[], noun: 'history' | 'glovebox'): OpRow[] {
  const target = noun === 'history' ? 'maintenance_documents' : 'glovebox_documents'
  return rows
    .map(readOp)
    .filter((op) => op !== null)
    .filter((op) => op.kind.startsWith(`${noun}.`) || targetOf(op) === target)
    .sort((a, b) => a.seq - b.seq)
}

const targetOf = (op: OpRow): unknown =>
  isFileOp(op) ? (op.payload as { target?: unknown } | null)?.target : undefined

async function projectionContext(databases: Databases, ops: readonly OpRow[]): Promise<ProjectionContext> {
  const { cache } = databases
  const today = todayOf(databases)
  if (ops.length === 0) return { services: new Map(), shops: new Map(), units: new Map(), today }
  const [services, shops] = [await cache.services.toArray(), await cache.shops.toArray()]
  const vehicles = await cache.vehicles.bulkGet([...new Set(ops.map((op) => op.vehicleId))])
  return {
    services: new Map(services.map((service) => [service.id, service])),
    shops: new Map(shops.map((shop) => [shop.id, shop])),
    units: new Map(vehicles.flatMap((vehicle) => (vehicle ? [[vehicle.id, vehicle.odometer_units]] : []))),
    today,
  }
}

/** The current day in the fleet's time zone, as on the server. */
export const todayOf = ({ clock, timeZone }: Pick<Databases, 'clock' | 'timeZone'>): string =>
  dayIn(timeZone, new Date(clock.now()))
