import type { TransferCandidate } from '#contract/fmc/transfers.ts'
import type { TransferPlan } from './transfers.queries.ts'

/** Vehicles that were moved on the screen but not saved, by id, in the order of the moves. */
export type PlannedMoves = ReadonlyMap<number, TransferCandidate>

/** Returns the vehicles of the source that can still be moved: not moved yet, and not in the destination. */
export const movableVehicles = (
  vehicles: readonly TransferCandidate[],
  moved: PlannedMoves,
  destinationId: number | undefined,
): TransferCandidate[] => vehicles.filter(({ id, fleet }) => !moved.has(id) && fleet.id !== destinationId)

export function addMoves(moved: PlannedMoves, vehicles: readonly TransferCandidate[]): PlannedMoves {
  return new Map([...moved, ...vehicles.map((vehicle) => [vehicle.id, vehicle] as const)])
}

export function removeMoves(moved: PlannedMoves, ids: ReadonlySet<number>): PlannedMoves {
  return new Map([...moved].filter(([id]) => !ids.has(id)))
}

/** Returns the request body; null if there is nothing to send. */
export function toTransferPlan(moved: PlannedMoves, destinationId: number | undefined): TransferPlan | null {
  if (moved.size === 0 || destinationId === undefined) return null
  return {
    vehicle_ids: [...moved.keys()],
    old_fleet_ids: [...new Set([...moved.values()].map(({ fleet }) => fleet.id))],
    new_fleet_id: destinationId,
  }
}
