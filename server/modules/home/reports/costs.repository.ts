import type { CostDimension, CostGroup, CostSort } from '#contract/home/reports.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import {
  allowMemory,
  doneOrders,
  entryLines,
  liveEntries,
  OTHER,
  orderLines,
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
  group_total: string | null
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
    const order = orderOf(query.sort, { total: sql`total`, count: sql`count` })
    const columns = sql`g.count, g.total`
    const rows = await db.query<PageRow>(sql`
      with g as materialized (${groupsOf(actor, query)}),
        all_groups as (select count(*)::int as groups, coalesce(sum(count), 0)::int as all_count,
          coalesce(sum(total), 0.00) as all_total from g)
      select p.key, p.name, p.count, p.total as group_total, a.*
      from all_groups a left join lateral (${pageOf(actor, { by: query.by, order, columns }, page)}) p on true
      ${sortOf(order, sql`p`)}`)
    const [first] = rows
    return {
      groups: rows.flatMap(({ key, name, count, group_total }) =>
        key === null || group_total === null ? [] : [{ key, name, count, total: group_total }],
      ),
      groupCount: first?.groups ?? 0,
      count: first?.all_count ?? 0,
      total: first?.all_total ?? '0.00',
    }
  },
}

/** Groups `(key, count, total)`; `count` is null for the group 'other'. */
function groupsOf(actor: Actor, { by, days }: CostQuery): Query {
  switch (by) {
    case 'vehicle':
      return sql`select w.vehicle_id as key, count(*)::int as count, sum(w.total) as total
        from (${workOf(actor, days, 'vehicle_id')}) w group by 1`
    case 'department':
      return ofVehicles(actor, days, 'department_number')
    case 'class':
      return ofVehicles(actor, days, 'vehicle_type_id')
    case 'shop':
      // Grouped by both columns first, because building a key for each row takes longer than for each shop.
      return sql`select ${shopKey(sql`s`)} as key, sum(s.count)::int as count, sum(s.total) as total from (
        select w.shop_id, case when w.shop_id is null then w.custom_shop_name end as custom_shop_name, count(*) as count,
          sum(w.total) as total
        from (${workOf(actor, days, 'shop_id')}) w group by 1, 2) s group by 1`
    case 'service':
      return ofServices(actor, days)
  }
}

function workOf(actor: Actor, days: ReportDays, column: 'vehicle_id' | 'shop_id'): Query {
  const [order, entry] =
    column === 'vehicle_id'
      ? [sql`o.vehicle_id, o.total`, sql`h.vehicle_id, h.total`]
      : [sql`o.shop_id, o.custom_shop_name, o.total`, sql`h.shop_id, h.custom_shop_name, h.total`]
  return sql`${doneOrders(actor, days, order)} union all ${liveEntries(actor, days, entry)}`
}

/**
 * Groups by a property that the vehicle has now, or had when it left the fleet. Joins the tables instead of the view of
 * both, whose vehicles would be read from the table; here index vehicles_groups is enough.
 */
function ofVehicles(
  actor: Actor,
  days: ReportDays,
  property: 'department_number' | 'vehicle_type_id',
): Query {
  const [ofVehicle, ofFormer] =
    property === 'department_number'
      ? [sql`v.department_number`, sql`f.department_number`]
      : [sql`v.vehicle_type_id`, sql`f.vehicle_type_id`]
  const { id } = actor.fleet
  return sql`select ${property === 'department_number' ? sql`'~' || coalesce(k.property, '')` : sql`k.property`} as key, sum(k.count)::int as count, sum(k.total) as total from (
    select case when v.id is null then ${ofFormer} else ${ofVehicle} end as property, count(*) as count, sum(w.total) as total
    from (${workOf(actor, days, 'vehicle_id')}) w
    left join vehicles v on v.fleet_id = ${id} and v.id = w.vehicle_id
    left join former_vehicles f on v.id is null and f.fleet_id = ${id} and f.vehicle_id = w.vehicle_id
    group by 1) k group by 1`
}

function ofServices(actor: Actor, days: ReportDays): Query {
  const ofOrder = sql`r.service_definition_id, r.total`
  const ofEntry = sql`r.service_definition_id, r.price as total`
  return sql`
    select * from (
      with line as (
        select l.service_definition_id, count(*)::int as count, sum(l.total) as total
        from (${orderLines(actor, days, ofOrder)} union all ${entryLines(actor, days, ofEntry)}) l group by 1)
      select service_definition_id::text as key, count, total from line
      union all
      select ${OTHER}, null, work.total - coalesce((select sum(total) from line), 0)
      from (select coalesce(sum(w.total), 0) as total from (${workOf(actor, days, 'vehicle_id')}) w) work
    ) s where key <> ${OTHER} or total <> 0`
}
