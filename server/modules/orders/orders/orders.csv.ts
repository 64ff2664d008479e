import type { Cell } from '#contract/core/csv-cell.ts'
import type { Language } from '#contract/core/fields.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { effectiveTime } from '#contract/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database } from '#server/db/database.ts'
import { texts } from '#server/texts.ts'
import type { OrderFilter, OrderListsRepository } from './order-lists.repository.ts'

/** Rows that are read at once; between two reads no connection is held, however slow the reader (P-13). */
const BATCH = 1000

/** Orders as a file, made while it is read: a reader who is slow or leaves costs nothing meanwhile. */
export function ordersCsv(db: Database, lists: OrderListsRepository) {
  async function* all(actor: Actor, filter: OrderFilter): AsyncGenerator<OrderRow> {
    let last: { at: string; id: number } | null = null
    for (;;) {
      const batch: OrderRow[] = await db.tenant(actor.fleet.id, (tx) =>
        lists.after(tx, actor, filter, last, BATCH),
      )
      yield* batch
      const end = batch.at(-1)
      if (end === undefined || batch.length < BATCH) return
      last = { at: filter.isActive ? end.appointment_datetime : effectiveTime(end), id: end.id }
    }
  }

  return (actor: Actor, filter: OrderFilter, language: Language): ReadableStream<Uint8Array> => {
    const words = texts[language]
    const headings = words.ordersFile
    const columns = Object.keys(headings) as (keyof typeof headings)[]
    async function* rows() {
      yield columns.map((column) => headings[column])
      for await (const order of all({ ...actor, language }, filter)) {
        const cells = cellsOf(order, actor.fleet.unit, words.orderStatus)
        yield columns.map((column) => cells[column])
      }
    }
    return csv(rows(), language)
  }
}

function cellsOf(
  order: OrderRow,
  unit: 'mi' | 'km',
  labels: Record<string, string>,
): Record<keyof typeof texts.en.ordersFile, Cell> {
  return {
    id: order.id,
    status: labels[order.status] ?? order.status,
    date: order.appointment_date_pretty,
    time: order.appointment_time_pretty,
    completed: order.completed_date_pretty,
    vehicle: order.vehicle.name,
    vin: order.vehicle.vin,
    other_id: order.vehicle.other_id,
    department_number: order.vehicle.department_number,
    shop: order.shop?.name ?? order.custom_shop_name,
    services: order.order_services
      .filter((service) => service.status !== 'deleted')
      .map((service) => service.name)
      .join('; '),
    odometer: unit === 'km' ? order.kilometers : order.miles,
    po_number: order.po_number,
    total: { amount: order.total },
    invoice_number: order.invoice_number,
    maintenance_type: order.maintenance_type,
  }
}
