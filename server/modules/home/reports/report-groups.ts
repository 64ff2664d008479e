import type { CostDimension } from '#contract/home/reports.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { visibleVehicle } from '#server/modules/vehicles/vehicles/vehicle-scope.ts'
import { idOf, OTHER } from './cost-work.ts'

export interface GroupOrder {
  column: Query
  isDescending: boolean
  isByName: boolean
  /** A column sorted before the others, ascending. */
  first?: Query
}

interface Slice {
  limit: number
  offset: number
}

/** Reads a sort such as '-total'. `columns`: the column of each sort except 'name'. */
export function orderOf(sort: string, columns: Record<string, Query>): GroupOrder {
  const key = sort.replace('-', '')
  const isDescending = sort.startsWith('-')
  return { column: columns[key] ?? sql`name`, isDescending, isByName: key === 'name' }
}

/** Sorts with the empty name and 'other' like any other group; the key makes the order complete. */
export const sortOf = ({ column, isDescending, first }: GroupOrder, table: Query): Query =>
  sql`order by ${first ? sql`${table}.${first}, ` : sql``}${table}.${column} ${isDescending ? sql`desc` : sql`asc`} nulls last, ${table}.key`

/** Number of vehicles in the order of their names among which a page is looked for first. */
const FIRST_VEHICLES = 500

/** A page of the current and former vehicles `(id, display_name)` of a kind, in the order of their names, by index vehicles_by_name. */
function vehiclesByName(
  { fleet }: Actor,
  { isDescending }: GroupOrder,
  { limit, offset }: Slice,
  isIncluded: (id: Query) => Query = () => sql`true`,
): Query {
  const sorted = (id: Query) =>
    isDescending ? sql`order by display_name desc, ${id} desc` : sql`order by display_name, ${id}`
  const part = (id: Query, table: Query) =>
    sql`(select ${id}, display_name from ${table} where fleet_id = ${fleet.id} and ${isIncluded(id)}
      ${sorted(id)} limit ${limit + offset})`
  return sql`select * from (${part(sql`id`, sql`vehicles`)}
    union all ${part(sql`vehicle_id`, sql`former_vehicles`)}) v ${sorted(sql`id`)} limit ${limit} offset ${offset}`
}

/**
 * A page of the groups `g` of vehicles in the order of their names. Every vehicle has a name. If most vehicles have a
 * group, the page is among the first in this order, which are few to compare with. Otherwise each vehicle is looked up in a table of all
 * groups. `is true` prevents joins, for which the planner would expect too few groups.
 */
function pageByName(actor: Actor, order: GroupOrder, columns: Query, page: Slice): Query {
  const row = sql`select g.key::text as key, ${columns}, n.display_name as name`
  const all = vehiclesByName(actor, order, page, (id) => sql`(${id} in (select key from g)) is true`)
  const end = page.limit + page.offset
  if (end > FIRST_VEHICLES) return sql`${row} from g join (${all}) n on n.id = g.key`
  const sorted = order.isDescending
    ? sql`order by display_name desc, id desc`
    : sql`order by display_name, id`
  return sql`
    with first_vehicles as materialized (${vehiclesByName(actor, order, { limit: FIRST_VEHICLES, offset: 0 })}),
      named as materialized (select g.*, n.id, n.display_name
        from (select * from g where (g.key in (select id from first_vehicles)) is true) g join first_vehicles n on n.id = g.key)
    (${row} from (select * from named ${sorted} limit ${page.limit} offset ${page.offset}) g, lateral (select g.display_name) n
      where (select count(*) from named) >= ${end})
    union all
    (${row} from g join (${all}) n on n.id = g.key where (select count(*) from named) < ${end})`
}

/**
 * A page of the groups `g` with names. Only sorting by name joins the names of all groups; vehicles by name are paged by
 * `pageByName`.
 * @param columns columns of `g` besides its key
 */
export function pageOf(
  actor: Actor,
  { by, order, columns }: { by: CostDimension; order: GroupOrder; columns: Query },
  page: Slice,
): Query {
  if (order.isByName && by === 'vehicle' && !order.first) return pageByName(actor, order, columns, page)
  const slice = sql`limit ${page.limit} offset ${page.offset}`
  const named = sql`select g.key::text as key, ${columns}, ${nameColumn(actor, by)} as name`
  if (order.isByName)
    return sql`select n.* from (${named} from g ${nameJoin(actor, by)}) n ${sortOf(order, sql`n`)} ${slice}`
  return sql`${named} from (select * from g ${sortOf(order, sql`g`)} ${slice}) g ${nameJoin(actor, by)}`
}

function nameJoin(actor: Actor, by: CostDimension): Query {
  if (by === 'vehicle')
    return sql`left join current_and_former_vehicles n on n.id = g.key and n.fleet_id = ${actor.fleet.id}`
  if (by === 'shop')
    return sql`left join shops n on g.key !~ '^~' and n.id = case when g.key !~ '^~' then g.key::bigint end`
  if (by === 'service')
    return sql`left join service_definitions n on n.id = case when g.key <> ${OTHER} then g.key::bigint end`
  return sql``
}

function nameColumn(actor: Actor, by: CostDimension): Query {
  if (by === 'vehicle') return sql`n.display_name`
  if (by === 'shop') return sql`coalesce(n.name || ', ' || n.city, nullif(substr(g.key, 2), ''))`
  if (by === 'service') return actor.language === 'fr' ? sql`n.name_fr` : sql`n.name_en`
  return by === 'department' ? sql`nullif(substr(g.key, 2), '')` : sql`null::text`
}

/** What tells a vehicle from others with its name. */
export interface VehicleIdentity {
  license_plate_number: string | null
  vin: string | null
  other_id: string | null
  department_number: string | null
}

/** The first of plate, VIN and other ID of `v` that is known. */
export const identifierColumn: Query = sql`coalesce(nullif(v.license_plate_number, ''), nullif(v.vin, ''), nullif(v.other_id, ''))`

/** Adds plate, VIN, other ID and department to the groups of a report by vehicle. Groups of other reports stay as they are. */
export async function withIdentities<Group extends { key: string }>(
  db: Queryable,
  actor: Actor,
  by: CostDimension,
  groups: readonly Group[],
): Promise<(Group & { identifier?: string | null; identity?: VehicleIdentity })[]> {
  if (by !== 'vehicle') return [...groups]
  const rows = await db.query<VehicleIdentity & { id: number; identifier: string | null }>(sql`
    select v.id, v.license_plate_number, v.vin, v.other_id, v.department_number, ${identifierColumn} as identifier
    from current_and_former_vehicles v
    where v.fleet_id = ${actor.fleet.id} and v.id = any(${groups.map(({ key }) => Number(key))}::bigint[])`)
  const known = new Map(rows.map(({ id, identifier, ...identity }) => [String(id), { identifier, identity }]))
  return groups.map((group) => ({ ...group, ...known.get(group.key) }))
}

/** Returns the name of a group; null if it has none, or is a vehicle that the actor may not see. */
export async function groupNameOf(
  db: Queryable,
  actor: Actor,
  { by, key }: { by: CostDimension; key?: string | undefined },
): Promise<string | null> {
  const id = idOf(key)
  if (key === undefined || by === 'month' || by === 'class') return null
  if (key.startsWith('~')) return key.slice(1) || null
  if (id === null) return null
  const name =
    by === 'vehicle'
      ? sql`select v.display_name as name from current_and_former_vehicles v where ${visibleVehicle(actor)} and v.id = ${id}`
      : by === 'shop'
        ? sql`select name || ', ' || city as name from shops where id = ${id}`
        : sql`select ${actor.language === 'fr' ? sql`name_fr` : sql`name_en`} as name from service_definitions where id = ${id}`
  const [row] = await db.query<{ name: string | null }>(name)
  return row?.name ?? null
}
