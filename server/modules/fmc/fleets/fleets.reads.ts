import type { Country } from '#contract/core/locale.ts'
import type { FleetSearch, FleetSortColumn, ListedFleet } from '#contract/fmc/fleets.ts'
import { searchedWords } from '#domain/vehicles/vehicle-search.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { joinSql, type Query, sql } from '#server/db/sql.ts'
import { containing } from '#server/modules/vehicles/vehicles/vehicle-scope.ts'
import { plainTextOf } from '#server/texts/plain-text-of.ts'

/**
 * Condition on `fleets f`: of the user's own affiliation, not that of the session's fleet. Every query here includes
 * it; users without an affiliation see none. Row-level security knows only one fleet, so these reads bypass it. Deleted
 * fleets are included, because their transactions stay with the company.
 */
export function inAffiliation(actor: Actor): Query {
  return sql`f.affiliation_id = (select u.affiliation_id from users u where u.id = ${actor.userId})`
}

/** Condition on `fleets f`: the same without deleted fleets. */
export const listedFleet = (actor: Actor): Query => sql`${inAffiliation(actor)} and f.deleted_at is null`

/** Whether the fleet is in the list of the actor's company. */
export async function isListedFleet(db: Queryable, actor: Actor, id: number): Promise<boolean> {
  return (await db.query(sql`select from fleets f where f.id = ${id} and ${listedFleet(actor)}`)).length > 0
}

/** Condition on `fleets f` and its totals of a search. Each word occurs in one of the texts. */
function matchesSearch({ query, filter = {} }: Omit<FleetSearch, 'sort'>): Query {
  const all = [sql`f.name`, sql`f.other_id`, sql`f.region`, sql`f.rep`]
  let where = sql`${mentions(all, query)} and ${mentions([sql`f.name`], filter.name)}
    and ${mentions([sql`f.region`], filter.region)} and ${mentions([sql`f.rep`], filter.rep)}`
  if (filter.active !== undefined) where = sql`${where} and (coalesce(v.n, 0) > 0) = ${filter.active}`
  return where
}

function mentions(columns: Query[], search: string | undefined): Query {
  const words = searchedWords(search ?? '').map((word) => {
    const pattern = containing(word)
    return sql`(${joinSql(
      columns.map((column) => sql`${plainTextOf(column)} like ${pattern}`),
      sql` or `,
    )})`
  })
  return joinSql([sql`true`, ...words], sql` and `)
}

/** Fleets `f` with their totals; indexes fleet_tallies_fleet, vehicle_tallies_of_fleet. */
const withTotals = (mine: Query): Query => sql`
  fleets f
  left join (select x.fleet_id, sum(x.users)::int as users, sum(x.transactions)::int as transactions, sum(x.spend) as spend
    from fleet_tallies x join fleets f on f.id = x.fleet_id where ${mine} group by x.fleet_id) t on t.fleet_id = f.id
  left join (select x.fleet_id, sum(x.count)::int as n
    from vehicle_tallies x join fleets f on f.id = x.fleet_id where ${mine} and x.is_active group by x.fleet_id) v
    on v.fleet_id = f.id`

const AVERAGE = sql`round(t.spend / nullif(t.transactions, 0), 2)`

const COLUMN: Record<FleetSortColumn, Query> = {
  name: sql`f.name`,
  region: sql`f.region`,
  rep: sql`f.rep`,
  other_id: sql`f.other_id`,
  fleet_payment_type: sql`f.fleet_payment_type`,
  created_at: sql`f.created_at`,
  active: sql`(coalesce(v.n, 0) > 0)`,
  users: sql`coalesce(t.users, 0)`,
  vehicles: sql`coalesce(v.n, 0)`,
  transactions: sql`coalesce(t.transactions, 0)`,
  average_ticket: AVERAGE,
  total_spend: sql`coalesce(t.spend, 0)`,
}

/** Sort order of a list; fleets without a value are last in both directions. */
function sortOrder(sort: FleetSearch['sort']): Query {
  const isDown = sort.startsWith('-')
  const column = COLUMN[(isDown ? sort.slice(1) : sort) as FleetSortColumn]
  return isDown ? sql`${column} desc nulls last, f.id desc` : sql`${column} nulls last, f.id`
}

/** Returns one page of the matching fleets of the actor's company. */
export function readFleetPage(
  db: Queryable,
  actor: Actor,
  search: FleetSearch & { page: number; per_page: number },
): Promise<ListedFleet[]> {
  const limit = sql`limit ${search.per_page} offset ${(search.page - 1) * search.per_page}`
  const where = matchesSearch(search)
  return readFleets(db, { mine: listedFleet(actor), where }, sql`${sortOrder(search.sort)} ${limit}`)
}

/** Returns those of these fleets that are listed, in the order of the ids. */
export function readFleetsById(db: Queryable, actor: Actor, ids: readonly number[]): Promise<ListedFleet[]> {
  const wanted = sql`${[...ids]}::bigint[]`
  const mine = sql`${listedFleet(actor)} and f.id = any(${wanted})`
  return readFleets(db, { mine, where: sql`true` }, sql`array_position(${wanted}, f.id)`)
}

/** Returns fleets as sent to clients: those of `mine` that match `where`. */
function readFleets(
  db: Queryable,
  { mine, where }: { mine: Query; where: Query },
  order: Query,
): Promise<ListedFleet[]> {
  return db.query<ListedFleet>(sql`
    select f.id, f.name, f.region, f.rep, f.other_id, f.fleet_payment_type, f.share_wex_number, ${ADDRESS} as address,
      (select jsonb_build_object('id', a.id, 'name', a.name, 'is_active', a.is_active, 'enrolled', a.enrolled)
        from accounts a where a.id = f.account_id) as account,
      f.country, f.created_at, f.rev, coalesce(v.n, 0) > 0 as active, coalesce(t.users, 0) as users_total,
      coalesce(v.n, 0) as vehicles_total, coalesce(t.transactions, 0) as transactions_total,
      ${AVERAGE}::text as average_ticket, coalesce(t.spend, 0.00)::text as total_spend
    from ${withTotals(mine)} where ${mine} and ${where} order by ${order}`)
}

/** Address of fleet `f`; null if it is empty. */
export const ADDRESS = sql`case when coalesce(f.address_line1, f.city, f.state, f.zip) is not null then
  jsonb_build_object('address_line1', f.address_line1, 'city', f.city, 'state', f.state, 'zip', f.zip) end`

/** Returns the ids of all matching fleets, in order. */
export async function readFleetIds(db: Queryable, actor: Actor, search: FleetSearch): Promise<number[]> {
  const mine = listedFleet(actor)
  const rows = await db.query<{ id: number }>(
    sql`select f.id from ${withTotals(mine)} where ${mine} and ${matchesSearch(search)} order by ${sortOrder(search.sort)}`,
  )
  return rows.map(({ id }) => id)
}

export async function countFleets(db: Queryable, actor: Actor, search: FleetSearch): Promise<number> {
  const mine = listedFleet(actor)
  const source = search.filter?.active === undefined ? sql`fleets f` : withTotals(mine)
  const [row] = await db.query<{ n: number }>(
    sql`select count(*) as n from ${source} where ${mine} and ${matchesSearch(search)}`,
  )
  return row?.n ?? 0
}

export function readFleetNames(db: Queryable, actor: Actor): Promise<{ id: number; name: string }[]> {
  return db.query(sql`select f.id, f.name from fleets f where ${listedFleet(actor)} order by f.name, f.id`)
}

interface Summary {
  total_fleets: number
  total_vehicles: number
  total_m_cost: string
  spend: { country: Country; amount: string }[]
}

export async function readSummary(db: Queryable, actor: Actor): Promise<Summary> {
  const mine = listedFleet(actor)
  const [row] = await db.query<Summary>(sql`
    with per_country as (
      select f.country, count(*) as fleets, coalesce(sum(v.n), 0) as vehicles, coalesce(sum(t.spend), 0.00) as amount
      from ${withTotals(mine)} where ${mine} group by f.country)
    select coalesce(sum(fleets), 0)::int as total_fleets, coalesce(sum(vehicles), 0)::int as total_vehicles,
      coalesce(sum(amount), 0.00)::text as total_m_cost,
      coalesce(json_agg(json_build_object('country', country, 'amount', amount::text) order by country desc), '[]') as spend
    from per_country`)
  return row ?? { total_fleets: 0, total_vehicles: 0, total_m_cost: '0.00', spend: [] }
}

/** Folds the tallies of each fleet into one row. Jobs only. */
export async function foldFleetTallies(db: Queryable): Promise<void> {
  await db.query(sql`
    with folded as (
      delete from fleet_tallies where fleet_id in (select fleet_id from fleet_tallies group by fleet_id having count(*) > 1)
      returning fleet_id, users, transactions, spend)
    insert into fleet_tallies
    select fleet_id, sum(users), sum(transactions), sum(spend) from folded group by fleet_id
    having sum(users) <> 0 or sum(transactions) <> 0 or sum(spend) <> 0`)
}
