import { FLEET_QUERY_MIN } from '#domain/core/limits.ts'
import { OPEN_STATUSES, STAYS } from '#domain/orders/order-rules.ts'
import { Country, Id, Text } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { OrderRow } from '../orders/order-row.ts'

/** An open order with its fleet (FMC-038). Amounts are in the currency of the fleet's country. */
export const FleetOrder = z.extend(OrderRow, {
  fleet_id: Id,
  country: Country,
  /** Its days count as those at the shop (decision 69). Older servers omit it. */
  fleet_time_zone: z.optional(z.string()),
})
export type FleetOrder = z.infer<typeof FleetOrder>

const COLUMNS = [
  'date',
  'fleet',
  'status',
  'vehicle',
  'vin',
  'other_id',
  'department_number',
  'shop',
  'po_number',
  'cost',
  'invoice',
] as const
export type ActiveOrderColumn = (typeof COLUMNS)[number]
export const ACTIVE_ORDER_SORTS = COLUMNS.flatMap((column) => [column, `-${column}`] as const)

const search = {
  /**
   * Substring of fleet, vehicle, VIN, other id, department, shop, PO number or invoice number; at least 3 characters.
   */
  query: z.optional(Text(100).check(z.minLength(FLEET_QUERY_MIN, 'too_short'))),
  status: z.optional(z.enum(OPEN_STATUSES)),
  /** Only orders whose vehicle is at the shop, or late there, by the days of its fleet (FMC-067). */
  stay: z.optional(z.enum(STAYS)),
  /** Orders of vehicles whose most urgent service is due soon or past due (FMC-044). */
  due_status: z.optional(z.enum(['due_soon', 'past_due'])),
  fleet_id: z.optional(Id),
  sort: z._default(z.enum(ACTIVE_ORDER_SORTS), 'date'),
}
export const ActiveOrderSearch = z.object(search)
export type ActiveOrderSearch = z.infer<typeof ActiveOrderSearch>

export const activeOrdersContract = {
  /**
   * Lists open orders of all fleets of the management company, soonest appointment first (FMC-037). `counts` has the
   * number of matches by status. The path is our choice.
   */
  list: call({ access: 'fleets.list' })
    .route({
      method: 'GET',
      path: v4('/fleets/active_orders'),
      tags: ['fmc'],
      summary: 'Open orders of all fleets',
    })
    .input(z.object({ ...search, ...pageQuery(10, 100) }))
    .output(z.object({ orders: z.array(FleetOrder), counts: z.record(z.string(), z.int()), ...pageFields })),
}
