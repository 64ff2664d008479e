import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { vehicleModel, vehicleName } from './vehicle-name.ts'

/** How a vehicle stands with its maintenance; the interval rules decide it. */
export type DueState = 'past_due' | 'due_soon' | 'fine'

/** A vehicle as the list needs it, with what typing must not compute again. */
export interface VehicleRow {
  id: number
  vehicle: Vehicle
  name: string
  /** By which names are in order, numbers in them as numbers. */
  sortKey: string
  due: DueState
  /** Why it stands grey: out of use, or not enrolled where a brand enrols vehicles (VEH-019); null: it does not. */
  greyFor: 'inactive' | 'notEnrolled' | null
  /** Entries on this device that the server has not taken yet. */
  waiting: number
  /** All that search looks in, lower case and without accents. */
  haystack: string
}

export const VEHICLE_FILTERS = ['all', 'active', 'due_soon', 'past_due', 'inactive', 'not_enrolled'] as const
export type VehicleFilter = (typeof VEHICLE_FILTERS)[number]
export const VEHICLE_ORDERS = ['name', 'due', 'odometer', 'last_maintenance'] as const
export type VehicleOrder = (typeof VEHICLE_ORDERS)[number]

interface VehicleStatus {
  dueOf: (vehicleId: number) => DueState
  waitingOf: (vehicleId: number) => number
  /** Trait of the brand (BRD-015). */
  hasEnrolment: boolean
}

/** What a vehicle is found and ordered by. */
type CachedRow = Pick<VehicleRow, 'name' | 'sortKey' | 'haystack'>

/** Worked out once for a vehicle as it is: fleets of tens of thousands would wait for it with each change. */
const known = new WeakMap<Vehicle, CachedRow>()
/** The row as it was made last, so that what did not change stays the same. */
const made = new WeakMap<Vehicle, VehicleRow>()

/** Builds the rows once per change of the data, so that a typed letter only compares text. */
export function vehicleRows(vehicles: readonly Vehicle[], standing: VehicleStatus): VehicleRow[] {
  const { dueOf, waitingOf, hasEnrolment } = standing
  return vehicles.map((vehicle) => {
    // A vehicle out of use is not due: no list and no number of due maintenance has it.
    const due = vehicle.is_active ? dueOf(vehicle.id) : 'fine'
    const waiting = waitingOf(vehicle.id)
    const greyFor = greyForOf(vehicle, hasEnrolment)
    const before = made.get(vehicle)
    if (before?.due === due && before.waiting === waiting && before.greyFor === greyFor) return before
    const row = { id: vehicle.id, vehicle, due, waiting, greyFor, ...knownOf(vehicle) }
    made.set(vehicle, row)
    return row
  })
}

function greyForOf(vehicle: Vehicle, hasEnrolment: boolean): VehicleRow['greyFor'] {
  if (!vehicle.is_active) return 'inactive'
  return hasEnrolment && !vehicle.fleetcor_enrolled ? 'notEnrolled' : null
}

function knownOf(vehicle: Vehicle): CachedRow {
  const before = known.get(vehicle)
  if (before) return before
  const name = vehicleName(vehicle)
  const words = [
    vehicle.name_of_vehicle,
    vehicleModel(vehicle),
    vehicle.sub_model,
    vehicle.vin,
    vehicle.license_plate_number,
    vehicle.license_plate_number?.replace(/[\s-]/g, ''),
    vehicle.other_id,
    vehicle.department_number,
    ...vehicle.driver_names,
  ]
  const now = {
    name,
    sortKey: plain(name).replace(/\d+/g, (digits) => digits.padStart(12, '0')),
    haystack: plain(words.filter(Boolean).join(' ')),
  }
  known.set(vehicle, now)
  return now
}

const byName = (a: Vehicle, b: Vehicle): number => compareKeys(knownOf(a).sortKey, knownOf(b).sortKey)
const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const CHUNK = 500

/** Vehicles by name, in steps: sorting 50,000 at once would hold a phone up for a second. */
export function* inNameOrder(vehicles: readonly Vehicle[]): Generator<void, Vehicle[]> {
  let runs: Vehicle[][] = []
  for (let at = 0; at < vehicles.length; at += CHUNK) {
    runs.push(vehicles.slice(at, at + CHUNK).sort(byName))
    yield
  }
  while (runs.length > 1) {
    const merged: Vehicle[][] = []
    for (let nth = 0; nth < runs.length; nth += 2)
      merged.push(yield* merge(runs[nth] ?? [], runs[nth + 1] ?? []))
    runs = merged
  }
  return runs[0] ?? []
}

function* merge(left: Vehicle[], right: Vehicle[]): Generator<void, Vehicle[]> {
  const all: Vehicle[] = []
  let l = 0
  let r = 0
  for (let a = left[l], b = right[r]; a || b; a = left[l], b = right[r]) {
    const isLeft = a && (!b || byName(a, b) <= 0)
    all.push((isLeft ? left[l++] : right[r++]) as Vehicle)
    if (all.length % CHUNK === 0) yield
  }
  return all
}

/** The rows of a filter that hold every typed word, in whatever order they were. */
export function findRows(rows: readonly VehicleRow[], query: string, filter: VehicleFilter): VehicleRow[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  return rows.filter((row) => passes(row, filter) && words.every((word) => row.haystack.includes(word)))
}

/**
 * Finds rows as `findRows` does, for one search field: a text that goes on from the last one is looked for in what that
 * one found, so that of 50,000 rows only the first letter looks at all.
 */
export function rowFinder(): typeof findRows {
  let last:
    | { rows: readonly VehicleRow[]; query: string; filter: VehicleFilter; found: VehicleRow[] }
    | undefined
  return (rows, query, filter) => {
    const isNarrower = last && last.rows === rows && last.filter === filter && query.startsWith(last.query)
    const found = findRows(isNarrower && last ? last.found : rows, query, filter)
    last = { rows, query, filter, found }
    return found
  }
}

function passes(row: VehicleRow, filter: VehicleFilter): boolean {
  if (filter === 'active') return row.vehicle.is_active
  if (filter === 'inactive') return !row.vehicle.is_active
  if (filter === 'not_enrolled') return !row.vehicle.fleetcor_enrolled
  return filter === 'all' || row.due === filter
}

const dueRank: Record<DueState, number> = { past_due: 0, due_soon: 1, fine: 2 }

/** A copy in the wished order; equals stand by name, inactive vehicles last. */
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
      compareKeys(a.sortKey, b.sortKey),
  )
}

function plain(text: string): string {
  // Most texts have nothing but ASCII in them, and taking those apart takes ten times as long.
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** How many rows each filter would show. */
export function countRows(rows: readonly VehicleRow[]): Record<VehicleFilter, number> {
  const counts = { all: rows.length, active: 0, due_soon: 0, past_due: 0, inactive: 0, not_enrolled: 0 }
  for (const { due, vehicle } of rows) {
    if (due !== 'fine') counts[due] += 1
    counts[vehicle.is_active ? 'active' : 'inactive'] += 1
    if (!vehicle.fleetcor_enrolled) counts.not_enrolled += 1
  }
  return counts
}
