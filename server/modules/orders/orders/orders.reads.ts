import type { Country, DistanceUnit, Language } from '#contract/core/fields.ts'
import type { OrderRow, OrderService } from '#contract/orders/order-row.ts'
import {
  appointmentState,
  DONE_STATUSES,
  OPEN_STATUSES,
  type OrderStatus,
  PAST_STATUSES,
  type Stay,
} from '#domain/orders/order-rules.ts'
import { LATE_AFTER_DAYS } from '#domain/orders/shop-stay-rules.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { wallTime } from '#server/texts/time-text.ts'

/**
 * Returns a condition on the status of order `o`. Its statuses are literals as in the partial indexes of the migrations,
 * because PostgreSQL uses a partial index only for its own condition.
 */
const statusIn = (statuses: readonly OrderStatus[]): Query =>
  Object.assign(sql``, { text: `o.status in (${statuses.map((status) => `'${status}'`).join(', ')})` })

export const isOpenOrder = statusIn(OPEN_STATUSES)
/** A walk-in is open, but its appointment is only the time when the vehicle arrived. */
export const hasAppointment = sql`${isOpenOrder} and o.status <> 'walk_in'`
/** Past (ruling 16). */
export const isPastOrder = statusIn(PAST_STATUSES)

/** Work was done: together with manual entries, this is what counts as cost (decision 57). */
export const isDoneOrder = statusIn(DONE_STATUSES)

/**
 * Condition on orders `o`: the order is open and the vehicle at the shop, as `stayOf` decides it for one order. `zone` is that of the fleet.
 */
export function stayCondition(stay: Stay, zone: Query): Query {
  const isAtShop = sql`${isOpenOrder} and o.status not in ('initiated', 'initiated_by_user')
    and (o.status = 'walk_in' or o.appointment_datetime <= now())`
  return stay === 'at_shop'
    ? isAtShop
    : sql`${isAtShop} and (now() at time zone ${zone})::date
        - (o.appointment_datetime at time zone ${zone})::date > ${LATE_AFTER_DAYS}`
}

type SharedColumn =
  | 'id'
  | 'vehicle_id'
  | 'vehicle'
  | 'shop_id'
  | 'shop'
  | 'custom_shop_name'
  | 'appointment_datetime'
  | 'completed_at'
  | 'po_number'
  | 'pre_tax_sub_total'
  | 'discount'
  | 'tax_amount'
  | 'total'
  | 'saving'
  | 'invoice_number'
  | 'fleet_name'
  | 'due_status'
  | 'updated_at'
  | 'rev'
type Row = Pick<OrderRow, SharedColumn> & {
  status: OrderStatus
  odometer: number | null
  odometer_units: DistanceUnit
  time_zone: string
  country: Country
  services: ServiceJson[]
}
type ServiceJson = Omit<
  OrderService,
  'order_id' | 'service_miles' | 'service_kilometers' | 'odometer_config'
> & { quantity: number; distance: number | null }

/**
 * Reads orders as lists show them, with service names in `language`. `rest` follows `from shop_orders o join vehicles v
 * … join fleets f … where`.
 */
export async function readOrders(db: Queryable, language: Language, rest: Query): Promise<OrderRow[]> {
  const name = language === 'fr' ? sql`sd.name_fr` : sql`sd.name_en`
  const rows = await db.query<Row>(sql`
    select o.id, o.vehicle_id, o.shop_id, o.custom_shop_name, o.status, o.appointment_datetime, o.completed_at, o.odometer,
      o.odometer_units, o.po_number, o.pre_tax_sub_total, o.discount, o.tax_amount, o.total, o.saving,
      o.invoice_number, o.updated_at, o.rev, f.name as fleet_name, f.country, coalesce(s.time_zone, f.time_zone) as time_zone,
      json_build_object('id', v.id, 'name', v.display_name, 'year', v.year, 'make', v.make, 'model', v.model,
        'vin', v.vin, 'other_id', v.other_id, 'department_number', v.department_number, 'has_left', v.has_left) as vehicle,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'address_line1', s.address_line1,
        'city', s.city, 'state', s.state, 'zip', s.zip, 'main_phone_number', s.main_phone_number) end as shop,
      (select i.due_status from maintenance_intervals i where i.vehicle_id = o.vehicle_id and i.due_status is not null
        order by i.due_status desc limit 1) as due_status,
      (select coalesce(json_agg(json_build_object('id', r.id, 'service_definition_id', r.service_definition_id,
          'name', ${name}, 'position', r.position, 'vanity_label', r.vanity_label, 'status', r.status,
          'note', r.note, 'approved_price', r.approved_price::text,
          'rejection_reason', r.rejection_reason, 'price', r.price::text, 'total', r.total::text, 'quantity', r.quantity, 'distance', r.service_distance)
          order by r.id), '[]')
        from order_services r join service_definitions sd on sd.id = r.service_definition_id
        where r.order_id = o.id) as services
    from shop_orders o join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id join fleets f on f.id = o.fleet_id
      left join shops s on s.id = o.shop_id
    where ${rest}`)
  return rows.map(toOrder)
}

/** Reads one order that the transaction may see, as lists show it. */
export async function readOrder(
  db: Queryable,
  language: Language,
  id: number,
): Promise<OrderRow | undefined> {
  return (await readOrders(db, language, sql`o.id = ${id}`))[0]
}

/** Returns the orders with these ids that `db` may see, by id. */
export async function readOrdersById(
  db: Queryable,
  language: Language,
  ids: readonly number[],
): Promise<Map<number, OrderRow>> {
  if (ids.length === 0) return new Map()
  const orders = await readOrders(db, language, sql`o.id = any(${[...ids]}::bigint[])`)
  return new Map(orders.map((order) => [order.id, order]))
}

function toOrder(row: Row): OrderRow {
  const { odometer, odometer_units, time_zone, country, services, ...order } = row
  const inUnit = (unit: DistanceUnit) =>
    odometer === null ? null : convertDistance(odometer, odometer_units, unit)
  return {
    ...order,
    state: appointmentState(order.status),
    ...formatDateTime(order.appointment_datetime, time_zone, country),
    appointment_time_zone: time_zone,
    completed_date_pretty:
      order.completed_at && formatDateTime(order.completed_at, time_zone, country).appointment_date_pretty,
    miles: inUnit('mi'),
    kilometers: inUnit('km'),
    maintenance_type: 'FleetAdvise',
    order_services: services.map(({ quantity, distance, ...service }) => ({
      ...service,
      order_id: order.id,
      service_miles: odometer_units === 'mi' ? distance : null,
      service_kilometers: odometer_units === 'km' ? distance : null,
      odometer_config: { quantity },
    })),
  }
}

/** Returns a time in the shop's time zone, in the fields of an appointment. */
export const shopTime = (instant: string, timeZone: string, country: Country) => ({
  appointment_datetime: instant,
  ...formatDateTime(instant, timeZone, country),
  appointment_time_zone: timeZone,
})

/** Formats a time in a time zone, in the fields of an appointment. */
export function formatDateTime(instant: string, timeZone: string, country: Country) {
  const { day, time } = wallTime(instant, timeZone, country)
  return { appointment_date_pretty: day, appointment_time_pretty: time }
}
