import type { Transaction } from '#server/db/database.ts'
import type { VehicleBatches } from './vehicle-batches.repository.ts'

export type { BatchVehicle, KnownVehicle } from './vehicle-batches.repository.ts'

/** Defers the due dates of many vehicles to the next run. */
interface DeferredDueDates {
  deferToNextRun(tx: Transaction, fleetId: number, vehicleIds: readonly number[]): Promise<void>
}

/** Batches of thousands of vehicles, used by file uploads. */
export function vehicleBatchesService(batches: VehicleBatches, due: DeferredDueDates) {
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
      await due.deferToNextRun(tx, fleetId, vehicleIds)
      return changed
    },
  }
}
export type VehicleBatchesService = ReturnType<typeof vehicleBatchesService>
