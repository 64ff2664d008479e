import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { containsForm, formsOf, searchedWords } from '#domain/vehicles/vehicle-search.ts'
import { compareText, sortInSteps } from '#src/lib/sort-in-steps.ts'
import { factsOf, searchTextOf, type VehicleFacts } from './vehicle-facts.ts'

/** The maintenance status of a vehicle, from the interval rules. */
export type DueState = 'past_due' | 'due_soon' | 'fine'

/** A vehicle in the list. */
export interface VehicleRow {
  id: number
  vehicle: Vehicle
  facts: VehicleFacts
  name: string
  /** Sort key of the name; numbers compare numerically. */
  sortKey: string
  due: DueState
  /** Why the row is gray: inactive, or not enrolled for brands with enrollment (VEH-019); null: it is not gray. */
  grayFor: 'inactive' | 'notEnrolled' | null
  /** Number of entries on this device that the server has not accepted yet. */
  waiting: number
}

export const VEHICLE_FILTERS = ['all', 'active', 'due_soon', 'past_due', 'inactive', 'not_enrolled'] as const
export type VehicleFilter = (typeof VEHICLE_FILTERS)[number]
export const VEHICLE_ORDERS = ['name', 'due', 'odometer', 'last_maintenance'] as const
export type VehicleOrder = (typeof VEHICLE_ORDERS)[number]

interface VehicleStatus {
  dueOf: (vehicleId: number) => DueState
  waitingOf: (vehicleId: number) => number
  /** Brand trait (BRD-015). */
  hasEnrollment: boolean
}

/** The last row of each vehicle, so that unchanged rows keep their identity. */
const made = new WeakMap<Vehicle, VehicleRow>()

/** Builds the rows once per data change, so that a keystroke only compares text. */
export function vehicleRows(vehicles: readonly Vehicle[], status: VehicleStatus): VehicleRow[] {
  const { dueOf, waitingOf, hasEnrollment } = status
  return vehicles.map((vehicle) => {
    // An inactive vehicle is never due: it is missing from all lists and counts of due maintenance.
    const due = vehicle.is_active ? dueOf(vehicle.id) : 'fine'
    const waiting = waitingOf(vehicle.id)
    const grayFor = grayForOf(vehicle, hasEnrollment)
    const before = made.get(vehicle)
    if (before?.due === due && before.waiting === waiting && before.grayFor === grayFor) return before
    const facts = factsOf(vehicle)
    const { name, sortKey } = facts
    const row = { id: vehicle.id, vehicle, facts, name, sortKey, due, waiting, grayFor }
    made.set(vehicle, row)
    return row
  })
}

function grayForOf(vehicle: Vehicle, hasEnrollment: boolean): VehicleRow['grayFor'] {
  if (!vehicle.is_active) return 'inactive'
  return hasEnrollment && !vehicle.fleetcor_enrolled ? 'notEnrolled' : null
}

/** Vehicles per step. */
const CHUNK = 500

/** Prepares the first search in steps: on a slow phone, the texts of 50,000 vehicles take half a second. */
export function* prepareSearch(vehicles: readonly Vehicle[]): Generator<void, void> {
  for (const [nth, vehicle] of vehicles.entries()) {
    searchTextOf(vehicle, factsOf(vehicle))
    if (nth % CHUNK === 0) yield
  }
}

/** A vehicle with its key, because looking up the key for each comparison takes longer than the comparison. */
interface Keyed {
  vehicle: Vehicle
  key: string
}
const byKey = (a: Keyed, b: Keyed): number => compareText(a.key, b.key)

/** Sorts vehicles by name in steps. */
export function* inNameOrder(vehicles: readonly Vehicle[]): Generator<void, Vehicle[]> {
  const keyed: Keyed[] = []
  for (const vehicle of vehicles) {
    keyed.push({ vehicle, key: factsOf(vehicle).sortKey })
    if (keyed.length % CHUNK === 0) yield
  }
  return (yield* sortInSteps(keyed, byKey)).map(({ vehicle }) => vehicle)
}

/** Returns the rows of a filter that contain every typed word, in input order; the input itself if nothing filters. */
export function findRows(
  rows: readonly VehicleRow[],
  query: string,
  filter: VehicleFilter,
): readonly VehicleRow[] {
  const searchedForms = searchedWords(query).map(formsOf)
  if (searchedForms.length === 0 && filter === 'all') return rows
  return rows.filter((row) => passes(row, filter) && contains(row, searchedForms))
}

function contains({ vehicle, facts }: VehicleRow, searchedForms: readonly (readonly string[])[]): boolean {
  if (searchedForms.length === 0) return true
  const text = searchTextOf(vehicle, facts)
  return searchedForms.every((forms) => containsForm(text, forms))
}

/**
 * Returns a stateful `findRows` for one search field. A query that extends the last one searches only the last results,
 * so that only the first letter scans all 50,000 rows.
 */
export function rowFinder(): typeof findRows {
  let last:
    | { rows: readonly VehicleRow[]; query: string; filter: VehicleFilter; found: readonly VehicleRow[] }
    | undefined
  return (rows, query, filter) => {
    const isNarrower =
      last?.rows === rows &&
      last.filter === filter &&
      query.startsWith(last.query) &&
      !mayFindMore(last.query)
    const found = findRows(isNarrower && last ? last.found : rows, query, filter)
    last = { rows, query, filter, found }
    return found
  }
}

/** Whether a longer query may find more: 'f-' does not find 'F150', but 'f-1' does; 'f15' not 'F 150', but 'f150'. */
const mayFindMore = (query: string) =>
  query.endsWith('-') || formsOf(searchedWords(query).at(-1) ?? '').length > 1

function passes({ facts, due }: VehicleRow, filter: VehicleFilter): boolean {
  if (filter === 'active') return facts.isActive
  if (filter === 'inactive') return !facts.isActive
  if (filter === 'not_enrolled') return !facts.isEnrolled
  return filter === 'all' || due === filter
}

const dueRank: Record<DueState, number> = { past_due: 0, due_soon: 1, fine: 2 }

/** Returns a sorted copy. Ties are sorted by name, inactive vehicles last. */
export function sortRows(rows: readonly VehicleRow[], order: VehicleOrder): VehicleRow[] {
  const rank = (row: VehicleRow): number => {
    if (order === 'due') return dueRank[row.due]
    if (order === 'odometer') return -(row.vehicle.odometer ?? -1)
    if (order === 'last_maintenance') return -Date.parse(row.vehicle.last_maintenance_date ?? '0001-01-01')
    return 0
  }
  return rows.toSorted(
    (a, b) =>
      Number(b.vehicle.is_active) - Number(a.vehicle.is_active) ||
      rank(a) - rank(b) ||
      compareText(a.sortKey, b.sortKey),
  )
}

/** Counts the rows of each filter. */
export function countRows(rows: readonly VehicleRow[]): Record<VehicleFilter, number> {
  const counts = { all: rows.length, active: 0, due_soon: 0, past_due: 0, inactive: 0, not_enrolled: 0 }
  for (const { due, facts } of rows) {
    if (due !== 'fine') counts[due] += 1
    counts[facts.isActive ? 'active' : 'inactive'] += 1
    if (!facts.isEnrolled) counts.not_enrolled += 1
  }
  return counts
}
