import type { Transaction } from '#server/db/database.ts'
import { deferDueDates } from '#server/modules/maintenance/schedules/due.service.ts'
import type { VehicleBatches } from './vehicle-batches.repository.ts'

export type { BatchVehicle, KnownVehicle } from './vehicle-batches.repository.ts'

/** Batches of thousands of vehicles, used by file uploads. */
export function vehicleBatchesService(batches: VehicleBatches) {
  return {
    lock: batches.lock,
    upsert: batches.upsert,
    find: batches.find,
    plates: batches.plates,

    /**
     * Updates vehicles from new readings in their logs. Lock them first. @returns the vehicles whose odometer changed
     */
    async refreshOdometers(
      tx: Transaction,
      fleetId: number,
      vehicleIds: readonly number[],
    ): Promise<number[]> {
      if (vehicleIds.length === 0) return []
      const changed = await batches.refreshOdometers(tx, fleetId, vehicleIds)
      await deferDueDates(tx, fleetId, vehicleIds)
      return changed
    },
  }
}
export type VehicleBatchesService = ReturnType<typeof vehicleBatchesService>
