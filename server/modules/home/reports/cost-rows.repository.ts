import type { CostDimension, CostRow } from '#contract/home/reports.ts'
import { can } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { keysOf, readKeys } from '../report-rows/key-batches.ts'
import {
  allowMemory,
  amountOf,
  centsOf,
  daysOfGroup,
  doneOrders,
  entryLines,
  idOf,
  liveEntries,
  OTHER,
  ofGroup,
  orderLines,
  propertyCodes,
  type ReportDays,
} from './cost-work.ts'
import { identifierColumn } from './report-groups.ts'

interface CostRowsQuery {
  by: CostDimension
  /** Undefined: the rows of all groups. */
  key?: string | undefined
  days: ReportDays
  /** Of a transferred vehicle, only what was done since its arrival. */
  sinceArrival?: boolean
}

export const costRowsRepository = {
  /** Returns the rows of a group, latest first. `count`: the number of all rows of the group. */
  async list(
    db: Queryable,
    actor: Actor,
    query: CostRowsQuery,
    { limit, offset, count }: { limit: number; offset: number; count: number },
  ): Promise<CostRow[]> {
    if (count <= offset) return []
    // The rows of a large group are found by looking up the vehicles of the latest rows. For a small group, that would be most rows.
    const codes = count < SMALL_GROUP ? byCode(actor, query) : null
    const { orders, entries, condition } = partsOf(actor, query)
    const parts = { orders, entries, condition: codes?.condition ?? condition }
    return db.query<CostRow>(
      described(
        actor,
        sql`with ${codes ? sql`${codes.cte},` : sql``} w as materialized (
          select * from (${rowsOf(parts, offset + limit)}) w
          order by ${latestFirst(sql`w`)} limit ${limit} offset ${offset})`,
      ),
    )
  },

  /** Returns the keys of all rows of a group, latest first, with their days and amounts. */
  async keys(db: Queryable, actor: Actor, query: CostRowsQuery): Promise<string[]> {
    await allowMemory(db)
    const codes = byCode(actor, query)
    const { orders, entries, condition } = partsOf(actor, query)
    const rows = rowsOf({ orders, entries, condition: codes?.condition ?? condition }, null)
    return readKeys(db, {
      rows: codes ? sql`with ${codes.cte} ${rows}` : rows,
      columns: [
        ...[sql`x.order_id`, sql`x.history_id`, sql`x.line_id`],
        ...[sql`x.service_id`, sql`x.day`, sql`x.amount`],
      ],
      order: latestFirst(sql`x`),
    })
  },

  /** Describes the rows of a batch of `keys`, in the same order. Omits those that were deleted in between. */
  ofKeys(db: Queryable, actor: Actor, keys: string): Promise<CostRow[]> {
    const w = sql`with w as materialized (select k.n, k.key[1]::bigint as order_id, k.key[2]::uuid as history_id,
      k.key[3] as line_id, k.key[4]::bigint as service_id, k.key[5]::date as day, k.key[6]::numeric as amount
      from (${keysOf(keys)}) k)`
    return db.query<CostRow>(described(actor, w, sql`w.n`))
  },

  /** Counts the rows of a group and adds up their amounts. */
  async totals(db: Queryable, actor: Actor, query: CostRowsQuery): Promise<{ count: number; total: string }> {
    await allowMemory(db)
    const { orders, entries, condition } = partsOf(actor, query)
    const codes = byCode(actor, query)
    const [row] = await db.query<{ count: number; total: string }>(sql`
      ${codes ? sql`with ${codes.cte}` : sql``}
      select count(*)::int as count, coalesce(${amountOf(sql`sum_cents(x.cents)`)}, 0.00) as total
      from (${orders} union all ${entries}) x ${codes?.condition ?? condition}`)
    return row ?? { count: 0, total: '0.00' }
  },
}

/** Selects the rows of the CTE `w` with their descriptions, by default latest first. */
function described(actor: Actor, w: Query, order: Query = latestFirst(sql`w`)): Query {
  const service = actor.language === 'fr' ? sql`sd.name_fr` : sql`sd.name_en`
  return sql`
    ${w}
    select case when w.order_id is null then 'entry' else 'order' end as kind,
      coalesce(w.order_id::text, w.history_id::text) as id, nullif(w.line_id, '') as line_id, w.day, v.id as vehicle_id, v.display_name as vehicle_name, ${identifierColumn} as vehicle_identifier,
      v.has_left as vehicle_has_left, coalesce(s.name, o.custom_shop_name, h.custom_shop_name) as shop,
      coalesce((select string_agg(distinct ${service}, ', ') from service_definitions sd where case
          when w.service_id is not null then sd.id = w.service_id
          when w.order_id is not null then sd.id in (select r.service_definition_id from order_services r
            where r.order_id = w.order_id and r.status not in ('rejected', 'deleted'))
          else sd.id in (select r.service_definition_id from history_services r where r.history_id = w.history_id) end), '')
        as services, w.amount
    from w
    left join shop_orders o on o.fleet_id = ${actor.fleet.id} and o.id = w.order_id
    left join manual_maintenance_histories h on h.fleet_id = ${actor.fleet.id} and h.id = w.history_id
    left join shops s on s.id = coalesce(o.shop_id, h.shop_id)
    join current_and_former_vehicles v on v.id = coalesce(o.vehicle_id, h.vehicle_id) and v.fleet_id = ${actor.fleet.id}
    order by ${order}`
}

/** Number of rows below which a group is small. */
const SMALL_GROUP = 2000

/** The order of rows: within each part of `rowsOf` that of its index. */
const latestFirst = (w: Query) =>
  sql`${w}.day desc, ${w}.at desc, ${w}.order_id desc, ${w}.history_id desc, ${w}.line_id`

/**
 * Rows `(order_id, history_id, line_id, service_id, day, at, amount)` of a group. `at` is null for entries, which have a day
 * only.
 * @param atMost the latest rows of orders and of entries that are read; null: all
 */
function rowsOf({ orders, entries, condition }: Parts, atMost: number | null): Query {
  const part = (rows: Query, latest: Query) =>
    sql`(select x.order_id, x.history_id, x.line_id, x.service_id, x.day, x.at, x.amount from (${rows}) x ${condition}
      ${atMost === null ? sql`` : sql`order by ${latest} limit ${atMost}`})`
  return sql`${part(orders, sql`x.at desc, x.order_id desc, x.line_id`)}
    union all ${part(entries, sql`x.day desc, x.history_id desc, x.line_id`)}`
}

/** Rows of orders and of entries, and the clauses that keep those of the group. */
interface Parts {
  orders: Query
  entries: Query
  condition: Query
}

function partsOf(actor: Actor, { by, key, days: range, sinceArrival }: CostRowsQuery): Parts {
  const days = daysOfGroup(range, by, key)
  const isOfService = by === 'service' && key !== undefined && key !== OTHER
  const { orders, entries } = isOfService
    ? linesOf(actor, days)
    : wholesOf(actor, days, by === 'service' && key === OTHER)
  const group = isOfService ? sql`where x.service_id = ${idOf(key) ?? 0}` : ofGroup(actor, by, key)
  const condition =
    sinceArrival && by === 'vehicle' && key !== undefined ? sql`${group} and ${arrived(actor, key)}` : group
  return { orders, entries, condition }
}

/** The clauses that keep the rows of a class or department by the code of their vehicles; null for other groups. */
function byCode(actor: Actor, { by, key }: CostRowsQuery): { cte: Query; condition: Query } | null {
  if ((by !== 'class' && by !== 'department') || !can(actor, 'vehicles.readAll')) return null
  if (key === undefined || (by === 'department' && !key.startsWith('~'))) return null
  const { cte, code, codeOf } = propertyCodes(actor, by)
  const value = by === 'department' ? key.slice(1) : key
  return { cte, condition: sql`where ${code} = ${codeOf(sql`${value}::text`)}` }
}

/** Condition: the row `x` is not of the time before the vehicle arrived. */
const arrived = ({ fleet }: Actor, key: string): Query => sql`x.day >= coalesce(
  (select v.arrived_on from vehicles v where v.fleet_id = ${fleet.id} and v.id = ${idOf(key) ?? 0}), '-infinity')`

/** Orders and entries as a whole. `isRest`: only their amounts that are not in their lines. */
function wholesOf(actor: Actor, days: ReportDays, isRest: boolean): { orders: Query; entries: Query } {
  const amount = isRest ? withoutLines() : { order: sql`o.total`, entry: sql`h.total` }
  const orders = doneOrders(
    actor,
    days,
    sql`o.id as order_id, null::uuid as history_id, '' as line_id, null::bigint as service_id,
      (o.effective_at at time zone ${actor.fleet.timeZone})::date as day, o.effective_at as at,
      ${amount.order} as amount, ${centsOf(amount.order)} as cents, o.vehicle_id, o.shop_id, o.custom_shop_name`,
  )
  const entries = liveEntries(
    actor,
    days,
    sql`null::bigint as order_id, h.id as history_id, '' as line_id, null::bigint as service_id,
      h.date_of_completion as day, null::timestamptz as at, ${amount.entry} as amount,
      ${centsOf(amount.entry)} as cents, h.vehicle_id, h.shop_id, h.custom_shop_name`,
  )
  return { orders, entries }
}

/** Amounts of orders and entries that are not in their lines. */
const withoutLines = () => ({
  order: sql`(o.total - coalesce((select sum(r.total) from order_services r where r.order_id = o.id
    and r.done_at is not null and r.status not in ('rejected', 'deleted')), 0))`,
  entry: sql`(h.total - coalesce((select sum(r.price) from history_services r where r.history_id = h.id), 0))`,
})

function linesOf(actor: Actor, days: ReportDays): { orders: Query; entries: Query } {
  const orders = orderLines(
    actor,
    days,
    sql`r.order_id, null::uuid as history_id, r.id::text as line_id, r.service_definition_id as service_id,
      (r.done_at at time zone ${actor.fleet.timeZone})::date as day, r.done_at as at, r.total as amount,
      ${centsOf(sql`r.total`)} as cents`,
  )
  const entries = entryLines(
    actor,
    days,
    sql`null::bigint as order_id, r.history_id, r.id::text as line_id, r.service_definition_id as service_id,
      r.done_on as day, null::timestamptz as at, r.price as amount, ${centsOf(sql`r.price`)} as cents`,
  )
  return { orders, entries }
}
