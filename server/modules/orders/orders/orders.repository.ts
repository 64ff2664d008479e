import type * as z from 'zod/mini'
import type { Language } from '#contract/core/fields.ts'
import type { PolicyReason } from '#contract/maintenance/policies.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import type { ActivityItem, ApprovalReason, FaultCode, OrderPerson } from '#contract/orders/orders.ts'
import { BEFORE_DROP_OFF, type OrderServiceStatus, type OrderStatus } from '#domain/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Changed } from '../../core/changes/last-change.reads.ts'
import { visibleVehicle } from '../../vehicles/vehicles/vehicle-scope.ts'
import { readOrders, shopTime } from './orders.reads.ts'

/** The lifecycle fields of an order. */
export interface OrderHead {
  id: number
  fleet_id: number
  vehicle_id: number
  shop_id: number | null
  status: OrderStatus
  originator_id: number | null
  appointment_datetime: string
  /** The time that the fleet proposed; null: no proposal awaits the shop. */
  proposed_datetime: string | null
  pre_tax_sub_total: string
  tax_amount: string
  total: string
  rev: number
}

/** Fields that only the page of one order shows. */
export interface OrderDetails {
  customer_comments: string | null
  fault_codes: z.infer<typeof FaultCode>[]
  originator_id: number | null
  odometer_units: 'mi' | 'km'
  proposed_datetime: string | null
  proposed_at: string | null
  proposed_by: string | null
  last_approval_date: string | null
  approver: string | null
  is_auto_approved: boolean
  /** Set if the order was approved automatically. */
  approved_because: PolicyReason | null
}

export interface NewOrder {
  vehicle_id: number
  shop_id: number
  appointment_datetime: string
  odometer: number | null
  po_number: string | null
  customer_comments: string | null
  fault_codes: unknown[]
  payment_method_availability: boolean
  pre_tax_sub_total: string
  tax_amount: string
  total: string
  saving: string
}

/** The fields of a line that the shop sets. */
export interface ShopLine {
  position: string | null
  price: string
  note: string | null
}

export interface OrderLine {
  service_definition_id: number
  name: string
  position: string | null
  price: string
}

/** The columns that a transition writes besides the status. */
export interface OrderChange {
  po_number?: string | null
  customer_comments?: string | null
  pre_tax_sub_total?: string
  discount?: string
  tax_amount?: string
  total?: string
  saving?: string
  odometer?: number
  invoice_number?: string
  appointment_datetime?: Date
  proposed_datetime?: Date | null
  proposed_by?: number | null
  proposed_at?: Date | null
  completed_at?: Date
  approver_id?: number | null
  is_auto_approved?: boolean
  approved_because?: PolicyReason
  last_approval_date?: Date
}

/** An activity log entry as stored. */
type ActivityRow = Omit<ActivityItem, 'proposal'> & {
  proposed_datetime: string | null
  time_zone: string
  country: 'US' | 'CA'
}

export interface NewActivity {
  fleetId: number
  orderId: number
  userId: number | null
  party: 'user' | 'shop' | 'auto_approve' | 'system'
  type: string
  /** The reason. */
  note?: string | undefined
  /** For a decision: why the policies allowed it. */
  because?: ApprovalReason | undefined
  /** For a proposal: the proposed time. */
  proposedTime?: Date | undefined
  /** For a payment: the amount. Defaults to the order's total. */
  amount?: string | undefined
}

const PERSON = sql`u.id, u.first_name || ' ' || u.last_name as name, u.cell_phone as "cellPhone", u.email, u.roles`

/** Condition: the note of entry `a` is a code. For payments, users write only the reason of a refund. */
const HAS_CODE = sql`(a.activity_type like 'payment%'
  and not (a.activity_type = 'payment_refunded' and a.acting_party = 'user'))`

export const ordersRepository = {
  async find(db: Queryable, actor: Actor, id: number): Promise<OrderRow | undefined> {
    return (await readOrders(db, actor.language, sql`${visibleVehicle(actor)} and o.id = ${id}`))[0]
  },

  async details(db: Queryable, fleetId: number, id: number): Promise<OrderDetails | undefined> {
    const [row] = await db.query<OrderDetails>(sql`
      select o.customer_comments, o.fault_codes, o.originator_id, o.odometer_units,
        o.proposed_datetime, o.proposed_at,
        (select u.first_name || ' ' || u.last_name from users u where u.id = o.proposed_by) as proposed_by,
        o.last_approval_date, o.is_auto_approved, o.approved_because,
        (select u.first_name || ' ' || u.last_name from users u where u.id = o.approver_id) as approver
      from shop_orders o where o.fleet_id = ${fleetId} and o.id = ${id}`)
    return row
  },

  /** Locks the order until the transaction ends. With an actor, only if they may see its vehicle. */
  async lock(tx: Transaction, fleetId: number, id: number, actor?: Actor): Promise<OrderHead | undefined> {
    const sight = actor ? visibleVehicle(actor) : sql`v.fleet_id = ${fleetId}`
    const [row] = await tx.query<OrderHead>(sql`
      select o.id, o.fleet_id, o.vehicle_id, o.shop_id, o.status, o.originator_id, o.appointment_datetime,
        o.proposed_datetime, o.pre_tax_sub_total, o.tax_amount, o.total, o.rev
      from shop_orders o join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id
      where o.fleet_id = ${fleetId} and o.id = ${id} and ${sight} for no key update of o`)
    return row
  },

  async openOrderOf(db: Queryable, fleetId: number, vehicleId: number): Promise<number | undefined> {
    const [row] = await db.query<{ id: number }>(sql`
      select o.id from shop_orders o where o.fleet_id = ${fleetId} and o.vehicle_id = ${vehicleId}
        and o.status in ('initiated', 'initiated_by_user', 'active', 'awaiting_approval', 'approved', 'walk_in')`)
    return row?.id
  },

  async insert(tx: Transaction, actor: Actor, order: NewOrder): Promise<number> {
    const [row] = await tx.query<{ id: number }>(sql`
      insert into shop_orders (fleet_id, vehicle_id, shop_id, status, appointment_datetime, odometer, odometer_units,
        po_number, customer_comments, fault_codes, payment_method_availability, pre_tax_sub_total, tax_amount, total,
        saving, originator_id)
      values (${actor.fleet.id}, ${order.vehicle_id}, ${order.shop_id}, 'initiated', ${order.appointment_datetime},
        ${order.odometer}, ${actor.fleet.unit}, ${order.po_number}, ${order.customer_comments},
        ${JSON.stringify(order.fault_codes)}, ${order.payment_method_availability}, ${order.pre_tax_sub_total},
        ${order.tax_amount}, ${order.total}, ${order.saving}, ${actor.userId}) returning id`)
    if (!row) throw new Error('No order was inserted.')
    return row.id
  },

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

  /** Writes a transition in one statement: status, changed columns, and the next revision. */
  async update(tx: Transaction, head: OrderHead, status: OrderStatus, change: OrderChange): Promise<void> {
    const values = JSON.stringify(change)
    // A proposal ends when the appointment moves or the order leaves these statuses.
    const endsProposal =
      'appointment_datetime' in change || !(BEFORE_DROP_OFF as readonly string[]).includes(status)
    const given = 'proposed_datetime' in change || endsProposal
    await tx.query(sql`
      update shop_orders o set status = ${status}, rev = o.rev + 1, updated_at = now(),
        po_number = case when ${'po_number' in change} then c.po_number else o.po_number end,
        customer_comments = case when ${'customer_comments' in change} then c.customer_comments else o.customer_comments end,
        pre_tax_sub_total = coalesce(c.pre_tax_sub_total, o.pre_tax_sub_total),
        discount = coalesce(c.discount, o.discount), tax_amount = coalesce(c.tax_amount, o.tax_amount),
        total = coalesce(c.total, o.total),
        saving = coalesce(c.saving, o.saving), odometer = coalesce(c.odometer, o.odometer),
        invoice_number = coalesce(c.invoice_number, o.invoice_number),
        appointment_datetime = coalesce(c.appointment_datetime, o.appointment_datetime),
        proposed_datetime = case when ${given} then c.proposed_datetime else o.proposed_datetime end,
        proposed_by = case when ${given} then c.proposed_by else o.proposed_by end,
        proposed_at = case when ${given} then c.proposed_at else o.proposed_at end,
        completed_at = coalesce(c.completed_at, o.completed_at),
        approver_id = coalesce(c.approver_id, o.approver_id),
        is_auto_approved = coalesce(c.is_auto_approved, o.is_auto_approved),
        approved_because = coalesce(c.approved_because, o.approved_because),
        last_approval_date = coalesce(c.last_approval_date, o.last_approval_date)
      from json_populate_record(null::shop_orders, ${values}::json) c
      where o.fleet_id = ${head.fleet_id} and o.id = ${head.id}`)
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

  /** Updates an existing line with the shop's values. */
  async updateLine(tx: Transaction, head: OrderHead, id: number, line: ShopLine): Promise<void> {
    await tx.query(sql`
      update order_services r set position = ${line.position}, note = ${line.note}, price = ${line.price},
        total = ${line.price}::numeric * r.quantity
      where r.fleet_id = ${head.fleet_id} and r.order_id = ${head.id} and r.id = ${id}`)
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
  async hasRejectedWork(db: Queryable, head: OrderHead): Promise<boolean> {
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

  /** Marks all lines except the `kept` ones as deleted; the activity log still shows them. */
  async deleteOtherLines(tx: Transaction, head: OrderHead, kept: readonly number[]): Promise<void> {
    await tx.query(sql`
      update order_services set status = 'deleted' where fleet_id = ${head.fleet_id} and order_id = ${head.id}
        and status not in ('rejected', 'deleted') and not id = any(${kept}::bigint[])`)
  },

  /** Lists the counted services, with their totals. */
  async lines(db: Queryable, fleetId: number, orderId: number) {
    return db.query<{
      id: number
      service_definition_id: number
      name: string
      position: string | null
      price: string
      total: string
      /** The total of an earlier approval; null: never approved. */
      approved_total: string | null
    }>(sql`
      select r.id, r.service_definition_id, r.name, r.position, r.price, r.total,
        r.approved_price * r.quantity as approved_total
      from order_services r
      where r.fleet_id = ${fleetId} and r.order_id = ${orderId} and r.status not in ('rejected', 'deleted') order by r.id`)
  },

  /** Adds an activity log entry: user, action, and the services and total after it (APR-057). */
  async logActivity(
    tx: Transaction,
    { fleetId, orderId, userId, party, type, note, because, proposedTime, amount }: NewActivity,
  ): Promise<void> {
    await tx.query(sql`
      insert into shop_order_activity_items (fleet_id, order_id, acting_user_id, acting_party, activity_type, note, because,
        proposed_datetime, total, service_details)
      select o.fleet_id, o.id, ${userId}, ${party}, ${type}, ${note ?? null},
        ${because === undefined ? null : JSON.stringify(because)}::jsonb,
        ${proposedTime ?? null}::timestamptz, coalesce(${amount ?? null}::numeric, o.total),
        (select coalesce(json_agg(json_build_object('name', r.name, 'price', r.total::text, 'status', r.status) order by r.id), '[]')
          from order_services r where r.order_id = o.id and r.status <> 'deleted')
      from shop_orders o where o.fleet_id = ${fleetId} and o.id = ${orderId}`)
  },

  /** Returns the time and user of the last action of this type on an order. Index: shop_order_activity_items_order. */
  async lastActivity(
    db: Queryable,
    fleetId: number,
    orderId: number,
    type: string,
  ): Promise<Changed | undefined> {
    const [row] = await db.query<Changed>(sql`
      select created_at as updated_at, acting_user_id as updated_by from shop_order_activity_items
      where order_id = ${orderId} and fleet_id = ${fleetId} and activity_type = ${type} order by id desc limit 1`)
    return row
  },

  /**
   * Lists the activity log, newest first. Index: shop_order_activity_items_order. An entry stores service names as they
   * were. The name in the reader's language comes from the order's service with that name in either language.
   */
  async activity(
    db: Queryable,
    fleetId: number,
    orderId: number,
    words: { shop: string; system: string; language: Language },
  ): Promise<ActivityItem[]> {
    const name = words.language === 'fr' ? sql`d.name_fr` : sql`d.name_en`
    const rows = await db.query<ActivityRow>(sql`
      select a.id, a.created_at, a.activity_type, a.total, a.because, a.proposed_datetime,
        coalesce(s.time_zone, f.time_zone) as time_zone, f.country,
        (select coalesce(jsonb_agg(l.line || coalesce((
            select jsonb_build_object('name', ${name}) from service_definitions d
            where d.id in (select r.service_definition_id from order_services r where r.order_id = a.order_id)
              and l.line ->> 'name' in (d.name_en, d.name_fr) limit 1), '{}') order by l.nth), '[]')
          from jsonb_array_elements(a.service_details) with ordinality l(line, nth)) as service_details,
        case when not ${HAS_CODE} then a.note end as note,
        case when ${HAS_CODE} then case when a.activity_type like 'payment_dispute%' then 'dispute_' || a.note else a.note end
          end as note_code,
        case a.acting_party when 'auto_approve' then 'Auto-Approve'
          when 'system' then ${words.system}
          when 'shop' then coalesce(s.name, o.custom_shop_name, ${words.shop})
          else coalesce(u.first_name || ' ' || u.last_name, '') end as acting_user
      from shop_order_activity_items a join shop_orders o on o.id = a.order_id join fleets f on f.id = o.fleet_id
        left join shops s on s.id = o.shop_id left join users u on u.id = a.acting_user_id
      where a.fleet_id = ${fleetId} and a.order_id = ${orderId} order by a.id desc`)
    return rows.map(({ proposed_datetime, time_zone, country, ...item }) => ({
      ...item,
      proposal: proposed_datetime === null ? null : shopTime(proposed_datetime, time_zone, country),
    }))
  },

  /** Lists active users of the fleet by id, sorted by name. */
  people(db: Queryable, fleetId: number, ids: readonly number[]): Promise<OrderPerson[]> {
    return db.query<OrderPerson>(sql`
      select ${PERSON} from users u where u.fleet_id = ${fleetId} and u.is_active and u.id = any(${ids}::bigint[])
      order by u.last_name, u.first_name, u.id`)
  },

  /** Lists up to 20 active users of the fleet with one of the roles, sorted by name, as contacts. */
  peopleWithRoles(db: Queryable, fleetId: number, roles: readonly string[]): Promise<OrderPerson[]> {
    return db.query<OrderPerson>(sql`
      select ${PERSON} from users u where u.fleet_id = ${fleetId} and u.is_active and u.roles && ${roles}::text[]
      order by u.last_name, u.first_name, u.id limit 20`)
  },
}
export type OrdersRepository = typeof ordersRepository
