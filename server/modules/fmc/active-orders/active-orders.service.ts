import { type Page, pageOf } from '#contract/core/paging.ts'
import type { ActiveOrderSearch, FleetOrder } from '#contract/fmc/active-orders.ts'
import type { Actor } from '#server/actor.ts'
import type { Database } from '#server/db/database.ts'
import { readOrdersById } from '../../orders/orders/orders.reads.ts'
import { listedFleet } from '../fleets/fleets.reads.ts'
import { findActiveOrders } from './active-orders.reads.ts'

/** Returns a page of the open orders of all fleets of the actor's management company, with their number by state. */
export async function listActiveOrders(
  { db, actor }: { db: Database; actor: Actor },
  query: ActiveOrderSearch & { page: number; per_page: number },
): Promise<{ orders: FleetOrder[]; counts: Record<string, number> } & Page> {
  const mine = listedFleet(actor)
  const limits = { limit: query.per_page, offset: (query.page - 1) * query.per_page }
  const { rows, counts } = await findActiveOrders(db, mine, query, limits)
  const ids = rows.map(({ id }) => id)
  const byId = await readOrdersById(db, actor.language, ids)
  const orders = rows.flatMap(({ id, fleet_id, country, fleet_time_zone }) => {
    const order = byId.get(id)
    return order ? [{ ...order, fleet_id, country, fleet_time_zone }] : []
  })
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return { orders, counts, ...pageOf(query, total) }
}
