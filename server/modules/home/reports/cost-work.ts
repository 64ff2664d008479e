import type { CostDimension } from '#contract/home/reports.ts'
import { can } from '#domain/access/permissions.ts'
import { addDays } from '#domain/core/days.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { isDoneOrder } from '#server/modules/orders/orders/orders.reads.ts'
import { visibleVehicle } from '#server/modules/vehicles/vehicles/vehicle-scope.ts'

export interface ReportDays {
  from: string
  to: string
}

/** Returns the days that rows of a group can have: for a month, only its own, so that no other rows of a large fleet are read. */
export function daysOfGroup(
  { from, to }: ReportDays,
  by: CostDimension,
  key: string | undefined,
): ReportDays {
  const [firstMonth, lastMonth] = [from.slice(0, 7), to.slice(0, 7)]
  const isMonth = by === 'month' && key !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(key)
  // No row of the range is of another month. PostgreSQL rejects the days of some, such as those of year 0.
  if (!isMonth || key < firstMonth || key > lastMonth) return { from, to }
  const first = `${key}-01`
  return {
    from: key === firstMonth ? from : first,
    to: key === lastMonth ? to : addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1),
  }
}

/** Lets hash tables with a group for each vehicle of a large fleet stay in memory, until the end of the transaction. */
export async function allowMemory(db: Queryable): Promise<void> {
  await db.query(sql`set local work_mem = '64MB'`)
}

/** An amount with two decimals in cents. Must match the index expression exactly, or PostgreSQL reads the table. */
export const centsOf = (amount: Query): Query => sql`(${amount} * 100)::bigint`

/** Returns an amount with two decimals from cents. */
export const amountOf = (cents: Query): Query => sql`round(${cents} / 100.0, 2)`

/** Finished orders `o` of the days, by index shop_orders_cents (decision 57). */
export function doneOrders(actor: Actor, days: ReportDays, columns: Query): Query {
  return sql`select ${columns} from shop_orders o ${ofVisible(actor, sql`o.vehicle_id`)}
    where o.fleet_id = ${actor.fleet.id} and ${isDoneOrder} and ${within(actor, days, sql`o.effective_at`)}`
}

/** Live entries `h` of the days, by index manual_histories_cents. */
export function liveEntries(actor: Actor, days: ReportDays, columns: Query): Query {
  return sql`select ${columns} from manual_maintenance_histories h ${ofVisible(actor, sql`h.vehicle_id`)}
    where h.fleet_id = ${actor.fleet.id} and h.deleted_at is null
      and h.date_of_completion between ${days.from}::date and ${days.to}::date`
}

/** Lines `r` of finished orders, by index order_services_cents. `join`: more joins, placed after the table. */
export function orderLines(actor: Actor, days: ReportDays, columns: Query, join: Query = sql``): Query {
  const visible = can(actor, 'vehicles.readAll')
    ? sql``
    : sql`join shop_orders vo on vo.fleet_id = r.fleet_id and vo.id = r.order_id ${ofVisible(actor, sql`vo.vehicle_id`)}`
  return sql`select ${columns} from order_services r ${visible} ${join}
    where r.fleet_id = ${actor.fleet.id} and r.done_at is not null and r.status not in ('rejected', 'deleted')
      and ${within(actor, days, sql`r.done_at`)}`
}

/** Lines `r` of entries, by index history_services_cents. */
export function entryLines(actor: Actor, days: ReportDays, columns: Query, join: Query = sql``): Query {
  const visible = can(actor, 'vehicles.readAll')
    ? sql``
    : sql`join manual_maintenance_histories vh on vh.id = r.history_id ${ofVisible(actor, sql`vh.vehicle_id`)}`
  return sql`select ${columns} from history_services r ${visible} ${join}
    where r.fleet_id = ${actor.fleet.id} and r.done_on is not null
      and r.done_on between ${days.from}::date and ${days.to}::date`
}

/** Joins a vehicle only where the actor may not see all, because the join is expensive. */
export const ofVisible = (actor: Actor, vehicleId: Query): Query =>
  can(actor, 'vehicles.readAll')
    ? sql``
    : sql`join vehicles v on v.id = ${vehicleId} and ${visibleVehicle(actor)}`

/** Condition: the instant is on one of the days, by the fleet's calendar. */
function within({ fleet }: Actor, { from, to }: ReportDays, at: Query): Query {
  const zone = fleet.timeZone
  return sql`${at} >= ${from}::date::timestamp at time zone ${zone}
    and ${at} < (${to}::date + 1)::timestamp at time zone ${zone}`
}

/** Key of the shop of an order `o` or entry `h`: the id of a listed shop, otherwise '~' and the name that was entered. */
export const shopKey = (row: Query): Query =>
  sql`coalesce(${row}.shop_id::text, '~' || coalesce(${row}.custom_shop_name, ''))`

/** The part of orders that is not in their lines: taxes, discounts, and amounts of orders without lines. */
export const OTHER = 'other'

/** Returns the database id in a key, or null. */
export const idOf = (key: string | undefined): number | null =>
  key !== undefined && /^[1-9]\d{0,14}$/.test(key) ? Number(key) : null

/** Clauses that keep the rows `x` of one group. */
export function ofGroup(actor: Actor, by: CostDimension, key: string | undefined): Query {
  if (key === undefined) return sql``
  if (by === 'service') return sql`where x.amount <> 0`
  if (by === 'vehicle') return sql`where x.vehicle_id = ${idOf(key) ?? 0}`
  if (by === 'shop') return sql`where ${shopKey(sql`x`)} = ${key}`
  if (by === 'month') return sql`where to_char(x.day, 'YYYY-MM') = ${key}`
  const { join, value, keyOf } = propertyOf(actor, by)
  return sql`${join} where ${keyOf(value)} = ${key}`
}

/**
 * The code of a property that the vehicle of a row `x` has now, or had when it left the fleet. The CTE `vehicle_codes` has
 * the ids of all vehicles, sorted, and their codes, as arrays. Searching an array of float8 takes half as long as a join (decision 123).
 */
export function propertyCodes({ fleet }: Actor, by: 'class' | 'department') {
  const column = by === 'class' ? sql`vehicle_type_id` : sql`department_number`
  const codeOf = (value: Query) => sql`hashtextextended(coalesce(${value}, ''), 0)`
  return {
    cte: sql`vehicle_codes as materialized (select array_agg(p.id::float8) as ids, array_agg(p.code) as codes from (
      select v.id, ${codeOf(sql`v.${column}`)} as code from vehicles v where v.fleet_id = ${fleet.id}
      union all
      select o.vehicle_id, ${codeOf(sql`o.${column}`)} from former_vehicles o where o.fleet_id = ${fleet.id}
        and not exists (select from vehicles c where c.fleet_id = ${fleet.id} and c.id = o.vehicle_id)
      order by 1) p)`,
    code: sql`(select codes from vehicle_codes)[width_bucket(x.vehicle_id::float8, (select ids from vehicle_codes))]`,
    codeOf,
  }
}

/**
 * A property that the vehicle of a row `x` has now, or had when it left the fleet. Joins only vehicles whose property differs from
 * the usual one, because looking up each row in a table of all vehicles takes most of the time. Joins both tables instead of
 * their view, whose vehicles would be read from the table; here index vehicles_properties is enough.
 */
export function propertyOf({ fleet }: Actor, by: 'class' | 'department') {
  const column = by === 'class' ? sql`vehicle_type_id` : sql`department_number`
  const usual = by === 'class' ? sql`'light'` : sql`null`
  const isUnusual = by === 'class' ? sql`vehicle_type_id <> 'light'` : sql`department_number is not null`
  return {
    join: sql`left join vehicles v on v.fleet_id = ${fleet.id} and v.id = x.vehicle_id and v.${isUnusual}
      left join (select o.vehicle_id, o.${column} from former_vehicles o where o.fleet_id = ${fleet.id} and o.${isUnusual}
        and not exists (select from vehicles c where c.fleet_id = ${fleet.id} and c.id = o.vehicle_id)) f
        on f.vehicle_id = x.vehicle_id`,
    value: sql`coalesce(v.${column}, f.${column}, ${usual})`,
    keyOf: (value: Query): Query => (by === 'class' ? value : sql`'~' || coalesce(${value}, '')`),
  }
}
