import { isCounted, type OrderServiceStatus } from '#domain/orders/order-rules.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { OrderHead, OrderLine, ShopLine } from './order-types.ts'

/** A service of an order with its total. */
export interface PricedLine {
  id: number
  status: OrderServiceStatus
  service_definition_id: number
  name: string
  position: string | null
  price: string
  total: string
  /** Price and total of an earlier approval; null: never approved. */
  approved_price: string | null
  approved_total: string | null
}

const readLines = (db: Queryable, fleetId: number, orderId: number) =>
  db.query<PricedLine>(sql`
    select r.id, r.status, r.service_definition_id, r.name, r.position, r.price, r.total,
      r.approved_price, r.approved_price * r.quantity as approved_total
    from order_services r where r.fleet_id = ${fleetId} and r.order_id = ${orderId} order by r.id`)

/** Lines (services) of orders. */
export const orderLinesRepository = {
  async insertLines(
    tx: Transaction,
    fleetId: number,
    orderId: number,
    lines: readonly OrderLine[],
  ): Promise<void> {
    await tx.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, position, status, price, total)
      select ${fleetId}, ${orderId}, l.service_definition_id, l.name, l.position, 'initiated', l.price, l.price
      from json_to_recordset(${JSON.stringify(lines)}::json)
        l(service_definition_id bigint, name text, position text, price numeric)`)
  },

  /** Sets the status of all services of an order, except rejected and deleted ones. */
  async setServiceStatuses(tx: Transaction, head: OrderHead, status: OrderServiceStatus): Promise<void> {
    await tx.query(sql`
      update order_services set status = ${status}
      where fleet_id = ${head.fleet_id} and order_id = ${head.id} and status not in ('rejected', 'deleted')`)
  },

  /** Sets the shop's prices, by id of the order's service. */
  async setPrices(
    tx: Transaction,
    head: OrderHead,
    prices: readonly { id: number; price: string }[],
  ): Promise<void> {
    await tx.query(sql`
      update order_services r set price = p.price, total = p.price * r.quantity
      from json_to_recordset(${JSON.stringify(prices)}::json) p(id bigint, price numeric)
      where r.fleet_id = ${head.fleet_id} and r.order_id = ${head.id} and r.id = p.id`)
  },

  /** Updates a counted line with the shop's values. Returns false if it was rejected or deleted. */
  async updateLine(tx: Transaction, head: OrderHead, id: number, line: ShopLine): Promise<boolean> {
    const rows = await tx.query(sql`
      update order_services r set position = ${line.position}, note = ${line.note}, price = ${line.price},
        total = ${line.price}::numeric * r.quantity
      where r.fleet_id = ${head.fleet_id} and r.order_id = ${head.id} and r.id = ${id}
        and r.status not in ('rejected', 'deleted')
      returning 1`)
    return rows.length > 0
  },

  /** Adds a line of the shop. @returns its id */
  async addLine(
    tx: Transaction,
    head: OrderHead,
    line: ShopLine & OrderLine,
    status: OrderServiceStatus,
  ): Promise<number> {
    const [row] = await tx.query<{ id: number }>(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, position, note, status, price, total)
      values (${head.fleet_id}, ${head.id}, ${line.service_definition_id}, ${line.name}, ${line.position}, ${line.note},
        ${status}, ${line.price}, ${line.price}) returning id`)
    if (!row) throw new Error('No line was inserted.')
    return row.id
  },

  /** Rejects lines, with the approver's reason. */
  async rejectLines(
    tx: Transaction,
    head: OrderHead,
    rejected: readonly { id: number; reason: string }[],
  ): Promise<void> {
    await tx.query(sql`
      update order_services r set status = 'rejected', rejection_reason = x.reason
      from json_to_recordset(${JSON.stringify(rejected)}::json) x(id bigint, reason text)
      where r.fleet_id = ${head.fleet_id} and r.order_id = ${head.id} and r.id = x.id`)
  },

  /** Returns whether the order again has a service that an approver rejected and no one has approved since. */
  async hasRejectedWork(db: Queryable, head: Pick<OrderHead, 'fleet_id' | 'id'>): Promise<boolean> {
    const [again] = await db.query(sql`
      select 1 from order_services r join order_services x on x.order_id = r.order_id
        and x.service_definition_id = r.service_definition_id and x.position is not distinct from r.position
        and x.status not in ('rejected', 'deleted') and x.approved_price is null
      where r.fleet_id = ${head.fleet_id} and r.order_id = ${head.id} and r.status = 'rejected' limit 1`)
    return again !== undefined
  },

  /** Restores the price of an earlier approval. */
  async restoreApprovedPrices(tx: Transaction, head: OrderHead, ids: readonly number[]): Promise<void> {
    await tx.query(sql`
      update order_services r set price = r.approved_price, total = r.approved_price * r.quantity
      where r.fleet_id = ${head.fleet_id} and r.order_id = ${head.id} and r.id = any(${ids}::bigint[])`)
  },

  /** Writes approved prices again, which the database replaced when the lines became approved without a decision. */
  async keepApprovedPrices(
    tx: Transaction,
    head: OrderHead,
    lines: readonly Pick<PricedLine, 'id' | 'approved_price'>[],
  ): Promise<void> {
    await tx.query(sql`
      update order_services r set approved_price = l.approved_price
      from json_to_recordset(${JSON.stringify(lines)}::json) l(id bigint, approved_price numeric)
      where r.fleet_id = ${head.fleet_id} and r.order_id = ${head.id} and r.id = l.id and l.approved_price is not null`)
  },

  /** Marks all lines except the `remaining` ones as deleted; the activity log still shows them. */
  async deleteOtherLines(tx: Transaction, head: OrderHead, remaining: readonly number[]): Promise<void> {
    await tx.query(sql`
      update order_services set status = 'deleted' where fleet_id = ${head.fleet_id} and order_id = ${head.id}
        and status not in ('rejected', 'deleted') and not id = any(${remaining}::bigint[])`)
  },

  /** Lists the counted services, with their totals. */
  async lines(db: Queryable, fleetId: number, orderId: number): Promise<PricedLine[]> {
    return (await readLines(db, fleetId, orderId)).filter(isCounted)
  },

  /** Lists all services, with those that were rejected or removed. */
  everyLine: readLines,
}
