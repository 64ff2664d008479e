import type { DistanceCostGroup, DistanceCostSort } from '#contract/home/distance-costs.ts'
import { REPORT_DISTANCE_MIN } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { OUTLIER_VEHICLES_MIN } from '#server/limits.ts'
import {
  allowMemory,
  amountOf,
  centsOf,
  doneOrders,
  liveEntries,
  ofVisible,
  type ReportDays,
} from './cost-work.ts'
import { type GroupOrder, orderOf, pageOf, sortOf } from './report-groups.ts'

const OUTLIER_DEVIATIONS = 3

interface Totals {
  groups: number
  unknown_count: number
  outlier_count: number
  classes: { class: string; count: number; median: string; limit: string | null }[]
}
type PageRow = Omit<DistanceCostGroup, 'key'> & { key: string | null } & Totals

export const distanceCostsRepository = {
  /** Returns vehicles with their cost by distance, and the median and limit of each class. */
  async list(
    db: Queryable,
    actor: Actor,
    { days, sort }: { days: ReportDays; sort: DistanceCostSort },
    page: { limit: number; offset: number },
  ) {
    await allowMemory(db)
    const order = {
      ...orderOf(sort, {
        total: sql`cents`,
        distance: sql`distance`,
        per_distance: sql`per_distance`,
      }),
      first: sql`is_unknown`,
    }
    const columns = sql`g.class, ${amountOf(sql`g.cents`)} as total, g.cents, g.distance, g.per_distance, g.is_outlier,
      g.is_unknown`
    const rows = await db.query<PageRow>(sql`
      with ${vehiclesOf(actor, days)},
        median as (select class, count(*)::int as count,
            percentile_cont(0.5) within group (order by per_distance)::numeric as median
          from known group by 1),
        deviation as (select class, percentile_cont(0.5) within group (order by abs(per_distance - median))::numeric as mad
          from known join median using (class) group by 1),
        class_limit as materialized (select class, count, round(median, 4) as median,
            case when count >= ${OUTLIER_VEHICLES_MIN}::int and mad > 0 then round(median + ${OUTLIER_DEVIATIONS}::int * mad, 4) end as limit
          from median join deviation using (class)),
        judged as (select k.*, false as is_unknown, coalesce(k.per_distance > l.limit, false) as is_outlier
          from known k join class_limit l using (class)),
        g as not materialized (${groupsOf(actor, order, page.limit + page.offset)}),
        counts as (select (select count(*)::int from unknown) as unknown_count,
          count(*)::int as known_count, count(*) filter (where is_outlier)::int as outlier_count from judged),
        all_groups as (select known_count + unknown_count as groups, unknown_count, outlier_count,
            (select coalesce(json_agg(json_build_object('class', class, 'count', count, 'median', median::text,
              'limit', l.limit::text) order by class), '[]') from class_limit l) as classes
          from counts)
      select p.*, a.*
      from all_groups a left join lateral (${pageOf(actor, { by: 'vehicle', order, columns }, page)}) p on true
      ${sortOf(order, sql`p`)}`)
    const { groups: groupCount = 0, unknown_count = 0, outlier_count = 0, classes = [] } = rows[0] ?? {}
    const groups = rows.flatMap((row): DistanceCostGroup[] => {
      if (row.key === null) return []
      const { key, name, total, distance, per_distance, is_outlier } = row
      return [{ key, name, class: row.class, total, distance, per_distance, is_outlier }]
    })
    return { groups, groupCount, unknown_count, outlier_count, classes }
  },
}

/**
 * Groups `g` that contain the page. Vehicles with a figure come first; the others are read only if those do not fill the page.
 * @param end number of rows up to the end of the page
 */
function groupsOf(actor: Actor, order: GroupOrder, end: number): Query {
  // When sorting by name, reads vehicles until the page is full. `is true` prevents joins, for which the planner would expect too few groups.
  const direction = order.isDescending ? sql`desc` : sql`asc`
  const first = (rows: Query) =>
    order.isByName
      ? sql`select r.* from (select v.id from vehicles v
          where v.fleet_id = ${actor.fleet.id} and (v.id in (select key from (${rows}) r)) is true
          order by v.display_name ${direction}, v.id::text limit ${end}) v join (${rows}) r on r.key = v.id`
      : sql`select * from (${rows}) r ${sortOf(order, sql`r`)} limit ${end}`
  return sql`
    (${first(sql`select key, class, cents, distance, per_distance, is_unknown, is_outlier from judged`)})
    union all
    (select u.key, v.vehicle_type_id, u.cents, u.distance, u.per_distance, true, false
      from (${first(sql`select * from unknown where (select count(*) from known) < ${end}`)}) u
        join vehicles v on v.fleet_id = ${actor.fleet.id} and v.id = u.key)`
}

/**
 * Vehicles `known (key, class, cents, distance, per_distance)` with a figure, and `unknown` ones with cost only. A transferred
 * vehicle counts from its arrival, as in its own cost per mile; its distance from the last reading before that.
 */
function vehiclesOf(actor: Actor, days: ReportDays): Query {
  const { id, timeZone } = actor.fleet
  const orders = doneOrders(actor, days, sql`o.vehicle_id, ${centsOf(sql`o.total`)} as cents, o.effective_at`)
  const entries = liveEntries(
    actor,
    days,
    sql`h.vehicle_id, ${centsOf(sql`h.total`)} as cents, h.date_of_completion`,
  )
  const sums = (rows: Query) =>
    sql`select w.vehicle_id as key, count(*) as count, sum_cents(w.cents) as cents from (${rows}) w group by 1`
  return sql`arrival as materialized (
      select v.id as vehicle_id, v.arrived_on, v.arrived_on::timestamp at time zone ${timeZone} as arrived_at,
        (select max(r.read_on) from odometer_readings r where r.fleet_id = ${id} and r.vehicle_id = v.id
          and not r.is_doubtful and r.voided_at is null and r.read_on < v.arrived_on) as read_before
      from vehicles v where v.fleet_id = ${id} and v.arrived_on is not null),
    before_arrival as materialized (${sums(sql`
      select w.vehicle_id, w.cents from (${orders}) w join arrival a on a.vehicle_id = w.vehicle_id and w.effective_at < a.arrived_at
      union all
      select w.vehicle_id, w.cents from (${entries}) w join arrival a on a.vehicle_id = w.vehicle_id and w.date_of_completion < a.arrived_on`)}),
    cost as materialized (select s.key, s.cents - coalesce(b.cents, 0) as cents
      from (${sums(sql`select w.vehicle_id, w.cents from (${orders}) w union all select w.vehicle_id, w.cents from (${entries}) w`)}) s
        left join before_arrival b on b.key = s.key
      where b.key is null or s.count > b.count),
    known as materialized (select v.id as key, v.vehicle_type_id as class, coalesce(c.cents, 0) as cents, d.distance,
        round(coalesce(c.cents, 0) / 100.0 / d.distance, 4) as per_distance
      from (${distances(actor, days)}) d join vehicles v on v.fleet_id = ${id} and v.id = d.vehicle_id
        left join cost c on c.key = d.vehicle_id),
    unknown as not materialized (select c.key, c.cents, null::int as distance, null::numeric as per_distance, true as is_unknown
      from cost c where (c.key in (select key from known)) is not true
        and (c.key in (select f.vehicle_id from former_vehicles f where f.fleet_id = ${id}
          and not exists (select from vehicles v where v.fleet_id = ${id} and v.id = f.vehicle_id))) is not true)`
}

/** Distances `(vehicle_id, distance)` that are long enough for a figure. */
function distances(actor: Actor, days: ReportDays): Query {
  const { id, unit } = actor.fleet
  const factor = unit === 'mi' ? sql`1 / 1.609344` : sql`1.609344`
  const inUnit = (value: Query) => sql`${value} filter (where r.unit = ${unit})`
  const converted = (value: Query) => sql`${value} filter (where r.unit <> ${unit}) * (${factor})`
  return sql`
    select e.vehicle_id, round(e.highest - e.lowest)::int as distance from (
      select r.vehicle_id, greatest(${inUnit(sql`max(r.value)`)}, ${converted(sql`max(r.value)`)}) as highest,
        least(${inUnit(sql`min(r.value)`)}, ${converted(sql`min(r.value)`)}) as lowest
      from odometer_readings r ${ofVisible(actor, sql`r.vehicle_id`)}
        left join arrival a on a.vehicle_id = r.vehicle_id
      where r.fleet_id = ${id} and not r.is_doubtful and r.voided_at is null
        and r.read_on between ${days.from}::date and ${days.to}::date
        and (a.read_before is null or r.read_on >= a.read_before)
      group by 1) e
    where round(e.highest - e.lowest) >= ${REPORT_DISTANCE_MIN}::int`
}
