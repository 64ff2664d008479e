import type { Country } from '#contract/core/locale.ts'
import type { FleetSearch, ListedFleet } from '#contract/fmc/fleets.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { containing } from '#server/modules/vehicles/vehicles/vehicle-scope.ts'

const PAID = ['paid', 'paid_in_shop', 'paid_deferred']

/**
 * Condition on `fleets f`: of the user's own affiliation, not of the fleet that the session stands in. Every query here
 * carries it; whoever has no affiliation sees none. Row-level security knows one fleet only, so these reads run past it.
 */
export function inAffiliation(actor: Actor): Query {
  return sql`f.affiliation_id = (select u.affiliation_id from users u where u.id = ${actor.userId})`
}

/** Condition on `fleets f` of a search. */
export function found({ query, filter = {} }: FleetSearch): Query {
  let where = sql`true`
  if (query !== undefined) {
    const like = containing(query)
    where = sql`${where} and (f.name ilike ${like} or f.other_id ilike ${like} or f.region ilike ${like} or f.rep ilike ${like})`
  }
  if (filter.name !== undefined) where = sql`${where} and f.name ilike ${containing(filter.name)}`
  if (filter.region !== undefined) where = sql`${where} and f.region ilike ${containing(filter.region)}`
  if (filter.rep !== undefined) where = sql`${where} and f.rep ilike ${containing(filter.rep)}`
  return where
}

/** Fleets as they go out, in `order`. Only the fleets of the page are counted up. */
export function readFleets(db: Queryable, where: Query, order: Query, limit: Query): Promise<ListedFleet[]> {
  return db.query<ListedFleet>(sql`
    select f.*, coalesce(u.n, 0) as users_total, coalesce(v.n, 0) as vehicles_total,
      o.n as transactions_total, round(o.spend / nullif(o.n, 0), 2)::text as average_ticket,
      o.spend::text as total_spend
    from (select f.id, f.name, f.region, f.rep, f.other_id, f.fleet_payment_type, f.country, f.created_at
      from fleets f where ${where} order by ${order} ${limit}) f
    cross join lateral (select count(*) as n from users where fleet_id = f.id and is_active) u
    cross join lateral (select count(*) as n from vehicles where fleet_id = f.id and is_active) v
    cross join lateral (select count(*) as n, coalesce(sum(total), 0.00) as spend from shop_orders
      where fleet_id = f.id and status = any(${PAID})) o
    order by ${order}`)
}

export async function countFleets(db: Queryable, where: Query): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`select count(*) as n from fleets f where ${where}`)
  return row?.n ?? 0
}

interface Summary {
  total_fleets: number
  total_vehicles: number
  total_m_cost: string
  spend: { country: Country; amount: string }[]
}

export async function readSummary(db: Queryable, where: Query): Promise<Summary> {
  const [row] = await db.query<Summary>(sql`
    with mine as materialized (select f.id, f.country from fleets f where ${where}),
      spent as (select m.country, coalesce(sum(o.total), 0.00) as amount from mine m
        left join shop_orders o on o.fleet_id = m.id and o.status = any(${PAID}) group by m.country)
    select (select count(*) from mine) as total_fleets,
      (select count(*) from vehicles where is_active and fleet_id in (select id from mine)) as total_vehicles,
      (select coalesce(sum(amount), 0.00)::text from spent) as total_m_cost,
      (select coalesce(json_agg(json_build_object('country', country, 'amount', amount::text) order by country desc), '[]')
        from spent) as spend`)
  return row ?? { total_fleets: 0, total_vehicles: 0, total_m_cost: '0.00', spend: [] }
}
