import { can } from '#domain/access/permissions.ts'
import { formsOf, searchedWords } from '#domain/vehicles/vehicle-search.ts'
import type { Actor } from '#server/actor.ts'
import { countRows } from '#server/db/counts.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { isOpenOrder } from '../../orders/orders/orders.reads.ts'
import { containing, visibleVehicle } from './vehicle-scope.ts'

export interface VehicleFilter {
  search?: string | undefined
  is_active?: boolean | undefined
  /** true: only vehicles with an open order, soonest appointment first; false: only the others. */
  active_order?: boolean | undefined
}

/** How many vehicles match a filter. */
export interface Matches {
  count: number
  /** Vehicles of the fleet that contain all words of the search; null without a search or if there are too many. */
  ids: readonly number[] | null
}

/** Above this count, walking the sort index and testing each vehicle is faster than finding all matches and sorting. */
const FOUND_MAX = 1000

/** Longer than any word. */
const SEARCH_MAX = 100

/** Counts the vehicles that match, and looks up few matches of a search (decision 67). */
export async function findMatches(db: Queryable, actor: Actor, filter: VehicleFilter): Promise<Matches> {
  const words = searchedWords(filter.search ?? '')
  if (words.length === 0) return { count: await countRows(db, counting(actor, filter)), ids: null }
  const [rarest = '', ...others] = words.toSorted((a, b) => rarityOf(b) - rarityOf(a))
  const activity = filter.is_active ?? null
  const hasForms = words.some(hasSeveralForms)
  const patterns = hasForms
    ? sql`${patternOf(rarest)}, ${others.map(patternOf)}::text[], ${activity}`
    : sql`${containing(rarest)}, ${others.map(containing)}::text[], ${activity}`
  const [row] = await db.query<{ ids: number[] }>(
    hasForms
      ? sql`select vehicles_matching(${patterns}, ${FOUND_MAX + 1}) as ids`
      : sql`select vehicles_mentioning(${patterns}, ${FOUND_MAX + 1}) as ids`,
  )
  const ids = row && row.ids.length <= FOUND_MAX ? row.ids : null
  if (!countsWholeFleet(actor, filter))
    return {
      count: await countRows(db, sql`select count(*) from vehicles v where ${matching(actor, filter, ids)}`),
      ids,
    }
  if (ids) return { count: ids.length, ids }
  const all = hasForms
    ? sql`select count_vehicles_matching(${patterns}) as count`
    : sql`select count_vehicles_mentioning(${patterns}) as count`
  return { count: await countRows(db, all), ids }
}

/** Condition on `vehicles v`. `ids`: see `Matches`; without them each vehicle is tested. */
export function matching(actor: Actor, filter: VehicleFilter, ids: Matches['ids']): Query {
  let where = visibleVehicle(actor)
  if (filter.is_active !== undefined) where = sql`${where} and v.is_active = ${filter.is_active}`
  if (filter.active_order !== undefined) {
    // Index: shop_orders_open.
    where = filter.active_order
      ? sql`${where} and v.id in (select o.vehicle_id from shop_orders o
          where o.fleet_id = ${actor.fleet.id} and ${isOpenOrder})`
      : sql`${where} and not exists (select from shop_orders o
          where o.fleet_id = ${actor.fleet.id} and o.vehicle_id = v.id and ${isOpenOrder})`
  }
  if (ids) return sql`${where} and v.id = any(${ids}::bigint[])`
  const words = searchedWords(filter.search ?? '')
  if (words.length === 0) return where
  const mentions = words.some(hasSeveralForms)
    ? sql`t.text ~ all (${words.map(patternOf)}::text[])`
    : sql`t.text like all (${words.map(containing)}::text[])`
  // A subquery that the planner cannot turn into a join, so that it walks the index of the sort order.
  return sql`${where} and (select ${mentions} from vehicle_texts t
    where t.fleet_id = v.fleet_id and t.vehicle_id = v.id)`
}

const countsWholeFleet = (actor: Actor, filter: VehicleFilter) =>
  can(actor, 'vehicles.readAll') && filter.active_order === undefined

/** Counts without a search: a whole fleet from tallies, without reading the vehicles. */
function counting(actor: Actor, filter: VehicleFilter): Query {
  if (!countsWholeFleet(actor, filter))
    return sql`select count(*) from vehicles v where ${matching(actor, filter, null)}`
  const activity = filter.is_active === undefined ? [true, false] : [filter.is_active]
  return sql`select coalesce(sum(count), 0) as count from vehicle_tallies
    where fleet_id = ${actor.fleet.id} and is_active = any(${activity}::boolean[])`
}

const hasSeveralForms = (word: string) => formsOf(word).length > 1

/** Condition: a plain text contains a form of a plain word. */
export const mentionsWord = (text: Query, word: string): Query =>
  hasSeveralForms(word) ? sql`${text} ~ ${patternOf(word)}` : sql`${text} like ${containing(word)}`

/** A regular expression that finds any form of a word. LIKE is faster, but finds a single one. */
const patternOf = (word: string) =>
  formsOf(word)
    .map((form) => form.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&').replace(/^ (.*) $/, '(^| )$1( |$)'))
    .join('|')

/**
 * The index is asked for the word that probably occurs in the fewest vehicles. A word of one or two characters is in no
 * trigram. Digits identify one vehicle; letters mostly name a model.
 */
const rarityOf = (word: string) => word.length + (word.length > 2 && /\d/.test(word) ? SEARCH_MAX : 0)
