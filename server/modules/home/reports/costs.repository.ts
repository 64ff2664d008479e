import type { CostDimension, CostGroup, CostSort } from '#contract/home/reports.ts'
import { can } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import {
  allowMemory,
  amountOf,
  centsOf,
  doneOrders,
  entryLines,
  liveEntries,
  OTHER,
  orderLines,
  propertyCodes,
  propertyOf,
  type ReportDays,
  shopKey,
} from './cost-work.ts'
import { orderOf, pageOf, sortOf } from './report-groups.ts'

export interface CostQuery {
  by: Exclude<CostDimension, 'month'>
  days: ReportDays
  sort: CostSort
}

/** A page of groups, with the number of groups, of orders and entries, and the cost of all pages. */
export interface CostPage {
  groups: CostGroup[]
  groupCount: number
  count: number
  total: string
}

interface PageRow {
  key: string | null
  name: string | null
  count: number | null
  total: string | null
  groups: number
  all_count: number
  all_total: string
}

export const costsRepository = {
  /** Returns groups of the report and the totals of all, in one statement that reads indexes only. */
  async list(
    db: Queryable,
    actor: Actor,
    query: CostQuery,
    page: { limit: number; offset: number },
  ): Promise<CostPage> {
    await allowMemory(db)
    const order = orderOf(query.sort, { total: sql`cents`, count: sql`count` })
    const columns = sql`g.count, ${amountOf(sql`g.cents`)} as total, g.cents`
    const rows = await db.query<PageRow>(sql`
      with g as materialized (${groupsOf(actor, query)}),
        all_groups as (select count(*)::int as groups, coalesce(sum(count), 0)::int as all_count,
          coalesce(${amountOf(sql`sum(cents)`)}, 0.00) as all_total from g)
      select p.key, p.name, p.count, p.total, a.*
      from all_groups a left join lateral (${pageOf(actor, { by: query.by, order, columns }, page)}) p on true
      ${sortOf(order, sql`p`)}`)
    const [first] = rows
    return {
      groups: rows.flatMap(({ key, name, count, total }) =>
        key === null || total === null ? [] : [{ key, name, count, total }],
      ),
      groupCount: first?.groups ?? 0,
      count: first?.all_count ?? 0,
      total: first?.all_total ?? '0.00',
    }
  },
}

/** Groups `(key, count, cents)`; `count` is null for the group 'other'. */
function groupsOf(actor: Actor, { by, days }: CostQuery): Query {
  switch (by) {
    case 'vehicle':
      return sql`select w.vehicle_id as key, count(*)::int as count, sum_cents(w.cents) as cents
        from (${workOf(actor, days, 'vehicle_id')}) w group by 1`
    case 'department':
      return ofVehicles(actor, days, 'department')
    case 'class':
      return ofVehicles(actor, days, 'class')
    case 'shop':
      // Grouped by both columns first, because building a key for each row takes longer than for each shop.
      return sql`select ${shopKey(sql`s`)} as key, sum(s.count)::int as count, sum_cents(s.cents) as cents from (
        select w.shop_id, case when w.shop_id is null then w.custom_shop_name end as custom_shop_name, count(*) as count,
          sum_cents(w.cents) as cents
        from (${workOf(actor, days, 'shop_id')}) w group by 1, 2) s group by 1`
    case 'service':
      return ofServices(actor, days)
  }
}

function workOf(actor: Actor, days: ReportDays, column: 'vehicle_id' | 'shop_id'): Query {
  const [order, entry] =
    column === 'vehicle_id'
      ? [sql`o.vehicle_id`, sql`h.vehicle_id`]
      : [sql`o.shop_id, o.custom_shop_name`, sql`h.shop_id, h.custom_shop_name`]
  return sql`${doneOrders(actor, days, sql`${order}, ${centsOf(sql`o.total`)} as cents`)}
    union all ${liveEntries(actor, days, sql`${entry}, ${centsOf(sql`h.total`)} as cents`)}`
}

/** Groups by a property of the vehicles. Its values are grouped first, because building a key for each row takes longer. */
function ofVehicles(actor: Actor, days: ReportDays, by: 'department' | 'class'): Query {
  const { join, value, keyOf } = propertyOf(actor, by)
  if (can(actor, 'vehicles.readAll')) {
    const { cte, code } = propertyCodes(actor, by)
    return sql`with ${cte} select ${keyOf(value)} as key, sum(x.count)::int as count, sum_cents(x.cents) as cents from (
      select ${code} as code, min(x.vehicle_id) as vehicle_id, count(*) as count, sum_cents(x.cents) as cents
      from (${workOf(actor, days, 'vehicle_id')}) x group by 1) x ${join} group by 1`
  }
  return sql`select ${keyOf(sql`k.value`)} as key, sum(k.count)::int as count, sum_cents(k.cents) as cents from (
    select ${value} as value, count(*) as count, sum_cents(x.cents) as cents
    from (${workOf(actor, days, 'vehicle_id')}) x ${join} group by 1) k group by 1`
}

function ofServices(actor: Actor, days: ReportDays): Query {
  const ofOrder = sql`r.service_definition_id, ${centsOf(sql`r.total`)} as cents`
  const ofEntry = sql`r.service_definition_id, ${centsOf(sql`r.price`)} as cents`
  return sql`
    select * from (
      with line as (
        select l.service_definition_id, count(*)::int as count, coalesce(sum_cents(l.cents), 0) as cents
        from (${orderLines(actor, days, ofOrder)} union all ${entryLines(actor, days, ofEntry)}) l group by 1)
      select service_definition_id::text as key, count, cents from line
      union all
      select ${OTHER}, null, work.cents - coalesce((select sum_cents(cents) from line), 0)
      from (select coalesce(sum_cents(w.cents), 0) as cents from (${workOf(actor, days, 'vehicle_id')}) w) work
    ) s where key <> ${OTHER} or cents <> 0`
}
