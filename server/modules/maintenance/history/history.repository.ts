import type { ManualHistory, OrderHistory } from '#contract/maintenance/history-record.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { isPastOrder } from '#server/modules/orders/orders/orders.reads.ts'
import { visibleVehicle } from '../../vehicles/vehicles/vehicle-scope.ts'
import { type HistoryFilter, matchingHistories, readHistories } from './history.reads.ts'
import type { HistoryContent, ServiceLine } from './history-content.ts'
import { readOrderHistories } from './order-history.reads.ts'

/** Fields that decisions about an entry depend on, deleted or not. */
export interface HistoryHead {
  id: string
  vehicle_id: number
  rev: number
  content_hash: Buffer
  is_deleted: boolean
  created_at: string
  created_by: number | null
  updated_at: string
  updated_by: number | null
}

interface Slice {
  page: number
  per_page: number
}
const slice = ({ page, per_page }: Slice) => sql`limit ${per_page} offset ${(page - 1) * per_page}`

export const historyRepository = {
  /** Newest first; indexes manual_histories_fleet and manual_histories_vehicle. */
  list(db: Queryable, actor: Actor, filter: HistoryFilter, page: Slice): Promise<ManualHistory[]> {
    const order = sql`order by h.date_of_completion desc, h.id desc`
    // The index finds the page; only its entries are read completely.
    return readHistories(
      db,
      actor.language,
      sql`h.id in (select h.id from ${matchingHistories(actor, filter)} ${order} ${slice(page)}) ${order}`,
    )
  },

  async count(db: Queryable, actor: Actor, filter: HistoryFilter): Promise<number> {
    const [row] = await db.query<{ count: number }>(
      sql`select count(*) from ${matchingHistories(actor, filter)}`,
    )
    return row?.count ?? 0
  },

  /**
   * Entries and their cost by month; months without any are missing. Index manual_histories_cents. Grouped by day first, because
   * writing the month of each entry takes longer than adding up.
   */
  byMonth(
    db: Queryable,
    actor: Actor,
    range: { from: string; to: string },
  ): Promise<{ month: string; entries: number; total: string }[]> {
    const days = { appointment_datetime_from: range.from, appointment_datetime_to: range.to }
    return db.query(sql`
      select to_char(d.day, 'YYYY-MM') as month, sum(d.entries)::int as entries, sum(d.total) as total
      from (select h.date_of_completion as day, count(*) as entries, sum(h.total) as total
        from ${matchingHistories(actor, days)} group by 1) d group by 1`)
  },

  /** Past orders of a vehicle, newest first; index shop_orders_vehicle. */
  orders(db: Queryable, actor: Actor, vehicleId: number, page: Slice): Promise<OrderHistory[]> {
    return readOrderHistories(
      db,
      sql`${visibleVehicle(actor)} and o.vehicle_id = ${vehicleId} and ${isPastOrder}
        order by o.effective_at desc, o.id desc ${slice(page)}`,
    )
  },

  async countOrders(db: Queryable, actor: Actor, vehicleId: number): Promise<number> {
    const [row] = await db.query<{ count: number }>(sql`
      select count(*) from shop_orders o join vehicles v on v.id = o.vehicle_id
      where ${visibleVehicle(actor)} and o.vehicle_id = ${vehicleId} and ${isPastOrder}`)
    return row?.count ?? 0
  },

  /** Head of an entry on a visible vehicle; `lock` blocks concurrent changes. */
  async head(
    db: Queryable,
    actor: Actor,
    id: string,
    lock: 'lock' | 'no lock' = 'no lock',
  ): Promise<HistoryHead | undefined> {
    const rows = await db.query<HistoryHead>(sql`
      select h.id, h.vehicle_id, h.rev, h.content_hash, h.deleted_at is not null as is_deleted,
        h.created_at, h.created_by, h.updated_at, h.updated_by
      from manual_maintenance_histories h join vehicles v on v.id = h.vehicle_id
      where h.id = ${id} and ${visibleVehicle(actor)} ${lock === 'lock' ? sql`for update of h` : sql``}`)
    return rows[0]
  },

  /** Returns the current entry, also if it is deleted. */
  async find(db: Queryable, actor: Actor, id: string): Promise<ManualHistory | undefined> {
    return (await readHistories(db, actor.language, sql`h.id = ${id} and ${visibleVehicle(actor)}`))[0]
  },

  /** Inserts an entry; false if the id is taken in any fleet. */
  async insert(
    tx: Transaction,
    actor: Actor,
    entry: { id: string; content: HistoryContent; hash: Buffer; enteredAt: string | null },
  ): Promise<boolean> {
    const { content: c } = entry
    const inserted = await tx.query(sql`
      insert into manual_maintenance_histories (id, fleet_id, vehicle_id, shop_id, custom_shop_name, zip, po_number,
        customer_comments, odometer, odometer_units, date_of_completion, content_hash, created_by, entered_at)
      values (${entry.id}, ${actor.fleet.id}, ${c.vehicle_id}, ${c.shop_id}, ${c.custom_shop_name}, ${c.zip},
        ${c.po_number}, ${c.customer_comments}, ${c.odometer}, ${actor.fleet.unit}, ${c.date_of_completion},
        ${entry.hash}, ${actor.userId}, ${entry.enteredAt})
      on conflict (id) do nothing returning id`)
    if (inserted.length === 0) return false
    await insertServices(tx, actor.fleet.id, entry.id, c.services)
    return true
  },

  async update(
    tx: Transaction,
    { fleet, userId }: Pick<Actor, 'fleet' | 'userId'>,
    id: string,
    c: HistoryContent,
  ): Promise<void> {
    await tx.query(sql`
      update manual_maintenance_histories set vehicle_id = ${c.vehicle_id}, shop_id = ${c.shop_id},
        custom_shop_name = ${c.custom_shop_name}, zip = ${c.zip}, po_number = ${c.po_number},
        customer_comments = ${c.customer_comments}, odometer = ${c.odometer}, odometer_units = ${fleet.unit},
        date_of_completion = ${c.date_of_completion}, rev = rev + 1, updated_at = now(), updated_by = ${userId}
      where id = ${id} and fleet_id = ${fleet.id}`)
    await tx.query(sql`delete from history_services where history_id = ${id} and fleet_id = ${fleet.id}`)
    await insertServices(tx, fleet.id, id, c.services)
  },

  async markDeleted(
    tx: Transaction,
    { fleet, userId }: Pick<Actor, 'fleet' | 'userId'>,
    id: string,
  ): Promise<void> {
    await tx.query(sql`
      update manual_maintenance_histories
      set deleted_at = now(), rev = rev + 1, updated_at = now(), updated_by = ${userId}
      where id = ${id} and fleet_id = ${fleet.id} and deleted_at is null`)
  },
}

async function insertServices(
  tx: Transaction,
  fleetId: number,
  historyId: string,
  lines: readonly ServiceLine[],
) {
  await tx.query(sql`
    insert into history_services (fleet_id, history_id, row_number, service_definition_id, price, position, service_distance)
    select ${fleetId}, ${historyId}, r.row_number, r.service_definition_id, r.price, r.position, r.service_distance
    from json_to_recordset(${JSON.stringify(lines.map((line, row_number) => ({ ...line, row_number })))})
      as r (row_number int, service_definition_id bigint, price numeric, position text, service_distance int)`)
}
