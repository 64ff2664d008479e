import type { Country } from '#contract/core/locale.ts'
import type { ActiveOrderColumn, ActiveOrderSearch } from '#contract/fmc/active-orders.ts'
import { searchedWords } from '#domain/vehicles/vehicle-search.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { plainTextOf, plainTextOfLower } from '#server/texts/plain-text-of.ts'
import { stayCondition } from '../../orders/orders/orders.reads.ts'
import { containing } from '../../vehicles/vehicles/vehicle-scope.ts'
import { mentionsWord } from '../../vehicles/vehicles/vehicle-search.reads.ts'

/** `o` is open_orders. */
const COLUMN: Record<ActiveOrderColumn, Query> = {
  date: sql`o.appointment_datetime`,
  fleet: sql`f.name`,
  status: sql`o.status`,
  vehicle: sql`o.display_name`,
  vin: sql`o.vin`,
  other_id: sql`o.other_id`,
  department_number: sql`o.department_number`,
  shop: sql`coalesce(s.name, o.custom_shop_name)`,
  po_number: sql`o.po_number`,
  cost: sql`o.total`,
  invoice: sql`o.invoice_number`,
}

const columnOf = (sort: ActiveOrderSearch['sort']) => sort.replace('-', '') as ActiveOrderColumn

function orderOf(sort: ActiveOrderSearch['sort']): Query {
  const column = COLUMN[columnOf(sort)]
  if (columnOf(sort) === 'date')
    return sort === 'date' ? sql`${column}, o.id` : sql`${column} desc, o.id desc`
  return sort.startsWith('-') ? sql`${column} desc nulls last, o.id desc` : sql`${column} nulls last, o.id`
}

const hasDue = (status: 'due_soon' | 'past_due'): Query =>
  sql`exists (select from maintenance_intervals i where i.vehicle_id = o.vehicle_id and i.due_status = ${status})`

/** Most urgent due status of the vehicle. Index: maintenance_intervals_due. */
const isDue = (status: 'due_soon' | 'past_due'): Query =>
  status === 'past_due' ? hasDue('past_due') : sql`${hasDue('due_soon')} and not ${hasDue('past_due')}`

/**
 * Whether a plain word occurs in an identifying field of the order. Fleet and shop names are searched once, not per
 * order; the search text of a shop (index shops_search) has its city too.
 */
function mentions(word: string): Query {
  const pattern = containing(word)
  return sql`(${mentionsWord(sql`o.search_text`, word)}
    or o.fleet_id in (select x.id from fleets x where ${plainTextOf(sql`x.name`)} like ${pattern})
    or o.shop_id in (select x.id from shops x
      where x.search_text like ${pattern} and ${plainTextOf(sql`x.name`)} like ${pattern})
    or ${plainTextOfLower(sql`o.order_text`)} like ${pattern})`
}

/** FROM clause of the open orders of `mine` that match the search. */
function matchingOpenOrders(
  mine: Query,
  { query, status, stay, due_status: due, fleet_id: fleetId, sort }: ActiveOrderSearch,
): Query {
  let where = mine
  if (status !== undefined) where = sql`${where} and o.status = ${status}`
  if (stay !== undefined) where = sql`${where} and ${stayCondition(stay, sql`f.time_zone`)}`
  if (fleetId !== undefined) where = sql`${where} and o.fleet_id = ${fleetId}`
  if (due !== undefined) where = sql`${where} and ${isDue(due)}`
  for (const word of searchedWords(query ?? '')) where = sql`${where} and ${mentions(word)}`
  const shops = columnOf(sort) === 'shop' ? sql`left join shops s on s.id = o.shop_id` : sql``
  return sql`open_orders o join fleets f on f.id = o.fleet_id ${shops} where ${where}`
}

interface Found {
  rows: { id: number; fleet_id: number; country: Country; fleet_time_zone: string }[]
  /** Number of matches by status. */
  counts: Record<string, number>
}

/**
 * Returns the ids of a page in order, and the total. Without a search the page comes from index open_orders_by_date
 * alone; a search scans the open orders once for both.
 */
export async function findActiveOrders(
  db: Queryable,
  mine: Query,
  search: ActiveOrderSearch,
  page: { limit: number; offset: number },
): Promise<Found> {
  const limit = sql`limit ${page.limit} offset ${page.offset}`
  const isSearched =
    search.query !== undefined || search.due_status !== undefined || search.stay !== undefined
  const found = matchingOpenOrders(mine, search)
  const order = orderOf(search.sort)
  const [result] = await db.query<Found>(
    isSearched
      ? sql`
        with o as materialized (
          select o.id, o.fleet_id, f.country, f.time_zone as fleet_time_zone, o.status,
            row_number() over (order by ${order}) as place from ${found})
        select coalesce((select jsonb_agg(x) from (
            select o.id, o.fleet_id, o.country, o.fleet_time_zone from o order by o.place ${limit}) x), '[]') as rows,
          ${countsOf(sql`o`)} as counts`
      : sql`
        select coalesce((select jsonb_agg(x) from (
            select o.id, o.fleet_id, f.country, f.time_zone as fleet_time_zone from ${found} order by ${order} ${limit}) x), '[]') as rows,
          ${countsOf(matchingOpenOrders(mine, { ...search, sort: 'date' }))} as counts`,
  )
  return result ?? { rows: [], counts: {} }
}

const countsOf = (source: Query): Query => sql`
  coalesce((select jsonb_object_agg(status, n) from (
    select o.status, count(*) as n from ${source} group by o.status) c), '{}')`
