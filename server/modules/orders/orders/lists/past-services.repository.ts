import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import type { OrderSort } from '#contract/orders/orders.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { matchingHistories, readHistories } from '#server/modules/maintenance/history/history.reads.ts'
import { readOrders } from '#server/modules/orders/orders/orders.reads.ts'
import { matchingOrders, type OrderFilter } from './order-lists.repository.ts'
import { isDescending, keysOf } from './order-sorting.ts'

/** Filter for past orders and manual entries in one list. */
type PastFilter = Pick<OrderFilter, 'from' | 'to' | 'vehicleId' | 'search' | 'facets'>

interface PastPage {
  rows: { kind: 'order' | 'manual'; id: string }[]
  orders: OrderRow[]
  entries: ManualHistory[]
}

/** The key of an order or a manual entry in the list. */
export interface PastKey {
  order_id: number | null
  history_id: string | null
}

export interface EntryVehicle {
  id: number
  name: string
  vin: string | null
  other_id: string | null
  department_number: string | null
}

/** Upper bound, larger than any fleet, because the keys of a file are held in memory. */
const FILE_ROWS_MAX = 1_000_000

export const entryFilterOf = ({ from, to, vehicleId, search, facets }: PastFilter) => ({
  appointment_datetime_from: from,
  appointment_datetime_to: to,
  vehicle_id: vehicleId,
  search,
  facets,
})

export const pastServicesRepository = {
  /**
   * Returns one page, latest first or by a column. Sorted by date, each kind is read from its index (shop_orders_fleet,
   * manual_histories_fleet) only up to the end of the page.
   */
  async list(
    db: Queryable,
    actor: Actor,
    filter: PastFilter,
    page: { page: number; per_page: number; sort?: OrderSort | undefined },
  ): Promise<PastPage> {
    const found = await db.query<PastKey>(
      pageOf(actor, filter, page.sort ?? '-date', {
        limit: page.per_page,
        offset: (page.page - 1) * page.per_page,
      }),
    )
    return {
      rows: found.map(({ order_id, history_id }) =>
        history_id === null ? { kind: 'order', id: String(order_id) } : { kind: 'manual', id: history_id },
      ),
      ...(await readRows(db, actor, found)),
    }
  },

  /** Returns the keys of the whole list in order, for files that are read in batches. */
  keys: (db: Queryable, actor: Actor, filter: PastFilter, sort: OrderSort = '-date'): Promise<PastKey[]> =>
    db.query(pageOf(actor, filter, sort, { limit: FILE_ROWS_MAX, offset: 0 })),

  rowsOf: readRows,

  /** Returns the vehicles of manual entries, for files. */
  vehiclesOf: (db: Queryable, actor: Actor, ids: readonly number[]): Promise<EntryVehicle[]> =>
    db.query(sql`
      select id, display_name as name, vin, other_id, department_number from current_and_former_vehicles
      where fleet_id = ${actor.fleet.id} and id = any(${[...ids]}::bigint[])`),
}

/** Reads the orders and entries with these keys, each sorted latest first. */
async function readRows(db: Queryable, actor: Actor, keys: readonly PastKey[]) {
  const orderIds = keys.flatMap(({ order_id }) => (order_id === null ? [] : [order_id]))
  const historyIds = keys.flatMap(({ history_id }) => (history_id === null ? [] : [history_id]))
  return {
    orders:
      orderIds.length === 0
        ? []
        : await readOrders(
            db,
            actor.language,
            sql`o.fleet_id = ${actor.fleet.id} and o.id = any(${orderIds}::bigint[])
              order by o.effective_at desc, o.id desc`,
          ),
    entries:
      historyIds.length === 0
        ? []
        : await readHistories(
            db,
            actor.language,
            sql`h.fleet_id = ${actor.fleet.id} and h.id = any(${historyIds}::uuid[])
              order by h.date_of_completion desc, h.id desc`,
          ),
  }
}

function pageOf(
  actor: Actor,
  filter: PastFilter,
  sort: OrderSort,
  { limit, offset }: { limit: number; offset: number },
): Query {
  const keys = keysOf(sort)
  const direction = isDescending(sort) ? sql`desc` : sql`asc`
  // An entry has a day but no time. It counts as the end of that day, so it precedes the day's orders, latest first.
  const entryTime = sql`(h.date_of_completion + 1)::timestamp at time zone ${actor.fleet.timeZone}`
  const orders = matchingOrders(actor, { ...filter, isActive: false }, sort)
  const entries = matchingHistories(actor, entryFilterOf(filter), keys !== null)
  if (!keys) {
    const last = offset + limit
    return sql`
      select order_id, history_id from (
        (select o.id as order_id, null::uuid as history_id, o.effective_at as at from ${orders}
          order by o.effective_at ${direction}, o.id ${direction} limit ${last})
        union all
        (select null::bigint, h.id, ${entryTime} from ${entries}
          order by h.date_of_completion ${direction}, h.id ${direction} limit ${last})) r
      order by at ${direction}, (history_id is null) ${direction}, order_id ${direction}, history_id ${direction}
      limit ${limit} offset ${offset}`
  }
  return sql`
    select order_id, history_id from (
      select o.id as order_id, null::uuid as history_id, o.effective_at as at, ${keys.ofOrder} as key from ${orders}
      union all
      select null::bigint, h.id, ${entryTime}, ${keys.ofEntry} from ${entries}) r
    order by key ${direction} nulls last, at desc, (history_id is null) desc, order_id desc, history_id desc
    limit ${limit} offset ${offset}`
}
