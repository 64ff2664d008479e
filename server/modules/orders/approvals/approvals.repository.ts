import type { DistanceUnit } from '#contract/core/fields.ts'
import type { Country } from '#contract/core/locale.ts'
import type { OrderNote, PriceRange } from '#contract/orders/approvals.ts'
import { RETAIL_SAVINGS_PERCENT } from '#domain/orders/prices.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { historyOdometer, orderOdometer } from '../../vehicles/odometer/odometer.reads.ts'
import { visibleVehicle } from '../../vehicles/vehicles/vehicle-scope.ts'

export interface LastDoneRow {
  service_definition_id: number
  position: string | null
  date: string
  odometer: number | null
  odometer_units: DistanceUnit
  price: string | null
  order_id: number | null
  history_id: string | null
}

/** The fields of a waiting order that policies depend on. */
export interface WaitingRow {
  id: number
  fleet_id: number
  country: Country
  fleet_time_zone: string
  vehicle_id: number
  pre_tax_sub_total: string
  awaiting_since: string
  last_approval_date: string | null
  service_ids: number[]
}

const NOTE = sql`n.id, n.created_at, n.title, n.comment,
  (select u.first_name || ' ' || u.last_name from users u where u.id = n.created_by) as created_by`

const WAITING = sql`o.id, o.fleet_id, (select c.country from fleets c where c.id = o.fleet_id) as country,
  (select c.time_zone from fleets c where c.id = o.fleet_id) as fleet_time_zone,
  o.vehicle_id, o.pre_tax_sub_total, o.awaiting_since, o.last_approval_date,
  array(select r.service_definition_id from order_services r
    where r.order_id = o.id and r.status not in ('rejected', 'deleted') order by r.id) as service_ids`

/** Waiting orders in the approval fleets of a user. These belong to the user's management company. */
const ofStaff = (userId: number): Query => sql`
  from users me join user_approval_fleets a on a.user_id = me.id
    join fleets f on f.id = a.fleet_id and f.affiliation_id = me.affiliation_id and f.deleted_at is null
    join shop_orders o on o.fleet_id = f.id and o.status = 'awaiting_approval'
  where me.id = ${userId}`

/** Queries of the approval page. Each one reads the rows of the transaction's fleet only, except those for staff. */
export const approvalsRepository = {
  /** Lists waiting orders that the actor may see, the longest waiting first. Index: shop_orders_waiting. */
  waiting(db: Queryable, actor: Actor): Promise<WaitingRow[]> {
    return db.query<WaitingRow>(sql`
      select ${WAITING}
      from shop_orders o join vehicles v on v.id = o.vehicle_id
      where o.fleet_id = ${actor.fleet.id} and o.status = 'awaiting_approval' and ${visibleVehicle(actor)}
      order by o.awaiting_since, o.id`)
  },

  /**
   * Returns one page of waiting orders in the user's approval fleets, the longest waiting first. Index:
   * shop_orders_waiting.
   */
  waitingForStaff(
    db: Queryable,
    userId: number,
    { page, per_page: perPage }: { page: number; per_page: number },
  ): Promise<WaitingRow[]> {
    return db.query<WaitingRow>(sql`
      select ${WAITING} ${ofStaff(userId)} order by o.awaiting_since, o.id
      limit ${perPage} offset ${(page - 1) * perPage}`)
  },

  async countForStaff(db: Queryable, userId: number): Promise<number> {
    const [row] = await db.query<{ n: number }>(sql`select count(*) as n ${ofStaff(userId)}`)
    return row?.n ?? 0
  },

  /** Returns the shop's saving against retail in percent; the network's default for a shop outside it. */
  async savingsPercent(db: Queryable, shopId: number | null): Promise<number> {
    const [row] = await db.query<{ percent: number }>(
      sql`select retail_savings_percent::float as percent from shops where id = ${shopId}`,
    )
    return row?.percent ?? RETAIL_SAVINGS_PERCENT
  },

  /** Returns one page of the notes of an order, newest first, and the total count. Index: order_notes_order. */
  async notes(
    db: Queryable,
    fleetId: number,
    orderId: number,
    { page, per_page: perPage }: { page: number; per_page: number },
  ): Promise<{ notes: OrderNote[]; count: number }> {
    const ofOrder = sql`n.fleet_id = ${fleetId} and n.order_id = ${orderId}`
    const notes = await db.query<OrderNote>(sql`
      select ${NOTE} from order_notes n where ${ofOrder}
      order by n.id desc limit ${perPage} offset ${(page - 1) * perPage}`)
    const [row] = await db.query<{ n: number }>(sql`select count(*) as n from order_notes n where ${ofOrder}`)
    return { notes, count: row?.n ?? 0 }
  },

  async addNote(
    tx: Transaction,
    note: { fleetId: number; orderId: number; userId: number; title: string | null; comment: string },
  ): Promise<OrderNote> {
    const [row] = await tx.query<OrderNote>(sql`
      with n as (
        insert into order_notes (fleet_id, order_id, created_by, title, comment)
        values (${note.fleetId}, ${note.orderId}, ${note.userId}, ${note.title}, ${note.comment}) returning *)
      select ${NOTE} from n`)
    if (!row) throw new Error('The note was not inserted.')
    return row
  },

  /** @returns false if the order has no such service, or the shop removed it. */
  async setVanityLabel(
    tx: Transaction,
    lineKey: { fleetId: number; orderId: number; serviceId: number },
    label: string | null,
  ): Promise<boolean> {
    const rows = await tx.query(sql`
      update order_services set vanity_label = ${label}
      where fleet_id = ${lineKey.fleetId} and order_id = ${lineKey.orderId} and id = ${lineKey.serviceId} and status <> 'deleted'
      returning 1`)
    return rows.length > 0
  },

  /**
   * Returns price ranges by service, for the class of the order's vehicle and its shop's state or province. Index: the
   * primary key of network_prices.
   */
  async priceRanges(
    db: Queryable,
    fleetId: number,
    orderId: number,
  ): Promise<(PriceRange & { service_definition_id: number })[]> {
    return db.query(sql`
      select n.service_definition_id, n.low, n.high, n.orders
      from shop_orders o join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id
        join shops s on s.id = o.shop_id
        join network_prices n on n.vehicle_type_id = v.vehicle_type_id and n.country = s.country and n.state = s.state
      where o.fleet_id = ${fleetId} and o.id = ${orderId}
        and n.service_definition_id in (select r.service_definition_id from order_services r where r.order_id = o.id)`)
  },

  /**
   * Returns when each service was last done on a vehicle, at each position, except by this order: the latest of its
   * completed orders and history entries, latest first. An entry that a transfer copied from an order has no price, and
   * odometer 0 if none was known (decision 54). Indexes: shop_orders_vehicle, manual_histories_vehicle.
   */
  async lastDone(
    db: Queryable,
    orderKey: { fleetId: number; vehicleId: number; orderId: number },
    serviceIds: readonly number[],
  ): Promise<LastDoneRow[]> {
    return db.query<LastDoneRow>(sql`
      select * from (select distinct on (service_definition_id, position) * from (
        select r.service_definition_id, r.position, (o.effective_at at time zone coalesce(s.time_zone, f.time_zone))::date as date,
          ${orderOdometer} as odometer, o.odometer_units, r.price, o.id as order_id, null::uuid as history_id
        from shop_orders o join order_services r on r.order_id = o.id join fleets f on f.id = o.fleet_id
          left join shops s on s.id = o.shop_id
        where o.fleet_id = ${orderKey.fleetId} and o.vehicle_id = ${orderKey.vehicleId} and o.id <> ${orderKey.orderId}
          and o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred')
          and r.status not in ('rejected', 'deleted') and r.service_definition_id = any(${serviceIds}::bigint[])
        union all
        select r.service_definition_id, r.position, h.date_of_completion, ${historyOdometer}, h.odometer_units,
          case when h.source_order_id is null then r.price else nullif(r.price, 0) end, null, h.id
        from manual_maintenance_histories h join history_services r on r.history_id = h.id
        where h.fleet_id = ${orderKey.fleetId} and h.vehicle_id = ${orderKey.vehicleId} and h.deleted_at is null
          and r.service_definition_id = any(${serviceIds}::bigint[])
      ) done
      order by service_definition_id, position, date desc, order_id desc nulls last) latest
      order by date desc, order_id desc nulls last`)
  },
}
