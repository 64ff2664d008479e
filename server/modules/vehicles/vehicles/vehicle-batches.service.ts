import type { Transaction } from '#server/db/database.ts'
import { deferDueDates } from '#server/modules/maintenance/schedules/due.service.ts'
import { vehicleBatchesRepository as batches } from './vehicle-batches.repository.ts'

export type { BatchVehicle, KnownVehicle } from './vehicle-batches.repository.ts'

/** Reads and writes thousands of vehicles by VIN at once, for file uploads. */
export const lockVehiclesByVin = batches.lock
export const findVehiclesByVin = batches.find
export const upsertVehicles = batches.upsert
export const listPlates = batches.plates

/**
 * Updates thousands of vehicles from new readings in their logs. Lock them first. @returns the vehicles whose odometer
 * changed
 */
export async function refreshOdometers(
  tx: Transaction,
  fleetId: number,
  vehicleIds: readonly number[],
): Promise<number[]> {
  if (vehicleIds.length === 0) return []
  const changed = await batches.refreshOdometers(tx, fleetId, vehicleIds)
  await deferDueDates(tx, fleetId, vehicleIds)
  return changed
}
