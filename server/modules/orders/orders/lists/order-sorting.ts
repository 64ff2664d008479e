import type { OrderSort, OrderSortColumn } from '#contract/orders/orders.ts'
import { type Query, sql } from '#server/db/sql.ts'

/** Open orders are sorted by appointment; past ones by completion, or by appointment if there was none. */
export const timeOf = ({ isActive }: { isActive: boolean }): Query =>
  isActive ? sql`o.appointment_datetime` : sql`o.effective_at`

/** The sort keys of an order, except the date. `v` is its vehicle, `s` its shop. */
const ORDER_KEY: Record<Exclude<OrderSortColumn, 'date'>, Query> = {
  vehicle: sql`v.display_name`,
  shop: sql`coalesce(s.name, o.custom_shop_name)`,
  distance: sql`o.odometer * case o.odometer_units when 'mi' then 1.609344 else 1 end`,
  po_number: sql`nullif(o.po_number, '')`,
  cost: sql`o.total`,
  status: sql`o.status`,
  kind: sql`'order'::text`,
}

/** The same for a manual entry `h`, which counts as complete (MHX-037). */
const ENTRY_KEY: Record<Exclude<OrderSortColumn, 'date'>, Query> = {
  vehicle: sql`v.display_name`,
  shop: sql`coalesce(s.name, h.custom_shop_name)`,
  distance: sql`h.odometer * case h.odometer_units when 'mi' then 1.609344 else 1 end`,
  po_number: sql`nullif(h.po_number, '')`,
  cost: sql`(select coalesce(sum(r.price), 0) from history_services r where r.history_id = h.id)`,
  status: sql`'complete'::text`,
  kind: sql`'manual'::text`,
}

export const isDescending = (sort: OrderSort): boolean => sort.startsWith('-')
const columnOf = (sort: OrderSort) => sort.replace('-', '') as OrderSortColumn

/** Returns whether the sort needs a column of the vehicle or shop. */
export const needsNames = (sort: OrderSort | undefined): boolean =>
  sort !== undefined && ['vehicle', 'shop'].includes(columnOf(sort))

/** Returns the ORDER BY clause for open or past orders. */
export function orderOf(filter: { isActive: boolean }, sort?: OrderSort): Query {
  const by = sort ?? (filter.isActive ? 'date' : '-date')
  const time = timeOf(filter)
  const column = columnOf(by)
  if (column === 'date') return isDescending(by) ? sql`${time} desc, o.id desc` : sql`${time}, o.id`
  const direction = isDescending(by) ? sql`desc` : sql`asc`
  return sql`${ORDER_KEY[column]} ${direction} nulls last, ${orderOf(filter)}`
}

/** Returns the sort keys of orders and entries in one list; null: by date only. */
export function keysOf(sort: OrderSort): { ofOrder: Query; ofEntry: Query } | null {
  const column = columnOf(sort)
  return column === 'date' ? null : { ofOrder: ORDER_KEY[column], ofEntry: ENTRY_KEY[column] }
}
