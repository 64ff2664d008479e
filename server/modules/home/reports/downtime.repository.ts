import type { DowntimeDimension, DowntimeGroup, DowntimeRow, DowntimeSort } from '#contract/home/downtime.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { isDoneOrder } from '#server/modules/orders/orders/orders.reads.ts'
import { KEYS_PER_BATCH, keysOf, readKeys } from '../report-rows/key-batches.ts'
import { allowMemory, ofGroup, ofVisible, type ReportDays, shopKey } from './cost-work.ts'
import { identifierColumn, orderOf, pageOf, sortOf } from './report-groups.ts'

export interface DowntimeQuery {
  by: DowntimeDimension
  days: ReportDays
  /** Vehicles of open orders are at the shop until now. */
  now: Date
}
interface Slice {
  limit: number
  offset: number
}

interface PageRow {
  key: string | null
  name: string | null
  count: number
  days: number
  average: number
  groups: number
  all_count: number
  all_days: number
  all_average: number
}

type StayRow = Omit<DowntimeRow, 'order_id'> & {
  order_id: number | null
  all_count: number
  all_days: number
}

type StaysQuery = DowntimeQuery & { key?: string | undefined }

export const downtimeRepository = {
  /** Returns groups of the report and the figures of all. */
  async list(db: Queryable, actor: Actor, query: DowntimeQuery & { sort: DowntimeSort }, page: Slice) {
    await allowMemory(db)
    const order = orderOf(query.sort, { count: sql`count`, days: sql`days`, average: sql`average` })
    const columns = sql`g.count, g.days, g.average`
    const rows = await db.query<PageRow>(sql`
      with g as materialized (select s.*, ${average(sql`s.days`, sql`s.count`)} as average from (${groupsOf(actor, query)}) s),
        all_groups as (select a.*, ${average(sql`a.all_days`, sql`a.all_count`)} as all_average from (
          select count(*)::int as groups, coalesce(sum(count), 0)::int as all_count, coalesce(sum(days), 0)::int as all_days from g) a)
      select p.key, p.name, p.count, p.days, p.average, a.*
      from all_groups a left join lateral (${pageOf(actor, { by: query.by, order, columns }, page)}) p on true
      ${sortOf(order, sql`p`)}`)
    const [first] = rows
    return {
      groups: rows.flatMap(({ key, name, count, days, average }): DowntimeGroup[] =>
        key === null ? [] : [{ key, name, count, days, average }],
      ),
      groupCount: first?.groups ?? 0,
      count: first?.all_count ?? 0,
      days: first?.all_days ?? 0,
      average: first?.all_average ?? 0,
    }
  },

  /** Returns a page of the stays of a group, latest arrival first, with the number and the days of all. */
  async rows(
    db: Queryable,
    actor: Actor,
    query: StaysQuery,
    page: Slice,
  ): Promise<{ rows: DowntimeRow[]; count: number; days: number }> {
    await allowMemory(db)
    const found = await db.query<StayRow>(described(actor, staysOfGroup(actor, query), page))
    return { rows: rowsOf(found), count: found[0]?.all_count ?? 0, days: found[0]?.all_days ?? 0 }
  },

  /** Returns the keys of all stays of a group, latest arrival first, with their days. */
  async keys(db: Queryable, actor: Actor, query: StaysQuery): Promise<string[]> {
    await allowMemory(db)
    return readKeys(db, {
      rows: staysOfGroup(actor, query),
      columns: [sql`x.order_id`, sql`x.is_open`, sql`x.arrived`, sql`x.left_on`, sql`x.days`],
      order: sql`x.arrived desc, x.order_id desc`,
    })
  },

  /** Describes the stays of a batch of `keys`, in the same order. Omits those whose vehicle was deleted in between. */
  async ofKeys(db: Queryable, actor: Actor, keys: string): Promise<DowntimeRow[]> {
    const stored = sql`select o.id as order_id, o.vehicle_id, o.shop_id, o.custom_shop_name, k.key[2]::boolean as is_open,
      k.key[3]::date as arrived, k.key[4]::date as left_on, k.key[5]::int as days
      from (${keysOf(keys)}) k join shop_orders o on o.fleet_id = ${actor.fleet.id} and o.id = k.key[1]::bigint`
    return rowsOf(await db.query<StayRow>(described(actor, stored, { limit: KEYS_PER_BATCH, offset: 0 })))
  },
}

const staysOfGroup = (actor: Actor, query: StaysQuery): Query =>
  sql`select x.* from (${stays(actor, query)}) x ${ofGroup(actor, query.by, query.key)}`

/** Selects a page of stays, latest arrival first, with their descriptions, and the number and the days of all. */
function described(actor: Actor, all: Query, { limit, offset }: Slice): Query {
  const service = actor.language === 'fr' ? sql`sd.name_fr` : sql`sd.name_en`
  return sql`
    with g as materialized (${all}),
      w as materialized (select * from g order by arrived desc, order_id desc limit ${limit} offset ${offset})
    select a.*, w.order_id, w.arrived, case when w.is_open then null else w.left_on end as left, w.days, w.vehicle_id,
      v.display_name as vehicle_name, ${identifierColumn} as vehicle_identifier, v.has_left as vehicle_has_left, coalesce(s.name, w.custom_shop_name) as shop,
      coalesce((select string_agg(distinct ${service}, ', ') from order_services r
        join service_definitions sd on sd.id = r.service_definition_id
        where r.order_id = w.order_id and r.status not in ('rejected', 'deleted')), '') as services
    from (select count(*)::int as all_count, coalesce(sum(days), 0)::int as all_days from g) a
    left join (w join current_and_former_vehicles v on v.id = w.vehicle_id and v.fleet_id = ${actor.fleet.id}
      left join shops s on s.id = w.shop_id) on true
    order by w.arrived desc, w.order_id desc`
}

/** Omits the totals, which a page without rows has, too. */
const rowsOf = (found: readonly StayRow[]): DowntimeRow[] =>
  found.flatMap(({ all_count: _count, all_days: _days, order_id, ...row }): DowntimeRow[] =>
    order_id === null ? [] : [{ order_id, ...row }],
  )

const average = (days: Query, count: Query): Query =>
  sql`coalesce(round(${days}::numeric / nullif(${count}, 0), 1), 0)::float8`

/** Groups `(key, count, days)`. */
function groupsOf(actor: Actor, query: DowntimeQuery): Query {
  const sums = sql`count(*)::int as count, sum(x.days)::int as days`
  const all = stays(actor, query)
  if (query.by === 'vehicle') return sql`select x.vehicle_id as key, ${sums} from (${all}) x group by 1`
  if (query.by === 'shop')
    return sql`select ${shopKey(sql`x`)} as key, sum(x.count)::int as count, sum(x.days)::int as days from (
      select x.shop_id, case when x.shop_id is null then x.custom_shop_name end as custom_shop_name, ${sums}
      from (${all}) x group by 1, 2) x group by 1`
  const { id } = actor.fleet
  return sql`select '~' || coalesce(k.department, '') as key, sum(k.count)::int as count, sum(k.days)::int as days from (
    select case when v.id is null then f.department_number else v.department_number end as department, ${sums}
    from (${all}) x
    left join vehicles v on v.fleet_id = ${id} and v.id = x.vehicle_id
    left join former_vehicles f on v.id is null and f.fleet_id = ${id} and f.vehicle_id = x.vehicle_id
    group by 1) k group by 1`
}

/**
 * Stays `(order_id, vehicle_id, shop_id, custom_shop_name, is_open, arrived, left_on, days)` that overlap the days
 * (decision 69). Finished orders without a time of completion are left out, because their end is unknown.
 */
function stays(actor: Actor, { days: { from, to }, now }: DowntimeQuery): Query {
  const zone = actor.fleet.timeZone
  const start = sql`${from}::date::timestamp at time zone ${zone}`
  const end = sql`(${to}::date + 1)::timestamp at time zone ${zone}`
  // A month after the range only stays of more than a month can overlap it: index shop_orders_long_stays finds those.
  const monthLater = sql`(${to}::date + 33)::timestamp at time zone ${zone}`
  const done = (columns: Query, where: Query) =>
    sql`select ${columns} from shop_orders o ${ofVisible(actor, sql`o.vehicle_id`)}
      where o.fleet_id = ${actor.fleet.id} and ${isDoneOrder} and ${where}`
  const columns = sql`o.id as order_id, o.vehicle_id, o.shop_id, o.custom_shop_name, false as is_open,
    least(o.appointment_datetime, o.completed_at) as began, o.completed_at as ended`
  const open = sql`o.id, o.vehicle_id, o.shop_id, o.custom_shop_name, true,
    least(o.appointment_datetime, ${now}::timestamptz), ${now}::timestamptz`
  return sql`
    select d.order_id, d.vehicle_id, d.shop_id, d.custom_shop_name, d.is_open, d.arrived, d.left_on,
      greatest(0, least(d.left_on, ${to}::date + 1) - greatest(d.arrived, ${from}::date)) as days
    from (select w.*, (w.began at time zone ${zone})::date as arrived, (w.ended at time zone ${zone})::date as left_on from (
      ${done(
        columns,
        sql`o.completed_at >= ${start} and o.completed_at < ${monthLater}
          and least(o.appointment_datetime, o.completed_at) < ${end}`,
      )}
      union all
      ${done(
        columns,
        sql`o.completed_at >= ${monthLater} and o.completed_at - o.appointment_datetime > interval '31 days'
          and o.appointment_datetime < ${end}`,
      )}
      union all
      select ${open} from shop_orders o ${ofVisible(actor, sql`o.vehicle_id`)}
      where o.fleet_id = ${actor.fleet.id} and o.status in ('active', 'awaiting_approval', 'approved', 'walk_in')
        and (o.appointment_datetime <= ${now}::timestamptz or o.status = 'walk_in')
        and least(o.appointment_datetime, ${now}::timestamptz) < ${end} and ${now}::timestamptz >= ${start}) w) d`
}
