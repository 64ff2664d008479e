import type { OrderPerson } from '#contract/orders/order.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { BEFORE_DROP_OFF, type OrderStatus } from '#domain/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type Viewer, visibleVehicle } from '../../vehicles/vehicles/vehicle-scope.ts'
import type { NewOrder, OrderChange, OrderDetails, OrderHead } from './order-types.ts'
import { isOpenOrder, readOrders } from './orders.reads.ts'

const PERSON = sql`u.id, u.first_name || ' ' || u.last_name as name, u.cell_phone as "cellPhone", u.email, u.roles`

export const ordersRepository = {
  async find(db: Queryable, actor: Actor, id: number): Promise<OrderRow | undefined> {
    return (await readOrders(db, actor.language, sql`${visibleVehicle(actor)} and o.id = ${id}`))[0]
  },

  async details(db: Queryable, fleetId: number, id: number): Promise<OrderDetails | undefined> {
    const [row] = await db.query<OrderDetails>(sql`
      select o.customer_comments, o.fault_codes, o.originator_id, o.odometer_units,
        exists (select from odometer_readings r where r.source = 'order' and r.source_id = o.id::text
          and r.fleet_id = o.fleet_id and r.is_doubtful and r.voided_at is null) as is_odometer_doubtful,
        o.proposed_datetime, o.proposed_at,
        (select u.first_name || ' ' || u.last_name from users u where u.id = o.proposed_by) as proposed_by,
        o.last_approval_date, o.is_auto_approved, o.approved_because,
        (select u.first_name || ' ' || u.last_name from users u where u.id = o.approver_id) as approver
      from shop_orders o where o.fleet_id = ${fleetId} and o.id = ${id}`)
    return row
  },

  /** Locks the order until the transaction ends. With an actor, only if they may see its vehicle. */
  async lock(tx: Transaction, fleetId: number, id: number, actor?: Viewer): Promise<OrderHead | undefined> {
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
        and ${isOpenOrder}`)
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

  /** Returns the user who booked an order. It may be FMC staff, or a user who was deactivated later (APR-008). */
  async originator(db: Queryable, id: number): Promise<OrderPerson | null> {
    const [person] = await db.query<OrderPerson>(sql`select ${PERSON} from users u where u.id = ${id}`)
    return person ?? null
  },

  /**
   * Lists active users of the fleet and of its fuel-card account by id, sorted by name. `db`: a transaction of the fleet.
   */
  people(db: Queryable, fleetId: number, ids: readonly number[]): Promise<OrderPerson[]> {
    return db.query<OrderPerson>(sql`
      select ${PERSON} from users u where u.id = any(${ids}::bigint[]) and u.is_active
        and (u.fleet_id = ${fleetId} or u.id in (select fuel_card_users()))
      order by u.last_name, u.first_name, u.id`)
  },

  /**
   * Lists up to 20 active users with one of the roles as contacts, sorted by name: those of the fleet, then those of its
   * fuel-card account. `db`: a transaction of the fleet.
   */
  peopleWithRoles(db: Queryable, fleetId: number, roles: readonly string[]): Promise<OrderPerson[]> {
    // Without `or`, which would read the users of all fleets.
    const isIn = sql`u.id in (
      select x.id from users x where x.fleet_id = ${fleetId} and x.roles && ${roles}::text[]
      union all select fuel_card_users())`
    return db.query<OrderPerson>(sql`
      select ${PERSON} from users u where ${isIn} and u.is_active and u.roles && ${roles}::text[]
      order by u.fleet_id is distinct from ${fleetId}, u.last_name, u.first_name, u.id limit 20`)
  },

  /** Returns time zone and country of the fleet. */
  async fleetLocale(
    db: Queryable,
    fleetId: number,
  ): Promise<{ time_zone: string; country: string } | undefined> {
    const [row] = await db.query<{ time_zone: string; country: string }>(
      sql`select time_zone, country from fleets where id = ${fleetId}`,
    )
    return row
  },
}
