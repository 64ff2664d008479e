import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { vehicleModel, vehicleName } from './vehicle-name.ts'

/** How a vehicle stands with its maintenance; the interval rules decide it. */
export type DueState = 'past_due' | 'due_soon' | 'fine'

/** A vehicle as the list needs it, with what typing must not compute again. */
export interface VehicleRow {
  id: number
  vehicle: Vehicle
  name: string
  due: DueState
  /** Why it stands grey: out of use, or not enrolled where a brand enrols vehicles (VEH-019); null: it does not. */
  greyFor: 'inactive' | 'notEnrolled' | null
  /** Entries on this device that the server has not taken yet. */
  waiting: number
  /** All that search looks in, lower case and without accents. */
  haystack: string
}

export const VEHICLE_FILTERS = ['all', 'due_soon', 'past_due', 'inactive'] as const
export type VehicleFilter = (typeof VEHICLE_FILTERS)[number]
export const VEHICLE_ORDERS = ['name', 'due', 'odometer', 'last_maintenance'] as const
export type VehicleOrder = (typeof VEHICLE_ORDERS)[number]

interface Standing {
  dueOf: (vehicleId: number) => DueState
  waitingOf: (vehicleId: number) => number
  /** Trait of the brand (BRD-015). */
  hasEnrolment: boolean
}

/** Builds the rows once per change of the data, so that a typed letter only compares text. */
export function vehicleRows(vehicles: readonly Vehicle[], standing: Standing): VehicleRow[] {
  const { dueOf, waitingOf, hasEnrolment } = standing
  return vehicles.map((vehicle) => ({
    id: vehicle.id,
    vehicle,
    name: vehicleName(vehicle),
    due: dueOf(vehicle.id),
    greyFor: !vehicle.is_active
      ? 'inactive'
      : hasEnrolment && !vehicle.fleetcor_enrolled
        ? 'notEnrolled'
        : null,
    waiting: waitingOf(vehicle.id),
    haystack: plain(
      [
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
        .filter(Boolean)
        .join(' '),
    ),
  }))
}

/** The rows of a filter that hold every typed word, in whatever order they were. */
export function findRows(rows: readonly VehicleRow[], query: string, filter: VehicleFilter): VehicleRow[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  return rows.filter((row) => passes(row, filter) && words.every((word) => row.haystack.includes(word)))
}

function passes(row: VehicleRow, filter: VehicleFilter): boolean {
  if (filter === 'inactive') return !row.vehicle.is_active
  return filter === 'all' || row.due === filter
}

const dueRank: Record<DueState, number> = { past_due: 0, due_soon: 1, fine: 2 }

/** A copy in the wished order; equals stand by name, inactive vehicles last. */
export function sortRows(rows: readonly VehicleRow[], order: VehicleOrder): VehicleRow[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
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
      compare(a.name, b.name),
  )
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** How many rows each filter would show. */
export function countRows(rows: readonly VehicleRow[]): Record<VehicleFilter, number> {
  const count = (filter: VehicleFilter) => rows.filter((row) => passes(row, filter)).length
  return {
    all: rows.length,
    due_soon: count('due_soon'),
    past_due: count('past_due'),
    inactive: count('inactive'),
  }
}
