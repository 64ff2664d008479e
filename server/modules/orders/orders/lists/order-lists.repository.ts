import type { OrderRow } from '#contract/orders/order-row.ts'
import type { OrderSort } from '#contract/orders/orders.ts'
import { can } from '#domain/access/permissions.ts'
import type { OrderStatus, Stay } from '#domain/orders/order-rules.ts'
import { searchedWords } from '#domain/vehicles/vehicle-search.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import {
  isOpenOrder,
  isPastOrder,
  readOrders,
  stayCondition,
} from '#server/modules/orders/orders/orders.reads.ts'
import {
  containing,
  hasFacets,
  havingFacets,
  type VehicleFacets,
  visibleVehicle,
} from '#server/modules/vehicles/vehicles/vehicle-scope.ts'
import { plainTextOf } from '#server/texts/plain-text-of.ts'
import { needsNames, orderOf, timeOf } from './order-sorting.ts'

export interface OrderFilter {
  /** True for open orders, false for past ones. */
  isActive: boolean
  status?: OrderStatus | undefined
  /** Only vehicles at the shop, or late there. */
  stay?: Stay | undefined
  /** Days in the fleet's time zone, inclusive. */
  from?: string | undefined
  to?: string | undefined
  vehicleId?: number | undefined
  shopId?: number | undefined
  search?: string | undefined
  facets?: VehicleFacets | undefined
}

export const orderListsRepository = {
  /**
   * Returns one page: open orders soonest first (index shop_orders_open), past ones latest first (index
   * shop_orders_fleet), or by a column. Sorted by date, the index alone finds the page; only its orders are read
   * completely.
   */
  list(
    db: Queryable,
    actor: Actor,
    filter: OrderFilter,
    page: { page: number; per_page: number; sort?: OrderSort | undefined },
  ): Promise<OrderRow[]> {
    const offset = (page.page - 1) * page.per_page
    const order = orderOf(filter, page.sort)
    return readOrders(
      db,
      actor.language,
      sql`o.id in (select o.id from ${matchingOrders(actor, filter, page.sort)} order by ${order}
        limit ${page.per_page} offset ${offset}) order by ${order}`,
    )
  },

  /** Returns the ids of the whole list in order, for files that are read in batches. */
  async ids(db: Queryable, actor: Actor, filter: OrderFilter, sort?: OrderSort): Promise<number[]> {
    const rows = await db.query<{ id: number }>(
      sql`select o.id from ${matchingOrders(actor, filter, sort)} order by ${orderOf(filter, sort)}`,
    )
    return rows.map(({ id }) => id)
  },

  /** Counts matching orders. If only days and status narrow past orders, it adds up daily totals. */
  async count(db: Queryable, actor: Actor, filter: OrderFilter): Promise<number> {
    // All other conditions: the daily totals have none of them.
    const { isActive, status: _status, from: _from, to: _to, facets = {}, ...others } = filter
    const isNarrowed = hasFacets(facets) || Object.values(others).some(Boolean)
    const isPlain = !isNarrowed && can(actor, 'vehicles.readAll')
    const [row] = await db.query<{ n: number }>(
      isPlain && !isActive
        ? sql`select coalesce(sum(t.orders), 0)::int as n from order_day_totals t
            where t.fleet_id = ${actor.fleet.id} ${statusOf(filter, sql`t.status`)} ${daysOf(filter)}`
        : sql`select count(*) as n from ${matchingOrders(actor, filter)}`,
    )
    return row?.n ?? 0
  },

  /** Counts open orders by status, for the dashboard tiles. */
  async countsByStatus(db: Queryable, actor: Actor): Promise<Record<string, number>> {
    const rows = await db.query<{ status: string; n: number }>(sql`
      select o.status, count(*) as n from ${matchingOrders(actor, { isActive: true })} group by 1`)
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
  },

  /**
   * Returns finished orders with their cost, and canceled orders (without cost), by month in the fleet's time zone.
   * Months without orders are omitted.
   */
  byMonth(
    db: Queryable,
    actor: Actor,
    range: { from: string; to: string },
  ): Promise<{ month: string; orders: number; canceled: number; total: string }[]> {
    const ofAll = sql`
      select to_char(t.day, 'YYYY-MM') as month, t.status, t.orders, t.total from order_day_totals t
      where t.fleet_id = ${actor.fleet.id} and t.day between ${range.from} and ${range.to}`
    const ofOwn = sql`
      select to_char(o.effective_at at time zone ${actor.fleet.timeZone}, 'YYYY-MM') as month, o.status, 1 as orders, o.total
      from ${matchingOrders(actor, { isActive: false, ...range })}`
    return db.query(sql`
      select month, coalesce(sum(orders) filter (where status <> 'cancel'), 0)::int as orders,
        coalesce(sum(orders) filter (where status = 'cancel'), 0)::int as canceled,
        coalesce(sum(total) filter (where status <> 'cancel'), 0.00) as total
      from (${can(actor, 'vehicles.readAll') ? ofAll : ofOwn}) o group by 1 order by 1`)
  },
}

const statusOf = ({ status }: OrderFilter, column: Query): Query =>
  status === undefined ? sql`` : sql`and ${column} = ${status}`

function daysOf({ from, to }: OrderFilter): Query {
  const since = from === undefined ? sql`` : sql`and t.day >= ${from}::date`
  return to === undefined ? since : sql`${since} and t.day <= ${to}::date`
}

/** Returns the FROM and WHERE clauses for matching orders, joined with vehicles if needed. */
export function matchingOrders(actor: Actor, filter: OrderFilter, sort?: OrderSort): Query {
  const { fleet } = actor
  const seesAll = can(actor, 'vehicles.readAll')
  const { facets = {} } = filter
  // The join is expensive. Users who see the whole fleet need it only for search, facets, and sorting by names.
  const source =
    seesAll && !filter.search && !hasFacets(facets) && !needsNames(sort)
      ? sql`shop_orders o where o.fleet_id = ${fleet.id}`
      : sql`shop_orders o join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id left join shops s on s.id = o.shop_id
          where o.fleet_id = ${fleet.id} and ${visibleVehicle(actor)}`
  let where = sql`${source} and ${filter.isActive ? isOpenOrder : isPastOrder} ${statusOf(filter, sql`o.status`)}`
  const zone = fleet.timeZone
  if (filter.from !== undefined)
    where = sql`${where} and ${timeOf(filter)} >= ${filter.from}::date::timestamp at time zone ${zone}`
  if (filter.to !== undefined)
    where = sql`${where} and ${timeOf(filter)} < (${filter.to}::date + 1)::timestamp at time zone ${zone}`
  if (filter.stay !== undefined) where = sql`${where} and ${stayCondition(filter.stay, sql`${zone}`)}`
  if (filter.vehicleId !== undefined) where = sql`${where} and o.vehicle_id = ${filter.vehicleId}`
  if (filter.shopId !== undefined) where = sql`${where} and o.shop_id = ${filter.shopId}`
  if (hasFacets(facets)) where = sql`${where} and ${havingFacets(facets)}`
  for (const word of searchedWords(filter.search ?? '')) where = sql`${where} and ${mentions(word)}`
  return where
}

/** Condition: a plain word occurs in any text that identifies an order. Services match by their name in either language. */
function mentions(word: string): Query {
  const pattern = containing(word)
  return sql`((select ${plainTextOf(sql`p.text`)} from (select concat_ws(' ', v.display_name, v.year, v.make, v.model, v.vin,
      v.license_plate_number, v.other_id, v.department_number, s.name, s.city, s.state, o.custom_shop_name, o.po_number,
      o.invoice_number) as text offset 0) p) like ${pattern}
    or exists (select from order_services r where r.order_id = o.id and (${plainTextOf(sql`r.name`)} like ${pattern}
      or r.service_definition_id = any(array(
        select sd.id from service_definitions sd
        where ${plainTextOf(sql`sd.name_en`)} like ${pattern} or ${plainTextOf(sql`sd.name_fr`)} like ${pattern})))))`
}
