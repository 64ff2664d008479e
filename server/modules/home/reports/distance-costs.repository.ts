import type { DistanceCostGroup, DistanceCostSort } from '#contract/home/distance-costs.ts'
import { REPORT_DISTANCE_MIN } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { OUTLIER_VEHICLES_MIN } from '#server/limits.ts'
import {
  allowMemory,
  amountOf,
  doneOrders,
  liveEntries,
  ofVisible,
  type ReportDays,
  sumOfCents,
} from './cost-work.ts'
import { orderOf, pageOf, sortOf } from './report-groups.ts'

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
      with vehicle as materialized (${vehiclesOf(actor, days)}),
        median as (select class, count(*)::int as count,
            percentile_cont(0.5) within group (order by per_distance)::numeric as median
          from vehicle where per_distance is not null group by 1),
        deviation as (select class, percentile_cont(0.5) within group (order by abs(per_distance - median))::numeric as mad
          from vehicle join median using (class) where per_distance is not null group by 1),
        class_limit as (select class, count, round(median, 4) as median,
            case when count >= ${OUTLIER_VEHICLES_MIN}::int and mad > 0 then round(median + ${OUTLIER_DEVIATIONS}::int * mad, 4) end as limit
          from median join deviation using (class)),
        g as materialized (select v.*, v.per_distance is null as is_unknown,
            coalesce(v.per_distance > l.limit, false) as is_outlier
          from vehicle v left join class_limit l using (class)),
        all_groups as (select count(*)::int as groups, count(*) filter (where is_unknown)::int as unknown_count,
            count(*) filter (where is_outlier)::int as outlier_count,
            (select coalesce(json_agg(json_build_object('class', class, 'count', count, 'median', median::text,
              'limit', l.limit::text) order by class), '[]') from class_limit l) as classes
          from g)
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
 * Vehicles `(key, class, cents, distance, per_distance)` with cost or with a known distance in the days. A transferred
 * vehicle counts from its arrival, as in its own cost per mile; its distance from the last reading before that.
 */
function vehiclesOf(actor: Actor, days: ReportDays): Query {
  const { id, unit, timeZone } = actor.fleet
  const cost = sql`select w.vehicle_id, w.total from (${doneOrders(actor, days, sql`o.vehicle_id, o.total, o.effective_at`)}) w
      left join arrival a on a.vehicle_id = w.vehicle_id where a.vehicle_id is null or w.effective_at >= a.arrived_at
    union all select w.vehicle_id, w.total from (${liveEntries(actor, days, sql`h.vehicle_id, h.total, h.date_of_completion`)}) w
      left join arrival a on a.vehicle_id = w.vehicle_id where a.vehicle_id is null or w.date_of_completion >= a.arrived_on`
  const factor = sql`case when r.unit = ${unit} then 1 when r.unit = 'mi' then 1.609344 else 1 / 1.609344 end`
  return sql`
    with arrival as materialized (
      select v.id as vehicle_id, v.arrived_on, v.arrived_on::timestamp at time zone ${timeZone} as arrived_at,
        (select max(r.read_on) from odometer_readings r where r.fleet_id = ${id} and r.vehicle_id = v.id
          and not r.is_doubtful and r.voided_at is null and r.read_on < v.arrived_on) as read_before
      from vehicles v where v.fleet_id = ${id} and v.arrived_on is not null)
    select v.id as key, v.vehicle_type_id as class, coalesce(c.cents, 0) as cents, d.distance,
      round(coalesce(c.cents, 0) / 100.0 / d.distance, 4) as per_distance
    from vehicles v
      left join (select w.vehicle_id, ${sumOfCents(sql`w.total`)} as cents from (${cost}) w group by 1) c on c.vehicle_id = v.id
      left join (
        select r.vehicle_id, round(max(r.value * ${factor}) - min(r.value * ${factor}))::int as distance
        from odometer_readings r ${ofVisible(actor, sql`r.vehicle_id`)}
          left join arrival a on a.vehicle_id = r.vehicle_id
        where r.fleet_id = ${id} and not r.is_doubtful and r.voided_at is null
          and r.read_on between ${days.from}::date and ${days.to}::date
          and (a.read_before is null or r.read_on >= a.read_before)
        group by 1 having round(max(r.value * ${factor}) - min(r.value * ${factor})) >= ${REPORT_DISTANCE_MIN}::int
      ) d on d.vehicle_id = v.id
    where v.fleet_id = ${id} and (c.vehicle_id is not null or d.vehicle_id is not null)`
}
