import type { ComplianceDimension, ComplianceGroup, ComplianceSort } from '#contract/home/compliance.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { openServices } from '#server/modules/maintenance/intervals/intervals.reads.ts'
import { visibleVehicle } from '#server/modules/vehicles/vehicles/vehicle-scope.ts'
import { allowMemory, type ReportDays } from '../reports/cost-work.ts'
import { type GroupOrder, orderOf, pageOf, sortOf } from '../reports/report-groups.ts'
import { completions, dueNow, dueNowOfAny } from './compliance-work.ts'

interface ComplianceQuery {
  by: ComplianceDimension
  days: ReportDays
  sort: ComplianceSort
}

type Figures = Omit<ComplianceGroup, 'key' | 'name' | 'identifier'>
type PageRow = Figures & {
  key: string | null
  name: string | null
  groups: number
  all: Figures
}

const COLUMNS = sql`g.completed, g.in_time, g.late, g.not_judged, g.share, g.due_soon, g.past_due`

export const complianceRepository = {
  /** Returns groups of the report and the figures of all. Months are in the order of the calendar. */
  async list(
    db: Queryable,
    actor: Actor,
    { by, days, sort }: ComplianceQuery,
    page: { limit: number; offset: number },
  ) {
    await allowMemory(db)
    const order = by === 'month' ? MONTHS : orderOf(sort, SORTED)
    const parts =
      by === 'vehicle'
        ? ofVehicles(actor, { days, sort }, order, page.limit + page.offset)
        : sql`k as materialized (${sumsOf(actor, days, groupedBy(actor, by))}),
          g as not materialized (${withShare(groupsOf(by, days))})`
    const groupCount = by === 'vehicle' ? sql`t.sums` : sql`(select count(*)::int from g)`
    const rows = await db.query<PageRow>(sql`
      with ${parts},
        all_groups as (select ${groupCount} as groups, to_jsonb(t) - 'sums' as "all"
          from (${withShare(sql`select count(*)::int as sums, ${ADDED} from k`)}) t)
      select p.*, a.*
      from all_groups a left join lateral (${pageOf(actor, { by, order, columns: COLUMNS }, page)}) p on true
      ${sortOf(order, sql`p`)}`)
    const [first] = rows
    return {
      groups: rows.flatMap(({ groups: _groups, all: _all, key, ...row }): ComplianceGroup[] =>
        key === null ? [] : [{ ...row, key, ...(by === 'month' && NOT_BY_MONTH) }],
      ),
      groupCount: first?.groups ?? 0,
      totals: { ...(first?.all ?? NONE), ...(by === 'month' && NOT_BY_MONTH) },
    }
  },
}

const NOT_BY_MONTH = { due_soon: null, past_due: null }
const NONE: Figures = {
  completed: 0,
  in_time: 0,
  late: 0,
  not_judged: 0,
  share: null,
  due_soon: 0,
  past_due: 0,
}
const MONTHS = { column: sql`key`, isDescending: false, isByName: false }
const SORTED = {
  completed: sql`completed`,
  in_time: sql`in_time`,
  late: sql`late`,
  not_judged: sql`not_judged`,
  share: sql`share`,
  due_soon: sql`due_soon`,
  past_due: sql`past_due`,
}

/** Adds the share of what can be judged. */
const withShare = (sums: Query): Query =>
  sql`select s.*, case when s.in_time + s.late > 0 then round(100.0 * s.in_time / (s.in_time + s.late), 1)::float8 end as share
    from (${sums}) s`

/** Figures of completed rows `w (is_done, in_time)`, and of due rows `w (due_status)`. */
const DONE_SUMS = sql`(count(*) filter (where w.is_done))::int as completed, (count(*) filter (where w.in_time))::int as in_time,
  (count(*) filter (where not w.in_time))::int as late,
  (count(*) filter (where w.is_done and w.in_time is null))::int as not_judged`
const DUE_SUMS = sql`(count(*) filter (where w.due_status = 'due_soon'))::int as due_soon,
  (count(*) filter (where w.due_status = 'past_due'))::int as past_due`

/** Adds up the figures of groups `k`. */
const ADDED = sql`coalesce(sum(k.completed), 0)::int as completed, coalesce(sum(k.in_time), 0)::int as in_time,
  coalesce(sum(k.late), 0)::int as late, coalesce(sum(k.not_judged), 0)::int as not_judged,
  coalesce(sum(k.due_soon), 0)::int as due_soon, coalesce(sum(k.past_due), 0)::int as past_due`

/** What completed intervals `c` and due intervals `i` are grouped by. */
interface Grouped {
  completed: Query
  /** Undefined: only completed ones. */
  due?: Query
  join?: Query
}

function groupedBy(actor: Actor, by: Exclude<ComplianceDimension, 'vehicle'>): Grouped {
  switch (by) {
    case 'service':
      return { completed: sql`c.service_definition_ids`, due: openServices }
    case 'month':
      return { completed: sql`date_trunc('month', c.closed_on::timestamp)` }
    case 'class':
    case 'department': {
      const property = by === 'class' ? sql`v.vehicle_type_id` : sql`v.department_number`
      const join = sql`join vehicles v on v.id = c.vehicle_id and ${visibleVehicle(actor)}`
      return { completed: property, due: property, join }
    }
  }
}

/** Figures `(value, …figures)` of all intervals with the same value. */
function sumsOf(actor: Actor, days: ReportDays, { completed, due, join }: Grouped): Query {
  const done = sql`${completed} as value, true as is_done, c.in_time, null::text as due_status`
  const rows = completions(actor, days, done, join)
  const dueRows = join ? dueNow : dueNowOfAny
  const all = due
    ? sql`${rows} union all ${dueRows(actor, sql`${due}, false, null::boolean, i.due_status`)}`
    : rows
  return sql`select w.value, ${DONE_SUMS}, ${DUE_SUMS} from (${all}) w group by 1`
}

/** Sorts by figures that are the same for all vehicles without completed intervals. */
const isByCompleted = (sort: ComplianceSort) =>
  ['completed', 'in_time', 'late', 'not_judged', 'share'].includes(sort.replace('-', ''))

/**
 * The same sums `k` by vehicle, and groups `g` that contain the page. Due intervals are summed in the order of their index. In
 * a large fleet, a hash table with a group for each vehicle takes longer than the rest of the query.
 * @param end number of rows up to the end of the page
 */
function ofVehicles(
  actor: Actor,
  { days, sort }: { days: ReportDays; sort: ComplianceSort },
  order: GroupOrder,
  end: number,
): Query {
  const done = completions(actor, days, sql`c.vehicle_id, true as is_done, c.in_time`)
  const due = (where: Query) =>
    sql`select w.vehicle_id as key, ${DUE_SUMS} from (${dueNowOfAny(actor, sql`i.vehicle_id, i.due_status`)} ${where}) w group by 1`
  const completed = sql`select w.vehicle_id as key, ${DONE_SUMS} from (${done}) w group by 1`
  const isByShare = sort.endsWith('share')
  const sums = sql`c as ${isByCompleted(sort) ? sql`materialized` : sql`not materialized`} (${isByShare ? withShare(completed) : completed}),
    d as not materialized (${due(sql``)})`
  const joined = sql`select coalesce(c.key, d.key) as key, ${ofCompleted(sql`c`)}, ${ofDue(sql`d`)}
    from c full join d on d.key = c.key`
  if (!isByCompleted(sort))
    return sql`${sums}, k as materialized (${joined}), g as not materialized (${withShare(sql`select * from k`)})`
  // Vehicles without completed intervals are sorted by key. So only the first of them can be on the page. None is, if enough
  // others come first. `in` keeps the order of the index, unlike a join.
  const precedes = isByShare ? sql`c.share is not null` : sql`c.${order.column} > 0`
  const isNeeded =
    order.isDescending || isByShare
      ? sql`(select count(*) from (select from c where ${precedes} limit ${end}) c) < ${end}`
      : sql`true`
  return sql`${sums}, k as not materialized (${joined}),
    g as not materialized (${withShare(sql`
      (select c.key, ${ofCompleted(sql`c`)}, ${ofDue(sql`d`)}
        from (select * from c ${sortOf(order, sql`c`)} limit ${end}) c left join lateral (${due(sql`and i.vehicle_id = c.key`)}) d on true)
      union all
      (select d.key, 0, 0, 0, 0, d.due_soon, d.past_due
        from (${due(sql`and (i.vehicle_id in (select key from c)) is not true and ${isNeeded}`)} order by 1 limit ${end}) d)`)})`
}

const ofCompleted = (sums: Query): Query =>
  sql`coalesce(${sums}.completed, 0) as completed, coalesce(${sums}.in_time, 0) as in_time, coalesce(${sums}.late, 0) as late,
    coalesce(${sums}.not_judged, 0) as not_judged`
const ofDue = (sums: Query): Query =>
  sql`coalesce(${sums}.due_soon, 0) as due_soon, coalesce(${sums}.past_due, 0) as past_due`

/** Groups `(key, …figures)` of the sums `k`. */
function groupsOf(by: Exclude<ComplianceDimension, 'vehicle'>, days: ReportDays): Query {
  switch (by) {
    case 'service':
      // An interval with several services counts once for each service.
      return sql`select s.id::text as key, ${ADDED} from k
        cross join lateral (select distinct unnest(k.value) as id) s group by 1`
    case 'month':
      return sql`select to_char(m.month, 'YYYY-MM') as key, ${ADDED}
        from generate_series(date_trunc('month', ${days.from}::timestamp), ${days.to}::timestamp, interval '1 month') m (month)
        left join k on k.value = m.month group by 1`
    case 'department':
      return sql`select '~' || coalesce(k.value, '') as key, ${ADDED} from k group by 1`
    default:
      return sql`select k.value as key, k.* from k`
  }
}
